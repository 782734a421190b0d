/* The panel that shows one genome in full, opened from any place that names it. */
page.ORIGINS = {
  founder: { symbol: 'circle', series: 0, text: 'founder, from a file' },
  spread: { symbol: 'square', series: 6, text: 'a founder with random changes' },
  elite: { symbol: 'circle', series: 1, text: 'elite, kept unchanged' },
  crossover: { symbol: 'diamond', series: 1, text: 'crossover of two genomes' },
  mutation: { symbol: 'triangle-up', series: 3, text: 'mutation of one genome' },
  'cma-es': { symbol: 'triangle-down', series: 4, text: 'sampled by CMA-ES' },
  fit: { symbol: 'cross', series: 2, text: 'solution of the regression' },
  immigrant: { symbol: 'square', series: 5, text: 'immigrant, random' },
  surface: { symbol: 'cross', series: 4, text: 'top of the response surface' },
  cloud: { symbol: 'triangle-down', series: 6, text: 'drawn around the top of the response surface' },
  opponent: { symbol: 'circle', series: 0, text: 'opponent in training' },
  yardstick: { symbol: 'circle', series: 0, text: 'reference: hand-picked, not used in training' },
};
/* "created by ...", where the name of the origin does not say it */
page.madeBy = (origin) => ({ surface: 'the response surface', cloud: 'drawing around its top', fit: 'regression', spread: 'random changes of a founder' }[origin] || origin);
page.originOf = (name) => page.ORIGINS[name] || { symbol: 'circle', series: 4, text: name };

page.childrenOf = (id) => page.data.genomes.filter((g) => g.parents.includes(id)).map((g) => g.id);

page.genomeLinks = (ids, none) => (ids.length === 0 ? none
  : h('p', {}, ids.slice(0, 60).flatMap((id, i) => [i ? ', ' : '', page.link(id)]), ids.length > 60 ? ' and more' : ''));

page.genomeResults = (g) => {
  if (!g.results) return h('p', { class: 'soft' }, page.data.all_results ? 'It has played no games yet.' : 'The run is too long to show all results; this page has only those of the last generation.');
  const row = (name, [wins, draws, losses]) => ({ name, wins, draws, losses,
    score: wins + draws + losses ? (wins + draws / 2) / (wins + draws + losses) : null });
  const first = g.results.slice(0, 3), second = g.results.slice(3);
  return page.table([
    { key: 'name', title: 'games', text: true }, { key: 'wins', title: 'won' }, { key: 'draws', title: 'drawn' },
    { key: 'losses', title: 'lost' }, { key: 'score', title: 'score', format: page.score },
  ], [row('moving first', first), row('moving second', second), row('all games', page.sum3(first, second))], 'results');
};

page.genomeWeights = (g) => {
  const parent = g.parents.length ? page.genomes.get(g.parents[0]) : null;
  const rows = page.data.genes.map((gene, i) => ({
    gene: gene.name, help: gene.help, weight: g.weights[i], parent: parent ? parent.weights[i] : null,
    change: parent ? Math.round((g.weights[i] - parent.weights[i]) * 1e6) / 1e6 : null, initial: gene.initial,
  })).filter((row) => row.weight !== row.initial || row.change);
  const columns = [{ key: 'gene', title: 'gene', text: true, cell: (row) => h('span', { title: row.help }, row.gene) },
    { key: 'weight', title: 'weight', format: page.weight }];
  if (parent) columns.push({ key: 'parent', title: `in #${parent.id}`, format: page.weight }, { key: 'change', title: 'change', format: (x) => (x === 0 ? '·' : (x > 0 ? '+' : '') + page.weight(x)) });
  return [rows.length ? h('div', { class: 'scroll' }, page.table(columns, rows, 'weights')) : h('p', { class: 'soft' }, 'All weights have their defaults.'),
    h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'plain', onclick: () => page.download(`genome-${g.id}.csv`, page.csv(columns, rows)) }, `Save genome-${g.id}.csv`))];
};

/* Tables are not shown number by number: they are inherited whole, so their checksum says it all. */
page.genomeTables = (g) => {
  const parent = g.parents.length ? page.genomes.get(g.parents[0]) : null;
  if (!g.tables && !(parent && parent.tables)) return [];
  return [h('p', {}, `Tables: ${g.tables || 'none'}`, parent ? (parent.tables === g.tables ? ', those of its first parent' : `; its first parent has ${parent.tables || 'none'}`) : '')];
};

page.openGenome = (id) => {
  const g = page.genomes.get(id), panel = page.section('genome');
  if (!g) return;
  if (panel.hidden) page.openedFrom = document.activeElement;
  const outside = g.origin === 'opponent' || g.origin === 'yardstick';
  panel.replaceChildren(
    h('button', { type: 'button', class: 'plain close', onclick: page.closeGenome }, 'Close'),
    h('h3', { id: 'genome-title' }, page.nameOf(id)),
    h('p', { class: 'soft' }, outside ? page.originOf(g.origin).text : `generation ${g.generation}, ${page.originOf(g.origin).text}`),
    g.elo === null ? h('p', {}, outside ? 'Not part of the population.' : 'Not rated yet: its generation was not played.') : h('p', {}, `Score ${page.score(g.score)} ± ${page.score(g.score_error)} against the opponents after its generation, from all its games so far: Elo ${page.signed(g.elo)} ± ${page.fixed(g.error, 0)}`),
    ...page.data.playoff.filter((d) => d.id === id && d.games > 0).map((d) => h('p', {}, `Play-off: score ${page.score(d.score)} ± ${page.score(d.score_error)} in ${page.count(d.games, 'game')}`)),
    h('h4', {}, 'Parents'), page.genomeLinks(g.parents, h('p', { class: 'soft' }, 'none')),
    h('h4', {}, page.data.genomes.length < page.data.born ? 'Children on this page' : 'Children'), page.genomeLinks(page.childrenOf(id), h('p', { class: 'soft' }, 'none')),
    h('h4', {}, 'Results'), h('div', { class: 'scroll' }, page.genomeResults(g)),
    h('h4', {}, 'Weights'), ...page.genomeTables(g), ...page.genomeWeights(g));
  panel.hidden = false;
  panel.scrollTop = 0;
  panel.querySelector('.close').focus();
};
page.closeGenome = () => {
  page.section('genome').hidden = true;
  if (page.openedFrom && page.openedFrom.focus) page.openedFrom.focus({ preventScroll: true });
};
document.addEventListener('click', (event) => {
  const from = event.target.closest && event.target.closest('[data-genome]');
  if (from) page.openGenome(Number(from.dataset.genome));
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !page.section('genome').hidden) page.closeGenome();
});
