/* Progress: scores, diversity, validation, games and time over generations. */
page.generationScale = (width) => d3.scale.linear()
  .domain([0, Math.max(1, page.data.generations[page.data.generations.length - 1].generation)]).range([0, width]);

page.pm = (x, error) => `${page.score(x)} ± ${page.score(error)}`;

/* What the progress chart shows: the panel, or without one the score from all games. */
page.progressSays = (rows) => {
  const first = rows[0], last = rows[rows.length - 1], panel = first.panel !== null;
  const changes = `The title changed hands ${page.count(Math.max(0, page.data.titles - 1), 'time')}.`;
  return panel
    ? `The champion’s score on the panel went from ${page.pm(first.panel, first.panel_error)} to ${page.pm(last.panel, last.panel_error)}. ${changes} `
      + 'The panel plays every champion against the opponents on the same validation openings, so differences between generations are more certain than the band.'
    : `The champion’s score from all games so far went from ${page.pm(first.score, first.score_error)} to ${page.pm(last.score, last.score_error)}. ${changes} `
      + 'Every generation has openings of its own, so small differences between generations mean nothing.';
};

page.progressTip = (d) => [`generation ${d.generation}, champion #${d.champion}${d.crowned ? ', new' : ''}`,
  d.panel === null ? null : `panel ${page.pm(d.panel, d.panel_error)}`,
  d.score === null ? null : `all games so far ${page.pm(d.score, d.score_error)}`,
  d.score_mean === null ? null : `population ${page.score(d.score_mean)}, standard deviation ${page.score(d.score_spread)}`,
  d.elo === null ? null : `Elo ${page.signed(d.elo)} ± ${page.fixed(d.error, 0)}`].filter((x) => x).join('\n');

page.progressColumns = () => [
  { key: 'generation', title: 'generation' }, { key: 'genomes', title: 'genomes' },
  { key: 'games', title: 'games', format: page.thousands },
  ...['panel', 'panel_error', 'score', 'score_error', 'score_mean', 'score_spread'].map((key, i) => ({ key,
    title: ['panel', '±', 'champion’s score', '±', 'population’s mean', 'spread'][i], format: page.score })),
  { key: 'diversity', title: 'diversity', format: (x) => page.fixed(x, 2) },
  ...['best', 'best_error', 'mean', 'spread'].map((key, i) => ({ key, title: ['best Elo', '±', 'mean Elo', 'spread'][i], format: (x) => page.fixed(x, 0) })),
  { key: 'champion', title: 'champion', cell: (row) => page.link(row.champion) },
  { key: 'elo', title: 'Elo', format: (x) => page.fixed(x, 0) }, { key: 'error', title: '±', format: (x) => page.fixed(x, 0) },
  { key: 'crowned', title: 'new', format: (x) => (x ? 'yes' : '') },
  ...(page.data.generations.some((d) => d.loss_after !== undefined)
    ? [{ key: 'loss_before', title: 'loss before the fit', format: (x) => page.fixed(x, 4) }, { key: 'loss_after', title: 'after', format: (x) => page.fixed(x, 4) }] : []),
];

/* Points of one series, as marks; small ones where there are many. */
page.points = (g, rows, { x, y, series, tip, genome, symbol = 'circle' }) => {
  const size = rows.length > 150 ? 9 : rows.length > 60 ? 18 : 36;
  return page.mark(g.selectAll(null).data(rows).enter().append('path')
    .attr('d', d3.svg.symbol().type(symbol).size(size)()).attr('class', `point fill s${series}`)
    .attr('transform', (d) => `translate(${x(d)},${y(d)})`), tip, genome);
};

