/* Who beats whom: crosstables as heat maps, and cycles, which no rating list can show. */
page.rivalName = (p) => p.name || `#${p.id}`;
page.points3 = (cell) => (cell && cell.length && cell[0] + cell[1] + cell[2] > 0 ? (cell[0] + cell[1] / 2) / (cell[0] + cell[1] + cell[2]) : null);
/* The same games from the other side. */
page.turned = (cell) => (cell && cell.length ? [cell[2], cell[1], cell[0]] : []);
page.both = (a, b) => (a.length && b.length ? page.sum3(a, b) : a.length ? a : b);

/* Squares coloured by score: blue above one half, orange below, deeper further away. */
page.heat = (g, cells, { x, y, width, height, tip, genome }) => {
  const enter = g.selectAll('.cell').data(cells).enter();
  page.mark(enter.append('rect').attr('class', (d) => `cell ${d.score >= 0.5 ? 'more' : 'less'}`)
    .attr({ x: (d) => x(d) + 0.5, y: (d) => y(d) + 0.5, width: width - 1, height: height - 1, rx: Math.min(3, width / 5) })
    .style('fill-opacity', (d) => 0.06 + 1.35 * Math.abs(d.score - 0.5)), tip, genome);
  if (width >= 30) {
    enter.append('text').attr({ x: (d) => x(d) + width / 2, y: (d) => y(d) + height / 2, dy: '.34em', 'text-anchor': 'middle' })
      .style('pointer-events', 'none')
      .text((d) => page.fixed(d.score, 2));
  }
};

page.VIEWS = [
  { name: 'both colours', cell: (cells, i, k) => page.both(cells[i][k], page.turned(cells[k][i])) },
  { name: 'row moves first', cell: (cells, i, k) => cells[i][k] },
  { name: 'row moves second', cell: (cells, i, k) => page.turned(cells[k][i]) },
];

page.rivalCells = (view) => {
  const { players, cells } = page.data.rivals;
  return players.flatMap((row, i) => players.map((column, k) => ({ row, column, i, k, games: view.cell(cells, i, k) })))
    .map((d) => ({ ...d, score: page.points3(d.games) })).filter((d) => d.i !== d.k && d.score !== null);
};

page.firstMover = () => {
  const all = page.rivalCells(page.VIEWS[1]).reduce((sum, d) => page.sum3(sum, d.games), [0, 0, 0]);
  return { score: page.points3(all), games: all[0] + all[1] + all[2] };
};

page.drawCrosstable = (section, title, lead) => {
  const { players } = page.data.rivals, first = page.firstMover();
  let view = page.VIEWS[0];
  const buttons = page.VIEWS.map((v) => h('button', { type: 'button', class: 'plain view', 'aria-pressed': v === view, onclick: () => {
    view = v;
    buttons.forEach((b, i) => b.setAttribute('aria-pressed', page.VIEWS[i] === v));
    figure.redraw();
  } }, v.name));
  const best = players[0], size = Math.max(13, Math.min(24, Math.floor(760 / players.length)));
  const figure = page.figure(section, {
    name: 'crosstable', title,
    says: `${lead} ${page.rivalName(best)} is the strongest (Elo ${page.signed(best.elo)} ± ${page.fixed(best.error, 0)}). `
      + `The player who moves first scores ${page.score(first.score)} in ${page.count(first.games, 'game')}. Blue: the row wins more; orange: the column.`,
    before: h('div', { class: 'buttons', role: 'group', 'aria-label': 'Who moves first' }, buttons),
    margin: { top: 100, right: 50, bottom: 6, left: 118 },
    wide: players.length * size + 168,
    draw: (g) => {
      g.selectAll('.head').data(players).enter().append('text').attr('class', 'head').style('font-size', `${Math.min(12, size)}px`)
        .attr('transform', (d, i) => `translate(${i * size + size / 2 + 3},-6) rotate(-60)`).text((d) => page.cut(page.rivalName(d), 14));
      g.selectAll('.side').data(players).enter().append('text').attr({ class: 'side', x: -6, dy: '.34em', 'text-anchor': 'end' })
        .style('font-size', `${Math.min(12, size)}px`).attr('y', (d, i) => i * size + size / 2).text((d) => page.cut(page.rivalName(d), 16));
      page.heat(g, page.rivalCells(view), {
        x: (d) => d.k * size, y: (d) => d.i * size, width: size, height: size, genome: (d) => d.row.id,
        tip: (d) => `${page.rivalName(d.row)} against ${page.rivalName(d.column)}, ${view.name}\nscore ${page.score(d.score)}: ${page.wdlText(d.games)}`,
      });
      return players.length * size;
    },
    columns: [
      { key: 'first', title: 'moves first', text: true }, { key: 'second', title: 'moves second', text: true },
      { key: 'wins', title: 'won' }, { key: 'draws', title: 'drawn' }, { key: 'losses', title: 'lost' },
      { key: 'score', title: 'score', format: page.score },
    ],
    rows: page.rivalCells(page.VIEWS[1]).map((d) => ({ first: page.rivalName(d.row), second: page.rivalName(d.column),
      wins: d.games[0], draws: d.games[1], losses: d.games[2], score: d.score })),
  });
};

