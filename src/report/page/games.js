/* Games on a board, move by move, and below it how both sides evaluated each position. */

page.drawBoard = (place, game, ply) => {
  const { cells, four } = play.replay(game.moves, page.data.board), size = 46, over = ply === cells.length;
  place.replaceChildren();
  const side = (c) => `${c.side === 0 ? 'first' : 'second'} player`;
  const svg = d3.select(place).append('svg').attr({ viewBox: `0 0 ${page.COLUMNS * size} ${page.ROWS * size + 22}`, role: 'img',
    'aria-label': ply === 0 ? 'The empty board' : `After move ${ply}, column ${cells[ply - 1].column} by the ${side(cells[ply - 1])}` });
  svg.append('rect').attr({ width: page.COLUMNS * size, height: page.ROWS * size, rx: 10 }).style('fill', 'var(--board)');
  for (let column = 1; column <= page.COLUMNS; column++) {
    for (let row = 1; row <= page.ROWS; row++) {
      svg.append('circle').attr({ class: 'hole', cx: (column - 0.5) * size, cy: (page.ROWS - row + 0.5) * size, r: size * 0.38 }).style('fill', 'var(--ground)');
    }
    svg.append('text').attr({ class: 'soft', x: (column - 0.5) * size, y: page.ROWS * size + 17, 'text-anchor': 'middle' }).text(column);
  }
  const discs = svg.selectAll('.disc').data(cells.slice(0, ply)).enter().append('g').attr('class', (c) => `disc side${c.side}`)
    .attr('transform', (c) => `translate(${(c.column - 0.5) * size},${(page.ROWS - c.row + 0.5) * size})`);
  discs.append('circle').attr('r', size * 0.38);
  discs.append('text').attr({ dy: '.34em', 'text-anchor': 'middle' }).text((c) => c.ply + 1);
  discs.filter((c) => c.ply === ply - 1 || (over && four.has(`${c.column},${c.row}`))).append('circle')
    .attr({ class: 'ring', r: size * 0.38 });
};

page.gameResult = (game) => (game.unfinished ? 'unfinished' : game.outcome === 0 ? 'a draw' : `${game.players[game.outcome > 0 ? 0 : 1].name} wins`);

/* Each curve is scaled by the largest value of its side in this game. */
page.thoughts = (game) => game.values.map((values) => {
  const most = d3.max(values.filter((v) => typeof v === 'number'), Math.abs) || 1;
  return values.map((value, i) => ({ ply: game.opening + i, value, y: value === 'win' ? 1.15 : value === 'loss' ? -1.15 : value / most }));
});

page.drawThoughts = (place, game, state) => {
  const curves = page.thoughts(game), n = game.moves.length;
  place.replaceChildren();
  const chart = h('div', { class: 'chart' });
  place.append(page.legend([
    ...[{ series: 2, text: `${game.players[0].name}, who moves first` }, { series: 1, text: game.players[1].name }].filter((item, i) => curves[i].length),
    ...(state.truth ? [{ series: 3, text: 'perfect play' }] : []),
  ]), chart);
  page.chart(chart, {
    label: `How both sides evaluated the game, from the first player’s view, after each of ${n} moves`,
    margin: { top: 24, right: 12, bottom: 40, left: 76 },
    draw: (g, width) => {
      const height = 150, x = d3.scale.linear().domain([0, n]).range([0, width]), y = d3.scale.linear().domain([-1.2, 1.2]).range([height, 0]);
      page.xAxis(g, x, height, 'moves played', { values: page.wholeTicks(x, width), format: d3.format('d') });
      g.append('g').attr('class', 'axis bare y').call(d3.svg.axis().scale(y).orient('left').tickValues([-1.15, 0, 1.15])
        .tickFormat((v) => (v > 0 ? 'first wins' : v < 0 ? 'second wins' : 'even')));
      g.append('text').attr({ class: 'soft', x: -74, y: -10 }).text('evaluation, relative to the largest');
      g.append('line').attr({ class: 'even', x1: 0, x2: width, y1: y(0), y2: y(0) });
      g.append('rect').attr({ x: 0, width: x(game.opening), y: 0, height }).style('fill', 'var(--card)');
      if (game.opening) g.append('text').attr({ class: 'soft', x: 4, y: 12 }).text('opening');
      state.cursor = g.append('line').attr({ class: 'cursor', y1: 0, y2: height }).style('stroke', 'var(--ink)');
      Object.assign(state, { x, y, exact: state.truth ? g.append('path').attr('class', 'line s3 exact') : null });
      if (state.truth) state.truth.draw();
      curves.forEach((curve, i) => {
        g.append('path').datum(curve).attr('class', `line s${i ? 1 : 2}`).style('stroke-dasharray', i ? '6 3' : null)
          .attr('d', d3.svg.line().x((d) => x(d.ply)).y((d) => y(d.y)));
        page.points(g, curve, {
          x: (d) => x(d.ply), y: (d) => y(d.y), series: i ? 1 : 2, symbol: i ? 'square' : 'circle',
          tip: (d) => `after ${page.count(d.ply, 'move')}\n${game.players[i].name}: ${d.value === 'win' ? 'the first player wins' : d.value === 'loss' ? 'the second player wins' : page.signed(d.value, 1)}`,
        }).on('click', (d) => state.go(d.ply));
      });
      state.show();
      return height;
    },
  });
};

