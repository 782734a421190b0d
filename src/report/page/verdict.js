/* The verdict: the champion against hand-picked genomes, and both against perfect play. */
page.symbols = ['circle', 'diamond', 'square', 'triangle-up', 'triangle-down', 'cross'];

/* Opponents in the order of the champion's score, with a cell for each depth. */
page.verdictRows = () => {
  const { verdict, validation } = page.data;
  const depths = [...new Set(verdict.map((v) => v.depth))];
  const opponents = [...new Set(verdict.map((v) => v.opponent))];
  const last = validation.length ? validation[validation.length - 1].generations : 0;
  const rows = opponents.map((name) => ({
    name, cells: depths.map((depth) => verdict.find((v) => v.opponent === name && v.depth === depth)),
  }));
  rows.sort((a, b) => b.cells[0].score - a.cells[0].score);
  const totals = depths.map((depth) => validation.find((v) => v.generations === last && v.depth === depth));
  const total = { name: 'all together', all: true, cells: totals };
  const groups = [['met', 'opponents in training'], ['unmet', 'references only']]
    .map(([key, name]) => ({ key, name, all: true, cells: totals.map((t) => t && t[key]) })).filter((g) => g.cells[0]);
  const heads = opponents.length < 2 ? [] : groups.length > 1 ? [total, ...groups] : [total];
  return { depths, rows: [...heads, ...rows], total, groups, last };
};

