/* A comparison: is the first player better than the others, and how? */
page.matchName = (m) => (m.limit === 'depth' ? `depth ${m.amount}` : m.limit === 'nodes' ? 'equal nodes' : 'own limits');

page.drawScores = (section, result) => {
  const [first] = result.players;
  const names = [...new Set(result.opponents.flatMap((o) => o.matches.map(page.matchName)))];
  const rows = result.opponents.map((o) => ({ name: o.against,
    cells: names.map((name) => o.matches.find((m) => page.matchName(m) === name && m.games > 0)).map((m) => (m ? { ...m, first: [m.moving_first.wins, m.moving_first.draws, m.moving_first.losses],
      second: [m.moving_second.wins, m.moving_second.draws, m.moving_second.losses] } : null)) }));
  const all = rows.flatMap((row) => row.cells.filter((c) => c).map((c) => ({ ...c, against: row.name, at: page.matchName(c) })));
  if (all.length === 0) return page.say('verdict', 'No games were played.');
  page.figure(section, {
    name: 'scores',
    title: `${first.player} against the others`,
    says: `Scores of ${first.player} in ${page.count(d3.sum(all, (c) => c.games), 'game')} from openings of ${result.openings.plies} plies${result.openings.unseen ? ' that no run among the players was trained on' : ''}.`,
    legend: names.map((name, i) => ({ series: i % 6 + 1, symbol: page.symbols[i % 6], text: name })),
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(150, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain([Math.min(0.4, d3.min(all, (c) => c.low)), Math.max(0.6, d3.max(all, (c) => c.high))]).range([0, width]).nice();
      const height = rows.length * Math.max(20, 9 * names.length + 9);
      page.xAxis(g, scale, height, 'score: 1 is all won, ½ is even');
      g.append('line').attr({ class: 'even', x1: scale(0.5), x2: scale(0.5), y1: 0, y2: height });
      return page.dots(g, width, {
        rows, series: names.length, scale, names: width < 300 ? 13 : 20,
        tip: ({ cell, row }) => `${first.player} against ${row.name}, ${page.matchName(cell)}${cell.limit === 'nodes' ? ` (${page.thousands(cell.amount)} per move)` : ''}\nscore ${page.score(cell.score)} (${page.range(cell)})\n`
          + `Elo ${page.signed(cell.elo)} (${page.signed(cell.elo_low)} to ${page.signed(cell.elo_high)})\nmoving first: ${page.wdlText(cell.first)}\nsecond: ${page.wdlText(cell.second)}`,
      });
    },
    columns: [
      { key: 'against', title: 'against', text: true }, { key: 'at', title: 'at', text: true }, { key: 'games', title: 'games', format: page.thousands },
      { key: 'wins', title: 'won' }, { key: 'draws', title: 'drawn' }, { key: 'losses', title: 'lost' }, { key: 'score', title: 'score', format: page.score },
      { key: 'low', title: 'from', format: page.score }, { key: 'high', title: 'to', format: page.score }, { key: 'elo', title: 'Elo', format: (x) => page.fixed(x, 0) },
      { key: 'elo_low', title: 'from', format: (x) => page.fixed(x, 0) }, { key: 'elo_high', title: 'to', format: (x) => page.fixed(x, 0) }, { key: 'los', title: 'LOS', format: (x) => page.percent(x) },
    ],
    rows: all,
  });
};

page.sections.compareVerdict = (section) => {
  const [result] = page.data.results;
  section.append(h('ul', { class: 'answers' }, result.opponents.filter((o) => o.verdict).map((o) => h('li', {}, o.verdict))));
  page.drawScores(section, result);
  const asked = result.players.filter((p) => p.mistakes);
  if (asked.length > 1) {
    page.drawMistakes(section, asked.map((p) => ({ ...p.mistakes, name: p.player, score: p.mistakes.rate, champion_only: p.mistakes.first_only, other_only: p.mistakes.this_only })),
      asked[0].player, 'the others');
  }
};

page.sections.compareWeights = (section) => {
  const [result] = page.data.results, who = result.players.map((p, k) => ({ label: p.player, k, genome: p.genome })).filter((p) => p.genome);
  const rows = (result.weights || []).map((w) => ({ gene: { name: w.gene, help: `${w.family}; unscaled: ${who.map((p) => page.weight(w.value[p.k])).join(', ')}`, initial: null }, values: who.map((p) => w.scaled[p.k]) }));
  if (who.some((p) => result.players[p.k].tables)) {
    page.note('weights', `Tables, by their checksums: ${who.map((p) => `${p.label} ${result.players[p.k].tables || 'none'}`).join(', ')}.`
      + who.filter((p) => result.players[p.k].tables_effect).map((p) => ` With those of ${p.label} the evaluation of ${result.players[0].player} would change by ${page.fixed(result.players[p.k].tables_effect, 1)}%.`).join(''));
  }
  const learned = who.filter((p) => result.players[p.k].threats).map((p) => ({ label: p.label, threats: result.players[p.k].threats }));
  if (learned.length) page.drawThreats(section, learned);
  if (rows.length === 0) return page.say('weights', 'No weights differ.');
  page.weightTable(section, {
    name: 'genomes', who, rows, title: 'Weights that differ, the largest effect first',
    says: `${page.count(rows.length, 'weight')}, scaled so that all evaluations have the same spread; ${rows[0].gene.name} makes the largest difference. `
      + 'Within a row, a deeper colour is a larger weight; blue is positive, orange negative.',
  });
};

page.heads.comparison = () => {
  const [result] = page.data.results, games = d3.sum(result.opponents, (o) => d3.sum(o.matches, (m) => m.games));
  const mistakes = result.players[0].mistakes;
  return {
    kind: 'A comparison of Connect Four players', lead: result.opponents[0].verdict || '',
    tiles: [[page.thousands(games), 'games'], [page.thousands(result.opponents.length), result.opponents.length === 1 ? 'opponent' : 'opponents'],
      ...(mistakes ? [[page.percent(mistakes.rate), `of ${mistakes.positions} solved positions in which ${result.players[0].player} errs`]] : [])],
  };
};