page.sections.games = (section) => {
  const { games } = page.data;
  if (!games || games.length === 0) return page.say('games', 'There are no games to show yet.');
  games.forEach((game) => {
    if (game.moves === '-') game.moves = '';
    game.opening = Math.min(game.opening, game.moves.length);
  });
  const board = h('div', { class: 'board', tabindex: 0, role: 'group', 'aria-label': 'The board; the arrow keys step through the game' });
  const text = h('p', { class: 'game-text' }), thoughts = h('div'), analysis = h('div', { class: 'analysis' }), where = h('span', { class: 'where', role: 'status' });
  const state = { game: games[0], ply: 0, cursor: null, x: null, exact: null, truth: null };
  if (page.data.play && !page.data.play.missing) state.truth = page.gameTruth(state, board);
  state.show = () => { if (state.cursor) state.cursor.attr({ x1: state.x(state.ply), x2: state.x(state.ply) }); };
  state.go = (ply) => {
    const n = state.game.moves.length;
    state.ply = Math.max(0, Math.min(n, ply));
    page.drawBoard(board, state.game, state.ply);
    where.textContent = `Move ${state.ply} of ${n}${state.ply ? `: column ${state.game.moves[state.ply - 1]}, by ${state.game.players[(state.ply - 1) % 2].name}` : ''}.`;
    page.showAnalysis(analysis, state.game, state.ply);
    [back, first].forEach((b) => { b.disabled = state.ply === 0; });
    [next, last].forEach((b) => { b.disabled = state.ply === n; });
    state.show();
    if (state.truth) state.truth.update();
  };
  const button = (name, label, to) => h('button', { type: 'button', class: `plain step-${name}`, onclick: () => state.go(to()) }, label);
  const first = button('first', 'Start', () => 0), back = button('back', '◀ Back', () => state.ply - 1);
  const next = button('next', 'Next ▶', () => state.ply + 1), last = button('last', 'End', () => state.game.moves.length);
  const open = (game) => {
    state.game = game;
    const [a, b] = game.players.map((p) => (p.id && page.genomes.has(p.id) ? page.link(p.id) : p.name));
    text.replaceChildren(a, ' moves first, ', b, ` second. After ${page.count(game.moves.length, 'move')}: ${page.gameResult(game)}. `,
      game.opening ? `The first ${game.opening} moves are the opening, not chosen by the players.` : '');
    state.cursor = null;
    if (game.values.some((values) => values.length)) page.drawThoughts(thoughts, game, state);
    state.go(game.opening);
  };
  const choice = h('select', { 'aria-label': 'Which game', onchange: () => open(games[choice.value]) },
    games.map((game, i) => h('option', { value: i }, `${game.why} (${game.moves.length} moves)`)));
  board.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: state.ply - 1, ArrowRight: state.ply + 1, Home: 0, End: state.game.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    state.go(to);
  });
  page.say('games', page.gamesSay());
  section.append(h('figure', { id: 'figure-games' },
    h('div', { class: 'game' }, h('div', {}, state.truth && state.truth.row, board, h('div', { class: 'buttons' }, first, back, next, last)),
      h('div', {}, h('div', { class: 'buttons' }, choice), text, h('p', { class: 'soft' }, where), state.truth && [state.truth.remark, state.truth.link], analysis)),
    thoughts,
    page.dataset('moves', [{ key: 'why', title: 'game', text: true }, { key: 'first', title: 'first', text: true }, { key: 'second', title: 'second', text: true },
      { key: 'result', title: 'result', text: true }, { key: 'length', title: 'moves' }, { key: 'moves', title: 'columns played', text: true }],
    games.map((g) => ({ why: g.why, first: g.players[0].name, second: g.players[1].name, result: page.gameResult(g), length: g.moves.length, moves: g.moves }))),
    page.dataset('evaluations', [{ key: 'why', title: 'game', text: true }, { key: 'player', title: 'player', text: true }, { key: 'moves', title: 'moves played' },
      { key: 'value', title: 'value for the first player', format: (v) => (typeof v === 'string' ? v : page.weight(v)) }],
    games.flatMap((g) => page.thoughts(g).flatMap((curve, i) => curve.map((d) => ({ why: g.why, player: g.players[i].name, moves: d.ply, value: d.value })))))));
  open(games[0]);
};

page.gamesSay = () => {
  const lengths = page.data.games.map((g) => g.moves.length);
  if (page.data.kind === 'analysis') return 'Step through a game. Beside the board: who wins with best play, and what should have been played.';
  return `${page.count(lengths.length, 'game')} ${page.data.kind === 'run' ? `of the champion in generation ${page.data.making.closed - 1}` : 'of this tournament'}, `
    + `from ${d3.min(lengths)} to ${d3.max(lengths)} moves. Below the board: how each side’s own search evaluated every position${page.data.play ? ', and what it is worth by perfect play' : ''}.`;
};