/* The champion against the hand-picked genomes, by depth and by who moves first. */
page.drawByColour = (section) => {
  const { verdict } = page.data;
  if (!verdict || verdict.length === 0) return;
  const depths = [...new Set(verdict.map((v) => v.depth))], opponents = [...new Set(verdict.map((v) => v.opponent))];
  const columns = depths.flatMap((depth) => [{ depth, key: 'first' }, { depth, key: 'second' }]);
  const cells = verdict.flatMap((v) => ['first', 'second'].map((key) => ({
    opponent: v.opponent, depth: v.depth, key, games: v[key], score: page.points3(v[key]),
    i: opponents.indexOf(v.opponent), k: columns.findIndex((c) => c.depth === v.depth && c.key === key),
  })));
  const total = (key) => page.points3(verdict.map((v) => v[key]).reduce(page.sum3));
  const line = 22, cell = 46;
  page.figure(section, {
    name: 'colours',
    title: 'Champion against hand-picked genomes, by who moves first',
    says: `Over all depths and opponents, the champion scores ${page.score(total('first'))} when it moves first and ${page.score(total('second'))} when it moves second.`,
    margin: { top: 46, right: 10, bottom: 6, left: 118 },
    wide: columns.length * cell + 128,
    draw: (g) => {
      g.selectAll('.top').data(depths).enter().append('text').attr({ class: 'top', y: -28, 'text-anchor': 'middle' })
        .attr('x', (d, i) => (2 * i + 1) * cell).text((d) => `depth ${d}`);
      g.selectAll('.head').data(columns).enter().append('text').attr({ class: 'head soft', y: -8, 'text-anchor': 'middle' })
        .attr('x', (d, i) => i * cell + cell / 2).text((d) => d.key);
      g.selectAll('.side').data(opponents).enter().append('text').attr({ class: 'side', x: -8, dy: '.34em', 'text-anchor': 'end' })
        .attr('y', (d, i) => i * line + line / 2).text((d) => page.cut(d, 16));
      page.heat(g, cells, {
        x: (d) => d.k * cell, y: (d) => d.i * line, width: cell, height: line,
        tip: (d) => `champion moving ${d.key} against ${d.opponent}, depth ${d.depth}\nscore ${page.score(d.score)}: ${page.wdlText(d.games)}`,
      });
      return opponents.length * line;
    },
    columns: [
      { key: 'opponent', title: 'opponent', text: true }, { key: 'depth', title: 'depth' }, { key: 'key', title: 'champion moves', text: true },
      { key: 'wins', title: 'won' }, { key: 'draws', title: 'drawn' }, { key: 'losses', title: 'lost' }, { key: 'score', title: 'score', format: page.score },
    ],
    rows: cells.map((d) => ({ ...d, wins: d.games[0], draws: d.games[1], losses: d.games[2] })),
  });
};

page.cyclesSay = (c) => {
  const chance = c.p < 0.05 ? `more than the ${page.percent(c.chance, 0)} expected by chance (p = ${Number(c.p.toPrecision(2))})`
    : `no more than the ${page.percent(c.chance, 0)} expected by chance`;
  return `${page.percent(c.transitive, 0)} of the differences in the crosstable follow a rating list; ${page.percent(c.cyclic, 0)} are cyclic, ${chance}. `
    + (c.triples === undefined ? '' : `Of ${page.count(c.triples, 'triple')} of players who all met, ${page.thousands(c.circular)} are circular. `)
    + (c.list.length === 0 ? 'There are no cycles.' : c.list[0].p_adjusted < 0.05 ? 'The clearest ones are drawn; the first is significant, adjusted for selection.' : 'None is significant, adjusted for selection; the clearest ones are drawn.');
};