/* A chart over generations: bands and lines {low, high, value, series, faint}, points on `value`. */
page.overGenerations = (g, width, { rows, bands, lines, value, unit, height, digits, tip }) => {
  const x = page.generationScale(width), at = (d) => x(d.generation);
  const ends = rows.flatMap((d) => [value(d), ...bands.flatMap((band) => [band.low(d), band.high(d)]), ...lines.map((line) => line.value(d))]);
  const y = d3.scale.linear().range([height, 0]).domain(d3.extent(ends)).nice();
  page.yAxis(g, y, width, unit, { format: (v) => page.fixed(v, digits) });
  page.xAxis(g, x, height, 'generation', { values: page.wholeTicks(x, width), format: d3.format('d') });
  bands.forEach((band) => g.append('path').datum(rows).attr('class', `band s${band.series}`)
    .attr('d', d3.svg.area().x(at).y0((d) => y(band.low(d))).y1((d) => y(band.high(d)))));
  lines.forEach((line) => g.append('path').datum(rows).attr('class', `line s${line.series}`).style('stroke-opacity', line.faint ? 0.5 : 1)
    .style('stroke-dasharray', line.dashed ? '5 4' : null).attr('d', d3.svg.line().x(at).y((d) => y(line.value(d)))));
  page.points(g, rows, { x: at, y: (d) => y(value(d)), series: 1, tip, genome: (d) => d.champion }).classed('best', true);
  return { x: at, y };
};

page.drawScoresOver = (section, rows) => {
  const panel = rows[0].panel !== null, value = (d) => (panel ? d.panel : d.score);
  const error = (d) => (panel ? d.panel_error : d.score_error);
  page.figure(section, {
    name: 'ratings',
    title: 'Score of the champions',
    says: page.progressSays(rows),
    legend: [
      { series: 1, text: panel ? 'champion on the panel, with its 95% band' : 'champion, from all games so far, with its 95% band' },
      ...(panel ? [{ series: 3, text: 'champion, from all its games so far (dashed)' }] : []),
      { series: 0, text: 'population: mean and one standard deviation' },
      { series: 2, symbol: 'diamond', text: 'a new champion' },
    ],
    margin: { top: 24, right: 12, bottom: 44, left: 46 },
    draw: (g, width) => {
      const height = Math.min(380, Math.max(240, width * 0.42));
      const { x, y } = page.overGenerations(g, width, {
        rows, value, height, unit: 'score against the opponents', digits: 2, tip: page.progressTip,
        bands: [{ low: (d) => d.score_mean - d.score_spread, high: (d) => d.score_mean + d.score_spread, series: 0 },
          { low: (d) => value(d) - error(d), high: (d) => value(d) + error(d), series: 1 }],
        lines: [{ value: (d) => d.score_mean, series: 0, faint: true },
          ...(panel ? [{ value: (d) => d.score, series: 3, dashed: true }] : []), { value, series: 1 }] });
      page.points(g, rows.filter((d) => d.crowned), {
        x, y: (d) => y(value(d)), series: 2, tip: page.progressTip, symbol: 'diamond', genome: (d) => d.champion }).classed('crowned', true);
      return height;
    },
    columns: page.progressColumns(),
    rows: page.data.generations,
  });
};

/* Runs of older programs have Elo only. */
page.drawEloOver = (section) => {
  const rows = page.data.generations.filter((d) => d.best !== null), first = rows[0], last = rows[rows.length - 1];
  if (rows.length === 0) return;
  page.figure(section, {
    name: 'ratings',
    title: 'Ratings',
    says: `The best genome of a generation went from ${page.signed(first.best)} ± ${page.fixed(first.best_error, 0)} to ${page.signed(last.best)} ± ${page.fixed(last.best_error, 0)} Elo. `
      + `The title changed hands ${page.count(Math.max(0, page.data.titles - 1), 'time')}. `
      + 'Each generation was rated by its own games, so small differences between generations mean nothing.',
    legend: [{ series: 1, text: 'best, with its 95% band' }, { series: 0, text: 'mean, with one standard deviation' }, { series: 2, symbol: 'diamond', text: 'a new champion' }],
    margin: { top: 24, right: 12, bottom: 44, left: 46 },
    draw: (g, width) => {
      const height = Math.min(380, Math.max(240, width * 0.42));
      const { x, y } = page.overGenerations(g, width, {
        rows, value: (d) => d.best, height, unit: 'Elo', digits: 0, tip: page.progressTip,
        bands: [{ low: (d) => d.mean - d.spread, high: (d) => d.mean + d.spread, series: 0 },
          { low: (d) => d.best - d.best_error, high: (d) => d.best + d.best_error, series: 1 }],
        lines: [{ value: (d) => d.mean, series: 0 }, { value: (d) => d.best, series: 1 }] });
      page.points(g, rows.filter((d) => d.crowned), {
        x, y: (d) => y(d.elo), series: 2, tip: page.progressTip, symbol: 'diamond', genome: (d) => d.champion }).classed('crowned', true);
      return height;
    },
    columns: page.progressColumns(),
    rows: page.data.generations,
  });
};

