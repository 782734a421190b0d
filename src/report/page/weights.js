/* Weights: the champion's over the generations, on the board, and beside those of other genomes. */
page.GENES_SHOWN = 12;

/* Each gene that evolves: how the champion changed, and how far the population spreads. */
page.geneStories = () => {
  const { genes, champions, samples, making } = page.data;
  const first = page.genomes.get(champions[0][1]), last = page.genomes.get(champions[champions.length - 1][1]);
  let evolved = 0;
  return genes.map((gene, index) => {
    if (!gene.evolves) return null;
    const k = evolved++;
    const spread = samples.map((s) => ({ generation: s.generation, low: s.genes[k][0], median: s.genes[k][1], high: s.genes[k][2] }));
    const steps = champions.map(([generation, id]) => ({ generation, id, value: page.genomes.get(id).weights[index] }));
    const begin = spread[0].high - spread[0].low, end = spread[spread.length - 1].high - spread[spread.length - 1].low;
    const drift = Math.abs(spread[spread.length - 1].median - spread[0].median) / gene.scale;
    const state = samples.length < 3 ? '' : end < 0.5 * begin ? 'converged' : drift > 2 || end > 1.5 * begin ? 'drifts' : 'steady';
    return {
      gene, index, spread, steps, state, begin, end,
      from: first.weights[index], to: last.weights[index],
      change: (last.weights[index] - first.weights[index]) / gene.scale, last: Math.max(1, making.closed - 1),
    };
  }).filter((story) => story).sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
};

/* One gene: the champion as a staircase, the middle 80% of the population as a band. */
page.drawGene = (parent, story) => {
  const place = h('div', { class: 'chart' });
  const says = `${story.gene.name}: ${page.weight(story.from)} in the first champion, ${page.weight(story.to)} in the last`
    + (story.state ? `; ${story.state}` : '');
  parent.append(h('div', { class: 'gene', 'data-gene': story.gene.name },
    h('h4', {}, h('b', {}, story.gene.name, ' ', story.state ? h('i', { class: 'state' }, story.state) : null),
      h('span', {}, `${page.weight(story.from)} → ${page.weight(story.to)}`)),
    h('p', { title: story.gene.help }, story.gene.help), place));
  page.chart(place, {
    label: says,
    margin: { top: 8, right: 6, bottom: 20, left: 38 },
    draw: (g, width) => {
      const height = 96, x = d3.scale.linear().domain([0, story.last]).range([0, width]);
      const values = [...story.steps.map((d) => d.value), ...story.spread.flatMap((d) => [d.low, d.high])];
      const extent = d3.extent(values);
      if (extent[0] === extent[1]) extent[1] += story.gene.scale;
      const y = d3.scale.linear().domain(extent).range([height, 0]).nice(4);
      const line = [...story.steps, { generation: story.last, value: story.to }];
      page.yAxis(g, y, width, '', { ticks: 3, format: page.weight });
      page.xAxis(g, x, height, '', { values: page.wholeTicks(x, width / 1.5), format: d3.format('d') });
      g.append('path').datum(story.spread).attr('class', 'band s1').attr('d', d3.svg.area()
        .x((d) => x(d.generation)).y0((d) => y(d.low)).y1((d) => y(d.high)));
      g.append('path').datum(line).attr('class', 'line s1').attr('d', d3.svg.line().interpolate('step-after')
        .x((d) => x(d.generation)).y((d) => y(d.value)));
      page.points(g, story.steps, {
        x: (d) => x(d.generation), y: (d) => y(d.value), series: 1, genome: (d) => d.id,
        tip: (d) => `generation ${d.generation}, champion #${d.id}\n${story.gene.name} = ${page.weight(d.value)}`,
      });
      return height;
    },
  });
};

