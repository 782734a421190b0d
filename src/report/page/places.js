/*
 * Where on the board lines count: genes that belong to a line, or to its mirror image, by
 * name: hor_a1 is the horizontal line from a1, first2_dia_b1 the rising diagonal from b1 with
 * two discs of the first player.
 */
page.STEPS = { hor: [1, 0], ver: [0, 1], dia: [1, 1] };

/* The cells of a gene's lines: one, or two where the mirror image is another. */
page.linesOf = (name) => {
  const found = /^(?:(first|second)([123])_)?(hor|ver|dia)_([a-g])([1-6])$/.exec(name);
  if (!found) return null;
  const [, owner, discs, way, letter, digit] = found, [dx, dy] = page.STEPS[way];
  const line = d3.range(4).map((k) => [letter.charCodeAt(0) - 97 + k * dx, Number(digit) - 1 + k * dy]);
  const mirror = line.map(([column, row]) => [6 - column, row]);
  const key = (cells) => cells.map(String).sort().join(' ');
  return { group: owner ? `${owner}${discs}` : 'map', lines: key(line) === key(mirror) ? [line] : [line, mirror] };
};

/* For each kind of line the mean weight of all lines through each cell. */
page.placeBoards = () => {
  const { genes, champions } = page.data, champion = page.genomes.get(champions[champions.length - 1][1]);
  const boards = new Map();
  genes.forEach((gene, i) => {
    const place = (gene.family === 'place' || gene.family === 'map') && page.linesOf(gene.name);
    if (!place) return;
    if (!boards.has(place.group)) boards.set(place.group, d3.range(42).map(() => []));
    place.lines.flat().forEach(([column, row]) => boards.get(place.group)[row * 7 + column].push(champion.weights[i]));
  });
  return [...boards].map(([group, cells]) => ({
    group, even: group === 'map' ? 1 : 0,
    name: group === 'map' ? 'factor of each line' : `${page.count(Number(group.slice(-1)), 'disc')} of the ${group.slice(0, -1)} player`,
    cells: cells.map((values, k) => ({ cell: 'abcdefg'[k % 7] + (Math.floor(k / 7) + 1), column: k % 7, row: Math.floor(k / 7), lines: values.length, value: d3.mean(values) ?? null })),
  })).filter((board) => board.cells.some((c) => c.value !== null && c.value !== board.even));
};

page.drawPlaces = (section) => {
  const boards = page.placeBoards(), size = 24, across = 7 * size + 26, down = 6 * size + 40;
  if (boards.length === 0) return;
  const all = boards.flatMap((board) => board.cells.filter((c) => c.value !== null).map((c) => ({ ...c, board, off: c.value - board.even })));
  const most = d3.max(all, (c) => Math.abs(c.off)) || 1, top = [...all].sort((a, b) => b.off - a.off)[0];
  page.figure(section, {
    name: 'places',
    title: 'Where on the board the champion values lines',
    says: `The mean weight of the lines through each cell. The highest is at ${top.cell}: ${page.weight(top.value)} (${top.board.name}). Blue is above ${boards[0].even}, orange below.`,
    margin: { top: 4, right: 4, bottom: 4, left: 4 },
    draw: (g, width) => {
      const fit = Math.max(1, Math.floor(width / across)), row = fit >= 6 ? 6 : fit >= 3 ? 3 : fit;
      const at = new Map(boards.map((board, i) => [board, [(i % row) * across, Math.floor(i / row) * down]]));
      g.selectAll('.head').data(boards).enter().append('text').attr('class', 'head')
        .attr({ x: (b) => at.get(b)[0], y: (b) => at.get(b)[1] + 12 }).text((b) => b.name);
      page.mark(g.selectAll('.cell').data(all).enter().append('rect').attr('class', (c) => `cell ${c.off < 0 ? 'less' : 'more'}`)
        .attr({ x: (c) => at.get(c.board)[0] + c.column * size + 0.5, y: (c) => at.get(c.board)[1] + 20 + (5 - c.row) * size + 0.5, width: size - 1, height: size - 1, rx: 4 })
        .style('fill-opacity', (c) => 0.06 + 0.7 * Math.abs(c.off) / most),
      (c) => `${c.board.name}: ${c.cell}\n${page.weight(c.value)}, the mean of ${page.count(c.lines, 'line')}`);
      return Math.ceil(boards.length / row) * down;
    },
    columns: [{ key: 'lines_with', title: 'lines with', text: true }, { key: 'cell', title: 'cell', text: true }, { key: 'lines', title: 'lines' }, { key: 'value', title: 'mean weight', format: page.weight }],
    rows: all.map((c) => ({ ...c, lines_with: c.board.name })),
  });
};