page.list = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`);

/* "it scores 0.712 (95% interval 0.690 to 0.734) and beats every one of the 6" */
page.groupSays = (cell) => {
  const open = cell.opponents - cell.beaten - cell.loses_to.length;
  const beats = cell.beaten === cell.opponents
    ? (cell.opponents === 1 ? 'and beats it' : `and beats every one of the ${cell.opponents}`)
    : `and beats ${cell.beaten || 'none'} of the ${cell.opponents}`;
  return `${page.score(cell.score)} (95% interval ${page.range(cell)}) ${beats}`
    + (cell.loses_to.length ? `, and loses to ${page.list(cell.loses_to.slice(0, 12))}${cell.loses_to.length > 12 ? ' and others' : ''}` : '')
    + (open && cell.opponents > 1 ? `, with no clear difference from ${open}` : '');
};

page.verdictSays = ({ depths, total, groups }) => {
  const [main, ...others] = total.cells;
  const names = { met: 'its opponents in training it scores', unmet: 'the references that the run never met it scores' };
  const rest = others.filter((cell) => cell);
  const also = rest.length === 0 ? ''
    : ` At ${rest.map((cell) => `depth ${cell.depth} it scores ${page.score(cell.score)}`).join(', at ')} against all, `
      + 'where it was not trained.';
  const said = groups.map((g) => `Against ${names[g.key]} ${page.groupSays(g.cells[0])}.`).join(' ');
  return `At depth ${depths[0]} the champion scores ${page.score(main.score)} (95% interval ${page.range(main)}) against the `
    + `hand-picked genomes in ${page.count(main.games, 'game')} from openings never used in training. ${said}${also}`;
};

page.wdlText = ([wins, draws, losses]) => `${wins} won, ${draws} drawn, ${losses} lost`;
page.sum3 = (a, b) => a.map((x, i) => x + b[i]);

/* Rows of dots with whiskers: {name, cells: [{score, low, high}], all} */
page.dots = (g, width, { rows, series, scale, tip, names, genome }) => {
  const step = Math.max(20, 9 * series + 9);
  const height = rows.length * step;
  const y = (row, k) => row * step + step / 2 + (series > 1 ? (k - (series - 1) / 2) * 9 : 0);
  const row = g.selectAll('.row').data(rows).enter().append('g').attr('class', 'row');
  row.append('line').attr({ x1: 0, x2: width, class: 'axis' }).attr('y1', (d, i) => (i + 1) * step)
    .attr('y2', (d, i) => (i + 1) * step).style('stroke', 'var(--rule)').style('stroke-opacity', 0.6);
  row.append('text').attr({ x: -10, dy: '.32em', 'text-anchor': 'end' }).attr('y', (d, i) => i * step + step / 2)
    .style('font-weight', (d) => (d.all ? 650 : 400)).text((d) => page.cut(d.name, names));
  const cells = rows.flatMap((d, i) => d.cells.map((cell, k) => ({ cell, k, i, row: d })))
    .filter((d) => d.cell);
  const dot = g.selectAll('.dot').data(cells).enter();
  dot.append('line').attr('class', (d) => `whisker s${d.k % 6 + 1}`)
    .attr({ x1: (d) => scale(d.cell.low), x2: (d) => scale(d.cell.high), y1: (d) => y(d.i, d.k), y2: (d) => y(d.i, d.k) });
  page.mark(dot.append('path').attr('class', (d) => `dot fill s${d.k % 6 + 1}`)
    .attr('d', (d) => d3.svg.symbol().type(page.symbols[d.k % 6]).size(d.row.all ? 90 : 50)())
    .attr('transform', (d) => `translate(${scale(d.cell.score)},${y(d.i, d.k)})`), (d) => tip(d), genome);
  return height;
};
page.cut = (text, most) => ([...text].length > most ? [...text].slice(0, most - 1).join('') + '…' : text);

page.drawVerdict = (section, v) => {
  const low = d3.min(page.data.verdict, (d) => d.low), high = d3.max(page.data.verdict, (d) => d.high);
  const rows = page.data.verdict.map((d) => {
    const [wins, draws, losses] = page.sum3(d.first, d.second);
    return { ...d, wins, draws, losses, games: wins + draws + losses };
  });
  page.figure(section, {
    name: 'verdict',
    title: 'Champion against hand-picked genomes',
    says: page.verdictSays(v),
    legend: v.depths.map((depth, i) => ({
      series: i + 1, symbol: page.symbols[i % 6],
      text: i === 0 ? `depth ${depth}, where it trained` : `depth ${depth}`,
    })),
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(165, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain([Math.min(0.4, low), Math.max(0.6, high)]).range([0, width]).nice();
      const height = v.rows.length * Math.max(20, 9 * v.depths.length + 9);
      page.xAxis(g, scale, height, 'score of the champion: 1 is all won, ½ is even');
      g.append('line').attr({ class: 'even', x1: scale(0.5), x2: scale(0.5), y1: 0, y2: height });
      return page.dots(g, width, {
        rows: v.rows, series: v.depths.length, scale, names: width < 300 ? 13 : 22,
        tip: ({ cell, row }) => `${row.name}, depth ${cell.depth}${cell.first ? (cell.met ? ', met in training' : ', never met in training') : ''}\nscore ${page.score(cell.score)} (${page.range(cell)})\n`
          + (cell.first ? `moving first: ${page.wdlText(cell.first)}\nsecond: ${page.wdlText(cell.second)}`
            : page.count(cell.games, 'game')),
      });
    },
    columns: [
      { key: 'opponent', title: 'reference', text: true }, { key: 'depth', title: 'depth' },
      { key: 'games', title: 'games', format: page.thousands }, { key: 'wins', title: 'won' },
      { key: 'draws', title: 'drawn' }, { key: 'losses', title: 'lost' },
      { key: 'score', title: 'score', format: page.score }, { key: 'low', title: 'from', format: page.score },
      { key: 'high', title: 'to', format: page.score }, { key: 'met', title: 'met in training', format: (x) => (x ? 'yes' : '') },
    ],
    rows,
  });
};

page.mistakesSay = (list, who, them) => {
  const [champion, ...others] = list;
  const start = `In ${page.count(champion.positions, 'solved position')}, ${who} `
    + `errs in ${page.percent(champion.score)} (95% interval ${page.percent(champion.low)} to ${page.percent(champion.high)})${champion.depth ? ` at depth ${champion.depth}` : ''}`;
  if (others.length === 0) return `${start}.`;
  const best = [...others].sort((a, b) => a.mistakes - b.mistakes)[0];
  const corrected = best.p_adjusted !== undefined, p = corrected ? best.p_adjusted : best.p;
  const answer = p < 0.05
    ? (best.champion_only < best.other_only ? `${who} is better` : `${who} is worse`)
    : 'no clear difference';
  return `${start}; the best of ${them}, ${best.name}, in ${page.percent(best.score)}: ${answer} (p = ${Number(p.toPrecision(2))}${corrected && others.length > 1 ? `, corrected for ${others.length} comparisons` : ''}).`;
};

page.drawMistakes = (section, list, who = 'the champion', them = 'the hand-picked genomes') => {
  const rows = list.map((d, i) => ({ name: d.name, all: i === 0, cells: i === 0 ? [d] : [null, d], entry: d }))
    .sort((a, b) => a.entry.mistakes - b.entry.mistakes || (b.all ? 1 : 0) - (a.all ? 1 : 0));
  page.figure(section, {
    name: 'mistakes',
    title: 'Mistakes against perfect play',
    says: page.mistakesSay(list, who, them),
    legend: [{ series: 1, symbol: 'circle', text: who.replace('the ', '') }, { series: 2, symbol: 'diamond', text: them.replace('the ', '') }],
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(150, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().domain([0, d3.max(list, (d) => d.high) || 1]).range([0, width]).nice();
      page.xAxis(g, scale, rows.length * 20, 'moves that give away a win or a draw', { format: d3.format('.0%') });
      page.dots(g, width, {
        rows, series: 1, scale, names: width < 300 ? 13 : 20,
        tip: ({ cell, row }) => `${row.name}: ${page.percent(cell.score)} (${page.percent(cell.low)} to ${page.percent(cell.high)})\n`
          + `${cell.mistakes} mistakes in ${cell.positions} positions; a mistake is possible in ${cell.at_stake}`,
      });
      return rows.length * 20;
    },
    columns: [
      { key: 'name', title: 'player', text: true }, { key: 'positions', title: 'positions' },
      { key: 'mistakes', title: 'mistakes' }, { key: 'score', title: 'rate', format: (x) => page.percent(x) },
      { key: 'low', title: 'from', format: (x) => page.percent(x) }, { key: 'high', title: 'to', format: (x) => page.percent(x) },
      { key: 'loss', title: 'score lost per move', format: (x) => page.fixed(x, 2) },
      { key: 'champion_only', title: `only ${who} errs` }, { key: 'other_only', title: 'only this one errs' },
      { key: 'p', title: 'p', format: (x) => page.fixed(x, 3) },
      ...(list.some((d) => d.p_adjusted !== undefined) ? [{ key: 'p_adjusted', title: 'p, corrected', format: (x) => page.fixed(x, 3) }] : []),
    ],
    rows: list,
  });
};

/* The candidates of the play-off, by how far they are behind the winner. */
page.drawPlayoff = (section, list) => {
  const [winner] = list;
  if (winner.games === 0) {
    page.say('verdict', `There was no play-off: #${winner.id} was the only candidate.`);
    return;
  }
  const rows = list.map((d, i) => {
    const lead = d.standing - winner.standing, error = i === 0 ? 0 : Math.hypot(d.standing_error, winner.standing_error);
    return { ...d, place: i + 1, name: `#${d.id}`, all: i === 0, score_lost: lead, error, origin: page.rootOf(d.id).origin,
      cells: [{ score: lead, low: lead - error, high: lead + error }] };
  });
  const better = rows.find((d) => d.score_lost > 0); // a founder that was not beaten stays champion
  const close = rows.filter((d, i) => i > 0 && d.score_lost + d.error > 0).length;
  page.figure(section, {
    name: 'playoff',
    title: 'The play-off',
    says: `At its end the run’s best candidates met the opponents on the same validation openings, ${page.count(winner.games, 'game')} each. `
      + (better ? `#${better.id} did best, but did not beat #${winner.id}, the founder, which stays champion.`
        : `#${winner.id} won with a score of ${page.score(winner.score)} ± ${page.score(winner.score_error)} and is the champion of the verdict. `)
      + (list.length < 2 || better ? '' : close === 0 ? 'Its lead over each of the others is clear.' : `Of the other ${list.length - 1}, ${close} may be as good.`),
    margin: { top: 6, right: 14, bottom: 44, left: Math.min(150, innerWidth / 3.2) },
    draw: (g, width) => {
      const scale = d3.scale.linear().range([0, width])
        .domain([Math.min(-0.01, d3.min(rows, (d) => d.cells[0].low)), Math.max(0.005, d3.max(rows, (d) => d.cells[0].high))]).nice();
      page.xAxis(g, scale, rows.length * 20, 'score, by all evidence, compared with the winner', { format: (x) => page.signed(x, 3), ticks: width < 400 ? 4 : null });
      g.append('line').attr({ class: 'even', x1: scale(0), x2: scale(0), y1: 0, y2: rows.length * 20 });
      return page.dots(g, width, { rows, series: 1, scale, names: 20, genome: (d) => d.row.id,
        tip: ({ row }) => `#${row.id}, ${page.originOf(row.origin).text}\nscore ${page.score(row.score)} ± ${page.score(row.score_error)} in these games`
          + (row.place > 1 ? `\n${page.signed(row.score_lost, 3)} ± ${page.score(row.error)} compared with the winner, by all evidence` : '') });
    },
    columns: [{ key: 'place', title: 'place' }, { key: 'id', title: 'genome', cell: (row) => page.link(row.id) }, { key: 'origin', title: 'by', text: true },
      { key: 'games', title: 'games', format: page.thousands }, { key: 'score', title: 'score', format: page.score }, { key: 'score_error', title: '±', format: page.score },
      { key: 'score_lost', title: 'behind, by all evidence', format: (x) => page.signed(x, 3) }, { key: 'error', title: '±', format: page.score }],
    rows,
  });
};

