/* An experiment: combinations of config values, each run with several seeds. */
page.EXPERIMENT_SERIES = 6;
page.SEED_MARGIN = 9;

/* The combinations in the order of their mean scores, with what all charts need. */
page.experimentRows = (result) => result.combinations
  .map((c, k) => ({ ...c, k, series: k % page.EXPERIMENT_SERIES + 1, symbol: page.symbols[k % page.EXPERIMENT_SERIES] }))
  .sort((a, b) => b.score.mean - a.score.mean);

page.spread = (i) => (i.low === null ? 'one seed, no interval' : `95% interval ${page.range(i)}`);

/* A dot for each seed, and the mean with its interval below them. */
page.drawCombinations = (section, result) => {
  const rows = page.experimentRows(result), step = 44;
  const seeds = rows.flatMap((row, i) => row.runs.map((run) => ({ ...run, row, i })));
  const values = [...seeds.map((d) => d.score.mean), ...rows.flatMap((row) => [row.score.low, row.score.high])].filter((x) => x !== null);
  const { measurement: m } = result;
  page.figure(section, {
    name: 'combinations',
    title: 'Score of the champions',
    says: `Each small dot is the champion of one of ${page.count(result.seeds, 'seed')}, measured against ${page.count(m.opponents.length, 'opponent')} `
      + `from ${page.count(m.openings, 'opening')} each that no run has trained on. The large mark is the mean`
      + `${result.seeds > 1 ? ' with its 95% interval' : '; one seed gives no interval'}.`,
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(200, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain(d3.extent(values)).range([0, width]).nice();
      const height = rows.length * step, y = (i) => i * step + step / 2;
      page.xAxis(g, scale, height, 'score: 1 is all won, ½ is even', { format: page.score });
      g.selectAll('.name').data(rows).enter().append('text').attr({ class: 'name', x: -10, dy: '.32em', 'text-anchor': 'end' })
        .attr('y', (d, i) => y(i)).text((d) => page.cut(d.name, width < 300 ? 13 : 26));
      g.selectAll('.whisker').data(rows.filter((d) => d.score.low !== null)).enter().append('line').attr('class', (d) => `whisker s${d.series}`)
        .attr({ x1: (d) => scale(d.score.low), x2: (d) => scale(d.score.high), y1: (d) => y(rows.indexOf(d)) + page.SEED_MARGIN, y2: (d) => y(rows.indexOf(d)) + page.SEED_MARGIN });
      page.mark(g.selectAll('.seed').data(seeds).enter().append('circle').attr('class', (d) => `seed fill s${d.row.series}`)
        .attr({ cx: (d) => scale(d.score.mean), cy: (d) => y(d.i) - page.SEED_MARGIN, r: 3.5 }).style('fill-opacity', 0.75),
      (d) => `${d.row.name}, seed ${d.seed}\nscore ${page.score(d.score.mean)} (${page.range(d.score)} over openings)\n`
        + `${page.count(d.games, 'game')} in ${page.count(d.generations, 'generation')}`
        + (d.positions ? `\nerrs in ${d.mistakes} of ${d.positions} positions` : ''));
      page.mark(g.selectAll('.mean').data(rows).enter().append('path').attr('class', (d) => `mean fill s${d.series}`)
        .attr('d', (d) => d3.svg.symbol().type(d.symbol).size(90)())
        .attr('transform', (d, i) => `translate(${scale(d.score.mean)},${y(i) + page.SEED_MARGIN})`),
      (d) => `${d.name}\nmean ${page.score(d.score.mean)} (${page.spread(d.score)})`);
      return height;
    },
    columns: [
      { key: 'name', title: 'combination', text: true }, { key: 'seed', title: 'seed', text: true }, { key: 'mean', title: 'score', format: page.score },
      { key: 'low', title: 'from', format: page.score }, { key: 'high', title: 'to', format: page.score }, { key: 'generations', title: 'generations' },
      { key: 'games', title: 'games', format: page.thousands }, ...(m.positions ? [{ key: 'mistakes', title: `mistakes in ${m.positions}` }] : []),
      { key: 'seconds', title: 'seconds', format: page.thousands }, { key: 'folder', title: 'folder', text: true },
    ],
    rows: seeds.map(({ row, score, ...run }) => ({ ...run, ...score, name: row.name })),
  });
};

page.combinationColumns = (rows) => [
  { key: 'name', title: 'combination', text: true }, { key: 'mean', title: 'score', format: page.score },
  { key: 'low', title: 'from', format: page.score }, { key: 'high', title: 'to', format: page.score },
  { key: 'best', title: 'best', format: page.score }, { key: 'best_seed', title: 'seed' },
  { key: 'worst', title: 'worst', format: page.score }, { key: 'worst_seed', title: 'seed' },
  ...(rows[0].mistakes.mean === null ? [] : [{ key: 'errs', title: 'errs in', format: (x) => page.percent(x) }]),
  { key: 'games', title: 'games', format: page.thousands }, { key: 'seconds', title: 'seconds', format: page.thousands },
];