page.drawStories = (section, stories) => {
  const grid = h('div', { class: 'small' });
  const rest = stories.slice(page.GENES_SHOWN);
  const states = ['converged', 'drifts'].map((state) => stories.filter((s) => s.state === state).length);
  const top = stories.slice(0, 3).map((s) => `${s.gene.name} (${page.weight(s.from)} → ${page.weight(s.to)})`).join(', ');
  const button = h('button', { type: 'button', class: 'plain more', onclick: () => {
    rest.forEach((story) => page.drawGene(grid, story));
    button.remove();
  } }, `Show the other ${page.count(rest.length, 'gene')}`);
  section.append(h('figure', { id: 'figure-weights' },
    h('figcaption', {}, h('h3', {}, 'The champion’s weights over generations'),
      h('p', {}, `The weights that changed most, in units of a typical mutation, are ${top}. `
        + (states[0] + states[1] > 0 ? `Of ${page.count(stories.length, 'gene')} that evolve, ${states[0]} converged: the middle 80% of the population is `
          + `less than half as wide as at the start. ${states[1]} drift: their spread grew by half, or their median moved by more than two typical mutations.` : ''))),
    page.legend([{ series: 1, text: 'champion' }, { series: 1, band: true, text: 'the middle 80% of the population' }]),
    page.data.titles > page.data.champions.length
      ? h('p', { class: 'note' }, `Of ${page.count(page.data.titles, 'champion')} ${page.data.champions.length} are drawn.`) : null,
    grid, rest.length ? h('div', { class: 'buttons' }, button) : null,
    page.dataset('weights', [
      { key: 'gene', title: 'gene', text: true }, { key: 'family', title: 'family', text: true },
      { key: 'from', title: 'first champion', format: page.weight }, { key: 'to', title: 'champion', format: page.weight },
      { key: 'change', title: 'change in mutations', format: (x) => page.signed(x, 1) },
      { key: 'begin', title: 'spread at first', format: page.weight }, { key: 'end', title: 'spread now', format: page.weight },
      { key: 'state', title: '', text: true },
    ], stories.map((s) => ({ ...s, gene: s.gene.name, family: s.gene.family })))));
  stories.slice(0, page.GENES_SHOWN).forEach((story) => page.drawGene(grid, story));
};

/* Genes that hand-picked genomes set come first, then those that the run changed most. */
page.rowsShown = (rows, stories) => {
  const rank = new Map(stories.map((story, i) => [story.gene.name, i]));
  const told = (row) => row.values.slice(1).some((x) => x !== row.gene.initial);
  return [...rows].sort((a, b) => told(b) - told(a) || (told(a) ? 0 : (rank.get(a.gene.name) ?? 1e9) - (rank.get(b.gene.name) ?? 1e9)));
};

/*
 * Genomes in columns, genes in rows: {name, title, says, who: [{label, id}], rows: [{gene, values}]}.
 * Colours compare within a row.
 */
page.weightTable = (section, { name, title, says, who, rows }) => {
  const cell = 58, line = 20, key = (g, k) => (g.id ? `${g.label} #${g.id}` : `${k + 1} ${g.label}`);
  let most = 2 * page.GENES_SHOWN;
  const button = h('button', { type: 'button', class: 'plain more', onclick: () => {
    most = rows.length;
    figure.redraw();
    button.parentNode.remove();
  } }, `Show all ${rows.length} weights`);
  const figure = page.figure(section, {
    name, title, says,
    wide: who.length * cell + 160,
    margin: { top: 92, right: 72, bottom: 4, left: 88 },
    draw: (g) => {
      const shown = rows.slice(0, most);
      g.selectAll('.head').data(who).enter().append('text').attr('class', 'head')
        .attr('transform', (d, i) => `translate(${i * cell + cell / 2},-8) rotate(-40)`)
        .style('font-weight', (d, i) => (i === 0 ? 650 : 400)).text((d) => page.cut(d.label, 16));
      g.selectAll('.side').data(shown).enter().append('text').attr({ class: 'side', x: -8, dy: '.32em', 'text-anchor': 'end' })
        .attr('y', (d, i) => i * line + line / 2).text((d) => d.gene.name);
      const cells = shown.flatMap((row, i) => {
        const largest = d3.max(row.values, Math.abs) || 1;
        return row.values.map((value, k) => ({ row, value, i, k, largest }));
      });
      const enter = g.selectAll('.cell').data(cells).enter();
      page.mark(enter.append('rect').attr('class', (d) => `cell ${d.value < 0 ? 'less' : 'more'}`)
        .attr({ x: (d) => d.k * cell + 1, y: (d) => d.i * line + 1, width: cell - 2, height: line - 2, rx: 3 })
        .style('fill-opacity', (d) => 0.04 + 0.4 * Math.abs(d.value) / d.largest),
      (d) => `${who[d.k].label}: ${d.row.gene.name} = ${page.weight(d.value)}\n${d.row.gene.help}`, (d) => who[d.k].id);
      enter.append('text').attr({ x: (d) => d.k * cell + cell / 2, y: (d) => d.i * line + line / 2, dy: '.34em', 'text-anchor': 'middle' })
        .style('pointer-events', 'none').text((d) => (d.value === 0 ? '·' : page.weight(d.value)));
      return shown.length * line;
    },
    columns: [{ key: 'gene', title: 'gene', text: true }, ...who.map((g, k) => ({ key: key(g, k), title: g.label, format: page.weight }))],
    rows: rows.map((row) => Object.fromEntries([['gene', row.gene.name], ...who.map((g, k) => [key(g, k), row.values[k]])])),
  });
  if (rows.length > most) figure.querySelector('.scroll').after(h('div', { class: 'buttons' }, button));
};