page.drawRatings = (section) => {
  const rows = page.data.generations.filter((d) => d.score !== null && d.score_mean !== null);
  if (rows.length === page.data.generations.length) page.drawScoresOver(section, rows);
  else page.drawEloOver(section);
};

page.drawDiversity = (section) => {
  const rows = page.data.generations.filter((d) => d.diversity !== null), first = rows[0], last = rows[rows.length - 1];
  if (rows.length < 2) return;
  page.figure(section, {
    name: 'diversity',
    title: 'Diversity of the population',
    says: `How far genomes are from the centre of their generation, as a mean over genes in typical steps: ${page.fixed(first.diversity, 2)} at first, ${page.fixed(last.diversity, 2)} at last.`,
    margin: { top: 24, right: 12, bottom: 44, left: 46 },
    draw: (g, width) => {
      page.overGenerations(g, width, { rows, value: (d) => d.diversity, height: 120, unit: 'typical steps', digits: 1, bands: [],
        lines: [{ value: (d) => d.diversity, series: 1 }], tip: (d) => `generation ${d.generation}\ndiversity ${page.fixed(d.diversity, 2)}` });
      return 120;
    },
    columns: [{ key: 'generation', title: 'generation' }, { key: 'diversity', title: 'diversity', format: (x) => page.fixed(x, 3) }],
    rows,
  });
};

page.drawValidation = (section) => {
  const depth = page.data.making.depth;
  const rows = page.data.validation.filter((d) => d.depth === depth);
  if (rows.length < 2) return;
  const first = rows[0], last = rows[rows.length - 1];
  page.figure(section, {
    name: 'validation',
    title: 'Score against the hand-picked genomes, on openings never used in training',
    says: `After ${page.count(first.generations, 'generation')} the champion scored ${page.score(first.score)} (${page.range(first)}), `
      + `and after ${last.generations} it scored ${page.score(last.score)} (${page.range(last)}).`,
    margin: { top: 24, right: 12, bottom: 44, left: 46 },
    draw: (g, width) => {
      const height = 200, x = page.generationScale(width);
      x.domain([0, last.generations]);
      const y = d3.scale.linear().range([height, 0])
        .domain([Math.min(0.48, d3.min(rows, (d) => d.low)), Math.max(0.55, d3.max(rows, (d) => d.high))]).nice();
      page.yAxis(g, y, width, 'score', { ticks: 4 });
      page.xAxis(g, x, height, 'generations played', { values: page.wholeTicks(x, width), format: d3.format('d') });
      g.append('line').attr({ class: 'even', x1: 0, x2: width, y1: y(0.5), y2: y(0.5) });
      g.append('path').datum(rows).attr('class', 'line s3')
        .attr('d', d3.svg.line().x((d) => x(d.generations)).y((d) => y(d.score)));
      g.selectAll('.whisker').data(rows).enter().append('line').attr('class', 'whisker s3').attr({
        x1: (d) => x(d.generations), x2: (d) => x(d.generations), y1: (d) => y(d.low), y2: (d) => y(d.high) });
      page.points(g, rows, {
        x: (d) => x(d.generations), y: (d) => y(d.score), series: 3, genome: (d) => d.champion,
        tip: (d) => `after ${page.count(d.generations, 'generation')}, champion #${d.champion}\nscore ${page.score(d.score)} (${page.range(d)})\n`
          + `${page.count(d.games, 'game')}; beats ${d.beaten} of ${d.opponents}, with the 95% interval above ½`,
      });
      return height;
    },
    columns: [
      { key: 'generations', title: 'generations' }, { key: 'champion', title: 'champion', cell: (row) => page.link(row.champion) },
      { key: 'depth', title: 'depth' }, { key: 'games', title: 'games', format: page.thousands },
      { key: 'score', title: 'score', format: page.score }, { key: 'low', title: 'from', format: page.score },
      { key: 'high', title: 'to', format: page.score }, { key: 'beaten', title: 'beaten' }, { key: 'opponents', title: 'of' },
    ],
    rows: page.data.validation,
  });
};