page.drawCycles = (section) => {
  const { cycles } = page.data.rivals, size = 210;
  page.figure(section, {
    name: 'cycles',
    title: 'Cycles: A beats B beats C beats A',
    says: page.cyclesSay(cycles),
    margin: { top: 4, right: 4, bottom: 4, left: 4 },
    draw: (g, width) => {
      const across = Math.max(1, Math.floor(width / size)), spot = (i) => [(i % across) * size + size / 2, Math.floor(i / across) * 190 + 100];
      cycles.list.forEach((cycle, i) => {
        const [cx, cy] = spot(i), angle = (k) => -Math.PI / 2 + k * 2 * Math.PI / 3;
        const corner = (k) => [cx + 62 * Math.cos(angle(k)), cy + 62 * Math.sin(angle(k))];
        d3.range(3).forEach((k) => {
          const [x0, y0] = corner(k), [x1, y1] = corner((k + 1) % 3), length = Math.hypot(x1 - x0, y1 - y0), [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
          const [sx, sy, ex, ey] = [x0 + ux * 16, y0 + uy * 16, x1 - ux * 18, y1 - uy * 18];
          g.append('line').attr({ class: 'whisker s0', x1: sx, y1: sy, x2: ex, y2: ey });
          g.append('path').attr({ class: 'fill s0', d: 'M0,0L-9,-4.5L-9,4.5Z', transform: `translate(${ex + ux * 4},${ey + uy * 4}) rotate(${Math.atan2(uy, ux) * 180 / Math.PI})` });
          g.append('text').attr({ x: (x0 + x1) / 2 + (k === 1 ? 0 : uy * 19), y: (y0 + y1) / 2 - (k === 1 ? 13 : ux * 15), dy: '.34em', 'text-anchor': 'middle', class: 'soft' }).text(page.fixed(cycle.scores[k], 2));
        });
        const dots = g.selectAll(null).data(cycle.players.map((player, k) => ({ player, k }))).enter();
        page.mark(dots.append('circle').attr({ class: 'fill s1 rival', r: 9, cx: (d) => corner(d.k)[0], cy: (d) => corner(d.k)[1] }),
          (d) => `${page.rivalName(d.player)} scores ${page.score(cycle.scores[d.k])} against ${page.rivalName(cycle.players[(d.k + 1) % 3])}\np = ${page.fixed(cycle.p, 3)}; ${page.fixed(cycle.p_adjusted, 3)} adjusted for being picked among all cycles`,
          (d) => d.player.id);
        dots.append('text').attr({ 'text-anchor': 'middle', x: (d) => corner(d.k)[0], y: (d) => corner(d.k)[1] + (d.k === 0 ? -16 : 24) }).text((d) => page.cut(page.rivalName(d.player), 12));
      });
      return Math.ceil(cycles.list.length / across) * 190;
    },
    columns: [
      { key: 'a', title: 'A', text: true }, { key: 'b', title: 'B', text: true }, { key: 'c', title: 'C', text: true },
      { key: 'ab', title: 'A–B', format: page.score }, { key: 'bc', title: 'B–C', format: page.score }, { key: 'ca', title: 'C–A', format: page.score },
      { key: 'p', title: 'p', format: (x) => page.fixed(x, 4) }, { key: 'p_adjusted', title: 'p, adjusted', format: (x) => page.fixed(x, 4) },
    ],
    rows: cycles.list.map((c) => ({ a: page.rivalName(c.players[0]), b: page.rivalName(c.players[1]), c: page.rivalName(c.players[2]),
      ab: c.scores[0], bc: c.scores[1], ca: c.scores[2], p: c.p, p_adjusted: c.p_adjusted })),
  });
};

page.sections.rivals = (section) => {
  const { rivals, making } = page.data;
  if (!rivals || rivals.players.length < 2) return page.say('rivals', 'No generation has finished yet.');
  const shown = rivals.players.length;
  page.drawCrosstable(section, `The crosstable of generation ${rivals.generation}`,
    shown < rivals.met ? `The best ${shown} of ${rivals.met} players: population, opponents and earlier champions.` : `All ${shown} players: population, opponents and earlier champions.`);
  page.drawByColour(section);
  page.drawCycles(section);
  if (making.population && shown < rivals.met) page.note('rivals', '“c4evolve log RUN winrates” lists every pairing.');
};
