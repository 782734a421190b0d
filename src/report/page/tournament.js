/* A tournament: the rating list and the crosstable. */
page.TABLE_PLAYERS = 60;

/* The crosstable in the form that rivals.js draws. */
page.tournamentRivals = (result) => {
  const players = result.players.slice(0, page.TABLE_PLAYERS), place = new Map(players.map((p, i) => [p.name, i]));
  const cells = players.map(() => players.map(() => []));
  for (const pair of result.pairs) {
    if (place.has(pair.first) && place.has(pair.second)) cells[place.get(pair.first)][place.get(pair.second)] = [pair.wins, pair.draws, pair.losses];
  }
  const score = (a, b) => page.points3(page.both(cells[a]?.[b] || [], page.turned(cells[b]?.[a])));
  const { cycles } = result;
  return {
    players, cells, met: result.players.length,
    cycles: {
      transitive: cycles.transitive_share, cyclic: cycles.cyclic_share, chance: cycles.chance_share, p: cycles.p,
      list: cycles.surest.map((c) => ({ ...c, players: c.players.map((name) => ({ name })),
        scores: [0, 1, 2].map((k) => score(place.get(c.players[k]), place.get(c.players[(k + 1) % 3]))) })),
    },
  };
};

page.standingSays = (result) => {
  const [best, second] = result.players, { mean, low, high } = result.first_move_elo;
  const clear = second && best.elo - second.elo > Math.hypot(best.error, second.error);
  return `${best.name} leads with ${page.signed(best.elo)} ± ${page.fixed(best.error, 0)} Elo${second ? `; ${second.name} follows with ${page.signed(second.elo)} ± ${page.fixed(second.error, 0)}${clear ? '' : ', which is no clear difference'}` : ''}. `
    + `The first move is worth ${page.signed(mean)} Elo (95% interval ${page.signed(low)} to ${page.signed(high)}).`;
};

page.drawStanding = (section, result) => {
  const rows = result.players.map((p) => ({ name: p.name, cells: [{ ...p, score: p.elo, points: p.score, low: p.elo - p.error, high: p.elo + p.error }] }));
  const published = result.players.some((p) => p.published !== undefined);
  page.figure(section, {
    name: 'standing',
    title: 'Ratings',
    says: page.standingSays(result),
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(170, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain([d3.min(rows, (r) => r.cells[0].low), d3.max(rows, (r) => r.cells[0].high)]).range([0, width]).nice();
      page.xAxis(g, scale, rows.length * 20, 'Elo', { format: (x) => page.fixed(x, 0) });
      return page.dots(g, width, {
        rows, series: 1, scale, names: width < 300 ? 13 : 22,
        tip: ({ cell }) => `${cell.name}: Elo ${page.signed(cell.elo)} ± ${page.fixed(cell.error, 0)}\n${page.wdlText([cell.wins, cell.draws, cell.losses])}, score ${page.score(cell.points)}`
          + (cell.published === undefined ? '' : `\n${cell.published} wins were published`),
      });
    },
    columns: [
      { key: 'name', title: 'player', text: true }, { key: 'elo', title: 'Elo', format: (x) => page.fixed(x, 0) },
      { key: 'error', title: '±', format: (x) => page.fixed(x, 0) }, { key: 'games', title: 'games', format: page.thousands },
      { key: 'wins', title: 'won' }, { key: 'draws', title: 'drawn' }, { key: 'losses', title: 'lost' },
      { key: 'score', title: 'score', format: page.score }, { key: 'low', title: 'from', format: page.score }, { key: 'high', title: 'to', format: page.score },
      ...(published ? [{ key: 'published', title: 'published wins' }] : []),
    ],
    rows: result.players,
  });
};

/* Our scores compared with those that a study published, pair by pair. */
page.drawPublished = (section, { cells, chi_square: chi, p }) => {
  const rows = cells.map((c) => ({ name: `${c.x} – ${c.o}`, cells: [{ ...c, low: c.score, high: c.score }, { ...c, low: c.published, high: c.published, score: c.published }], cell: c }));
  page.figure(section, {
    name: 'published',
    title: 'Compared with the published figures',
    says: `${page.count(cells.length, 'cell')}; chi square ${page.fixed(chi, 1)}, p = ${page.fixed(p, 3)}: ${p < 0.05 ? 'they differ by more than chance' : 'they differ no more than by chance'}.`,
    legend: [{ series: 1, symbol: 'circle', text: 'ours' }, { series: 2, symbol: 'diamond', text: 'published' }],
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(190, innerWidth / 2.6) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain([0, 1]).range([0, width]);
      const height = page.dots(g, width, {
        rows, series: 2, scale, names: width < 300 ? 16 : 26,
        tip: ({ row }) => `${row.name}\nours ${page.score(row.cell.score)} in ${page.count(row.cell.games, 'game')}\npublished ${page.score(row.cell.published)}\nz = ${page.signed(row.cell.z, 1)}`,
      });
      page.xAxis(g, scale, height, 'score of the player named first');
      return height;
    },
    columns: [{ key: 'x', title: 'first', text: true }, { key: 'o', title: 'second', text: true }, { key: 'games', title: 'games' },
      { key: 'score', title: 'ours', format: page.score }, { key: 'published', title: 'published', format: page.score }, { key: 'z', title: 'z', format: (x) => page.signed(x, 1) }],
    rows: cells,
  });
};

page.sections.tournamentVerdict = (section) => {
  const [result] = page.data.results;
  page.drawStanding(section, result);
  if (result.published) page.drawPublished(section, result.published);
};

page.sections.tournamentTable = (section) => {
  const [result] = page.data.results;
  page.data.rivals = page.tournamentRivals(result);
  const { players, met, cycles } = page.data.rivals;
  if (players.length < 2 || result.games === 0) return page.say('rivals', 'No games were played.');
  page.drawCrosstable(section, 'The crosstable', players.length < met ? `The best ${players.length} of ${met}.` : `All ${met} players.`);
  if (cycles.list.length > 0 || players.length > 2) page.drawCycles(section);
};

page.heads.tournament = () => {
  const [result] = page.data.results;
  return {
    kind: 'A tournament of Connect Four players', lead: page.standingSays(result),
    tiles: [[page.thousands(result.players.length), 'players'], [page.thousands(result.games), result.games < result.scheduled ? `of ${page.thousands(result.scheduled)} games` : 'games'],
      [page.thousands(result.openings), result.openings === 1 ? 'opening' : 'openings'], [page.percent(result.cycles.transitive_share, 0), 'of the differences follow the rating list']],
  };
};
