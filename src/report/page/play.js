/* A board to play against the champion on, and perfect play beside the games; see src/export/page. */
page.sections.play = (section) => {
  if (page.data.play.missing) return page.say('play', page.data.play.missing);
  const [champion] = page.data.play.players, place = h('div');
  page.say('play', `The champion looks ${page.count(champion.depth, 'ply', 'plies')} ahead, as in the run, unless you choose another strength. `
    + 'Two people can play here, too, or the champion against itself.');
  section.append(place);
  page.session = play.start(place, page.data);
  if (page.session.started) place.scrollIntoView();
};

/*
 * Perfect play beside a game of games.js, whose state it gets: a row above the board, what a move
 * gave away, and a curve. Solving begins when the board comes into sight.
 */
page.gameTruth = (state, board) => {
  const { data } = page, row = new play.Row('truth', page.COLUMNS), remark = h('p', { class: 'play-remark' }), link = h('a', { class: 'play-on' }, 'Play on from here');
  let truth = null;
  const update = () => {
    const { moves } = state.game, now = moves.slice(0, state.ply), side = play.SIDES[state.ply % 2];
    const over = play.replay(now, data.board).outcome !== null, lapse = truth && state.ply ? truth.lapse(moves, state.ply - 1) : null;
    link.href = `#moves=${now}`;
    remark.hidden = !lapse;
    remark.textContent = lapse ? `Move ${state.ply}: ${lapse.grave ? 'that ' : ''}${lapse.text}.` : '';
    play.drawTruth(row, { columns: over || !truth ? row.cells.map(() => (over ? null : undefined)) : truth.columns(now), plies: state.ply, board: data.board,
      caption: over ? ['The game is over.'] : [h('b', {}, 'Perfect play'), `, ${side} to move`] });
    if (truth) truth.want(over ? null : now, moves);
    draw();
  };
  /* For the first player, in the coordinates of the chart, as far as it is known. */
  const curve = () => {
    const points = [...state.game.moves, ''].map((_, ply) => {
      const known = truth && truth.known(state.game.moves.slice(0, ply));
      return known ? `${state.x(ply)},${state.y(1.15 * play.Curve.exact(ply % 2 ? play.turned(known) : known, data.board))}` : null;
    });
    return points.map((point, i) => (point ? `${i && points[i - 1] ? 'L' : 'M'}${point}` : '')).join('') || 'M0,0';
  };
  const draw = () => { if (state.exact) state.exact.attr('d', curve()); };
  new IntersectionObserver(async (entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    truth = new play.Truth(await play.load(data.play), data.board, update);
    update();
  }).observe(board);
  return { row: row.element, remark, link, update, draw };
};