/* Founders, champion and hand-picked genomes. */
page.sideBySide = (section, stories) => {
  const { genes, champions, genomes } = page.data;
  const champion = page.genomes.get(champions[champions.length - 1][1]);
  const seen = new Set();
  const others = genomes.filter((g) => g.origin === 'founder' || g.origin === 'opponent' || g.origin === 'yardstick')
    .filter((g) => g.name && !seen.has(g.name + g.weights) && seen.add(g.name + g.weights));
  const taken = others.some((g) => g.name === 'champion'); /* a hand-picked genome of that name */
  const who = [{ ...champion, label: taken ? 'new champion' : 'champion' }, ...others.map((g) => ({ ...g, label: g.name }))];
  const rows = page.rowsShown(genes.map((gene, i) => ({ gene, values: who.map((g) => g.weights[i]) }))
    .filter((row) => row.values.some((x) => x !== row.gene.initial)), stories);
  if (others.length === 0) return;
  page.weightTable(section, {
    name: 'genomes', who, rows,
    title: 'Champion, founders and hand-picked genomes side by side',
    says: `${page.count(rows.length, 'weight')} of the champion and of ${page.count(others.length, 'other genome')}. `
      + 'Within a row, a deeper colour is a larger weight; blue is positive, orange negative.',
  });
};

/*
 * Weights by place on the board. A gene of a line, and of its mirror image, is known by its name:
 * hor_a1 is the horizontal line from a1, first2_dia_b1 the rising diagonal from b1 with two
 * discs of the first player.
 */
page.STEPS = { hor: [1, 0], ver: [0, 1], dia: [1, 1] };

/* The cells of a gene's lines: one line, or two if the mirror image is a different one. */
page.linesOf = (name) => {
  const found = /^(?:(first|second)([123])_)?(hor|ver|dia)_([a-z])([0-9]+)$/.exec(name);
  if (!found) return null;
  const [, owner, discs, way, letter, digit] = found, [dx, dy] = page.STEPS[way];
  const line = d3.range(4).map((k) => [letter.charCodeAt(0) - 97 + k * dx, Number(digit) - 1 + k * dy]);
  const mirror = line.map(([column, row]) => [page.COLUMNS - 1 - column, row]);
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
    if (!boards.has(place.group)) boards.set(place.group, d3.range(page.COLUMNS * page.ROWS).map(() => []));
    place.lines.flat().forEach(([column, row]) => boards.get(place.group)[row * page.COLUMNS + column].push(champion.weights[i]));
  });
  return [...boards].map(([group, cells]) => ({
    group, even: group === 'map' ? 1 : 0,
    name: group === 'map' ? 'factor of each line' : `${page.count(Number(group.slice(-1)), 'disc')} of the ${group.slice(0, -1)} player`,
    cells: cells.map((values, k) => {
      const column = k % page.COLUMNS, row = Math.floor(k / page.COLUMNS);
      return { cell: String.fromCharCode(97 + column) + (row + 1), column, row, lines: values.length, value: d3.mean(values) ?? null };
    }),
  })).filter((board) => board.cells.some((c) => c.value !== null && c.value !== board.even));
};

page.drawPlaces = (section) => {
  const boards = page.placeBoards(), size = 24, across = page.COLUMNS * size + 26, down = page.ROWS * size + 40;
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
        .attr({ x: (c) => at.get(c.board)[0] + c.column * size + 0.5, y: (c) => at.get(c.board)[1] + 20 + (page.ROWS - 1 - c.row) * size + 0.5, width: size - 1, height: size - 1, rx: 4 })
        .style('fill-opacity', (c) => 0.06 + 0.7 * Math.abs(c.off) / most),
      (c) => `${c.board.name}: ${c.cell}\n${page.weight(c.value)}, the mean of ${page.count(c.lines, 'line')}`);
      return Math.ceil(boards.length / row) * down;
    },
    columns: [{ key: 'lines_with', title: 'lines with', text: true }, { key: 'cell', title: 'cell', text: true }, { key: 'lines', title: 'lines' }, { key: 'value', title: 'mean weight', format: page.weight }],
    rows: all.map((c) => ({ ...c, lines_with: c.board.name })),
  });
};

page.sections.weights = (section) => {
  if (page.data.champions.length === 0) return page.say('weights', 'There is no champion yet.');
  const stories = page.geneStories();
  if (stories.length > 0) page.drawStories(section, stories);
  page.drawPlaces(section);
  if (page.data.threats) page.drawThreats(section, [{ label: 'the champion', threats: page.data.threats }]);
  page.sideBySide(section, stories);
};