/* One bar per generation. */
page.bars = (section, { name, title, says, unit, rows, value, series, tip, columns }) => page.figure(section, {
  name, title, says, columns, rows,
  margin: { top: 24, right: 12, bottom: 44, left: 46 },
  draw: (g, width) => {
    const height = 130, x = page.generationScale(width), last = x.domain()[1];
    x.domain([-0.5, last + 0.5]);
    const y = d3.scale.linear().range([height, 0]).domain([0, d3.max(rows, value) || 1]).nice();
    const bar = Math.max(1, Math.min(26, width / (last + 1) * (page.data.stride || 1) * 0.72));
    page.yAxis(g, y, width, unit, { ticks: 3, format: d3.format('s') });
    page.xAxis(g, x, height, 'generation', { values: page.wholeTicks(x, width), format: d3.format('d') });
    page.mark(g.selectAll('.bar').data(rows).enter().append('rect').attr('class', `bar fill s${series}`).attr({
      x: (d) => x(d.generation) - bar / 2, width: bar, y: (d) => y(value(d)), height: (d) => height - y(value(d)) }), tip);
    return height;
  },
});

page.drawGames = (section) => {
  const rows = page.data.generations, total = d3.sum(rows, (d) => d.games);
  const times = page.data.times.map(([generation, games, seconds]) => ({
    generation, games, seconds, rate: seconds > 0 ? games / seconds : null }));
  const pair = h('div', { class: 'pair' });
  section.append(pair);
  page.bars(pair, {
    name: 'games', title: 'Games', unit: 'games', rows, value: (d) => d.games, series: 6,
    says: page.data.stride > 1
      ? `The ${page.count(rows.length, 'generation')} shown here played ${page.count(total, 'game')}.`
      : `${page.count(total, 'game')} in ${page.count(rows.length, 'generation')}.`,
    tip: (d) => `generation ${d.generation}\n${page.count(d.games, 'game')}`,
    columns: [{ key: 'generation', title: 'generation' }, { key: 'games', title: 'games', format: page.thousands }],
  });
  if (times.length === 0) return;
  const seconds = d3.sum(times, (d) => d.seconds), played = d3.sum(times, (d) => d.games);
  page.bars(pair, {
    name: 'times', title: 'Time', unit: 'seconds', rows: times, value: (d) => d.seconds, series: 5,
    says: `${page.duration(seconds)} for these generations, not counting validation: `
      + `${page.thousands(played / Math.max(seconds, 1e-9))} games per second.`,
    tip: (d) => `generation ${d.generation}\n${page.fixed(d.seconds, 1)} s for ${page.count(d.games, 'game')}\n${page.thousands(d.rate || 0)} games per second`,
    columns: [{ key: 'generation', title: 'generation' }, { key: 'games', title: 'games', format: page.thousands },
      { key: 'seconds', title: 'seconds', format: (x) => page.fixed(x, 2) }, { key: 'rate', title: 'games per second', format: page.thousands }],
  });
};

page.sections.progress = (section) => {
  if (page.data.generations.length === 0) return page.say('progress', 'No generation has finished yet.');
  if (page.data.stride > 1) {
    page.note('progress', `One in ${page.data.stride} of the ${page.count(page.data.making.closed, 'generation')} is drawn, and the last one.`
      + ' “c4evolve log” lists all of them.');
  }
  page.drawRatings(section);
  page.drawDiversity(section);
  page.drawValidation(section);
  page.drawGames(section);
};
