/*
 * What tables have learned about threats: a board for each side, with what the evaluation pays
 * for a threat in each cell. players: [{label, threats}].
 */
page.threatBoards = (players) => players.flatMap(({ label, threats }) => ['first', 'second'].map((side) => ({
  name: `${players.length > 1 ? `${label}: ` : ''}threats of the ${side} player`,
  cells: threats[side].cells.map((value, k) => {
    const column = k % page.COLUMNS, row = Math.floor(k / page.COLUMNS);
    return { cell: String.fromCharCode(97 + column) + (row + 1), column, row, value };
  }).filter((c) => c.value !== null),
})));

/* Whether the champion, say, knows that odd rows are the first player's. */
page.threatSays = ({ label, threats }) => {
  const figure = (side, rows) => page.signed(threats[side][rows], 2);
  return `In the evaluation of ${label} a threat of the first player adds ${figure('first', 'odd')} in odd rows and ${figure('first', 'even')} in even ones, `
    + `one of the second player ${figure('second', 'odd')} and ${figure('second', 'even')}.`;
};

page.drawThreats = (section, players) => {
  const boards = page.threatBoards(players), size = 32, across = page.COLUMNS * size + 30, down = page.ROWS * size + 40;
  const all = boards.flatMap((board) => board.cells.map((c) => ({ ...c, board })));
  const most = d3.max(all, (c) => Math.abs(c.value)) || 1;
  if (all.length === 0) return;
  page.figure(section, {
    name: 'threats',
    title: 'What the tables have learned about threats',
    says: `${players.map(page.threatSays).join(' ')} In log odds for its owner, for threats that cannot be played yet; a least-squares fit to the values of `
      + `${page.thousands(players[0].threats.positions)} random positions. Blue is good for the owner, orange bad; cells where such threats are rare are left out.`,
    margin: { top: 4, right: 4, bottom: 4, left: 18 },
    draw: (g, width) => {
      const row = Math.max(1, Math.min(boards.length, 2, Math.floor(width / across)));
      const at = new Map(boards.map((board, i) => [board, [(i % row) * across, Math.floor(i / row) * down]]));
      const top = (c) => at.get(c.board)[1] + 20 + (page.ROWS - 1 - c.row) * size, left = (c) => at.get(c.board)[0] + c.column * size;
      g.selectAll('.head').data(boards).enter().append('text').attr('class', 'head')
        .attr({ x: (b) => at.get(b)[0], y: (b) => at.get(b)[1] + 12 }).text((b) => b.name);
      boards.forEach((board) => g.selectAll('.none').data(d3.range(page.ROWS)).enter().append('text').attr('class', 'soft')
        .attr({ x: at.get(board)[0] - 6, y: (r) => at.get(board)[1] + 20 + (page.ROWS - 0.5 - r) * size, dy: '.34em', 'text-anchor': 'end' }).text((r) => r + 1));
      const enter = g.selectAll('.cell').data(all).enter();
      page.mark(enter.append('rect').attr('class', (c) => `cell ${c.value < 0 ? 'less' : 'more'}`)
        .attr({ x: (c) => left(c) + 0.5, y: (c) => top(c) + 0.5, width: size - 1, height: size - 1, rx: 4 })
        .style('fill-opacity', (c) => 0.05 + 0.45 * Math.abs(c.value) / most),
      (c) => `${c.board.name}: ${c.cell}\n${page.signed(c.value, 2)} in log odds`);
      enter.append('text').attr({ x: (c) => left(c) + size / 2, y: (c) => top(c) + size / 2, dy: '.34em', 'text-anchor': 'middle' })
        .style('pointer-events', 'none').style('font-size', '10px').text((c) => page.signed(c.value, 1));
      return Math.ceil(boards.length / row) * down;
    },
    columns: [{ key: 'threats', title: 'threats', text: true }, { key: 'cell', title: 'cell', text: true }, { key: 'value', title: 'log odds', format: (x) => page.signed(x, 3) }],
    rows: all.map((c) => ({ ...c, threats: c.board.name })),
  });
};