/* Genomes with the same weights. */
page.tellTwins = () => {
  const { twins, aliases } = page.data;
  const said = [...twins.map(([name, of]) => `${name} has the same weights as ${of}, so it is counted once.`),
    ...aliases.map(([name, of]) => `${name} has the same weights as ${of}, which the run met in training.`)];
  if (said.length) page.note('verdict', said.join(' '));
};

page.sections.verdict = (section) => {
  const { verdict, mistakes, making } = page.data;
  if (verdict.length === 0) {
    page.say('verdict', making.over
      ? 'The config names no hand-picked genomes to compare with.'
      : 'There is no verdict yet: the champion plays the hand-picked genomes when the run ends.');
  } else {
    const v = page.verdictRows();
    if (!making.over) page.say('verdict', `The run is not over. These are the results of the champion after ${page.count(v.last, 'generation')}.`);
    page.drawVerdict(section, v);
    page.tellTwins();
  }
  if (page.data.playoff.length > 0) page.drawPlayoff(section, page.data.playoff);
  if (mistakes.length > 0) page.drawMistakes(section, mistakes);
};

page.heads.run = () => {
  const { making: m, verdict, mistakes, generations } = page.data;
  const tiles = [];
  let lead = `${m.closed} of ${page.count(m.planned, 'generation')} ${m.closed === 1 ? 'has' : 'have'} been played; the verdict comes at the end.`;
  if (verdict.length > 0) {
    const { total, depths, groups } = page.verdictRows(), main = total.cells[0];
    lead = page.verdictSays({ depths: [depths[0]], total: { cells: [main] }, groups });
    tiles.push([page.score(main.score), 'score against the hand-picked genomes'], [`${main.beaten} of ${main.opponents}`, 'hand-picked genomes beaten, with the 95% interval above ½']);
  }
  if (mistakes.length > 0) tiles.push([page.percent(mistakes[0].score), `of ${mistakes[0].positions} solved positions in which the champion errs`]);
  tiles.push([`${m.closed}${m.over ? '' : ` of ${m.planned}`}`, `generations of ${m.population} genomes`]);
  if (page.data.stride === 1 && generations.length > 0) tiles.push([page.thousands(d3.sum(generations, (d) => d.games)), `games at depth ${m.depth}`]);
  return { kind: `An evolution of Connect Four heuristics${m.over ? '' : ', still running'}`, lead, tiles };
};