/* Differences of every two combinations with the same seeds. */
page.drawDifferences = (section, result) => {
  if (result.seeds < 2 || result.comparisons.length === 0) return;
  const name = (k) => result.combinations[k].name, shown = result.comparisons.slice(0, 30);
  const rows = shown.map((d) => ({ name: `${name(d.better)} – ${name(d.other)}`, pair: d, cells: [{ ...d.difference, score: d.difference.mean }] }));
  const clear = result.comparisons.filter((d) => d.clear).length;
  page.figure(section, {
    name: 'differences',
    title: 'Differences with the same seed',
    says: `Clear differences: ${clear} of ${result.comparisons.length}. A difference is clear if p is below 0.05 after correction for the number of comparisons`
      + `${shown.length < result.comparisons.length ? `. The ${shown.length} clearest are drawn` : ''}.`,
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(280, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain(d3.extent([0, ...rows.flatMap((r) => [r.cells[0].low, r.cells[0].high])])).range([0, width]).nice();
      page.xAxis(g, scale, rows.length * 20, 'how much more the first scores', { format: page.score });
      g.append('line').attr({ class: 'even', x1: scale(0), x2: scale(0), y1: 0, y2: rows.length * 20 });
      return page.dots(g, width, { rows, series: 1, scale, names: width < 300 ? 13 : 38,
        tip: ({ cell, row }) => `${row.name}\n${page.signed(cell.score, 3)} (95% interval ${page.range(cell)})\n`
          + `p = ${page.fixed(row.pair.p, 4)}, ${page.fixed(row.pair.p_corrected, 4)} after correction` });
    },
    columns: [
      { key: 'first', title: 'combination', text: true }, { key: 'second', title: 'against', text: true },
      ...['mean', 'low', 'high'].map((key, i) => ({ key, title: ['scores more', 'from', 'to'][i], format: page.score })),
      { key: 'p', title: 'p', format: (x) => page.fixed(x, 4) }, { key: 'p_corrected', title: 'corrected', format: (x) => page.fixed(x, 4) },
    ],
    rows: result.comparisons.map((d) => ({ ...d, ...d.difference, first: name(d.better), second: name(d.other) })),
  });
};

page.drawCurves = (section, result) => {
  const rows = page.experimentRows(result), all = rows.flatMap((row) => row.points.map((point) => ({ ...point, row })));
  const first = rows[0], end = first.points[first.points.length - 1];
  const values = all.flatMap((d) => [d.score.mean, d.score.low, d.score.high]).filter((x) => x !== null);
  page.figure(section, {
    name: 'curves',
    title: 'Score against games played',
    says: `The champions that the runs had after some of their games, on the same openings: means over ${page.count(result.seeds, 'seed')}`
      + `${result.seeds > 1 ? ', with bands of 95%' : ''}. ${first.name} ends with ${page.score(end.score.mean)} after ${page.count(end.games, 'game')}.`,
    legend: rows.map((row) => ({ series: row.series, symbol: row.symbol, text: row.name })),
    margin: { top: 24, right: 12, bottom: 44, left: 46 },
    draw: (g, width) => {
      const height = Math.min(380, Math.max(240, width * 0.42));
      const x = d3.scale.linear().domain([0, d3.max(all, (d) => d.games)]).range([0, width]);
      const y = d3.scale.linear().domain(d3.extent(values)).range([height, 0]).nice();
      page.yAxis(g, y, width, 'score', { format: page.score });
      page.xAxis(g, x, height, 'games played', { format: page.thousands });
      for (const row of rows) {
        if (result.seeds > 1) {
          g.append('path').datum(row.points).attr('class', `band s${row.series}`)
            .attr('d', d3.svg.area().x((d) => x(d.games)).y0((d) => y(d.score.low)).y1((d) => y(d.score.high)));
        }
        g.append('path').datum(row.points).attr('class', `line s${row.series}`).attr('d', d3.svg.line().x((d) => x(d.games)).y((d) => y(d.score.mean)));
      }
      for (const row of rows) {
        page.points(g, all.filter((d) => d.row === row), { x: (d) => x(d.games), y: (d) => y(d.score.mean), series: row.series, symbol: row.symbol,
          tip: (d) => `${d.row.name} after ${page.count(d.games, 'game')}\nscore ${page.score(d.score.mean)} (${page.spread(d.score)})` });
      }
      return height;
    },
    columns: [{ key: 'name', title: 'combination', text: true }, { key: 'games', title: 'games', format: page.thousands },
      ...['mean', 'low', 'high'].map((key, i) => ({ key, title: ['score', 'from', 'to'][i], format: page.score }))],
    rows: all.map((d) => ({ name: d.row.name, games: d.games, ...d.score })),
  });
};

page.sections.experimentResult = (section) => {
  const [result] = page.data.results;
  section.append(h('ul', { class: 'answers' }, result.findings.map((text) => h('li', {}, text))),
    h('div', { class: 'scroll', tabindex: 0 }, page.table(page.combinationColumns(result.combinations),
      page.experimentRows(result).map((d) => ({ ...d, mean: d.score.mean, low: d.score.low, high: d.score.high, errs: d.mistakes.mean })), 'combinations')));
  page.drawCombinations(section, result);
  page.drawDifferences(section, result);
};

page.sections.experimentCurves = (section) => page.drawCurves(section, page.data.results[0]);

page.heads.experiment = () => {
  const [result] = page.data.results, { measurement: m } = result;
  return {
    kind: 'An experiment with evolutions of Connect Four players', lead: result.findings[0],
    tiles: [[page.thousands(result.combinations.length), result.combinations.length === 1 ? 'combination' : 'combinations'],
      [page.thousands(result.seeds), result.seeds === 1 ? 'seed' : 'seeds'],
      [page.thousands(d3.sum(result.combinations, (c) => d3.sum(c.runs, (run) => run.games))), 'games of the runs'],
      [page.thousands(m.opponents.length), `opponents to measure against, ${page.count(m.openings, 'opening')} each`]],
  };
};
