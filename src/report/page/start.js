/* The head of the page, and then all sections. */
page.head = () => {
  const { making: m, verdict, mistakes, generations } = page.data;
  const tiles = [];
  document.querySelector('.kind').textContent = m.over ? 'An evolution of Connect Four heuristics' : 'An evolution of Connect Four heuristics, still going on';
  document.querySelector('h1').textContent = m.name;
  if (verdict.length > 0) {
    const { total, depths } = page.verdictRows(), main = total.cells[0];
    document.querySelector('.lead').textContent = page.verdictSays({ depths: [depths[0]], total: { cells: [main] } });
    tiles.push([page.score(main.score), 'score against the hand-picked genomes'], [`${main.beaten} of ${main.opponents}`, 'hand-picked genomes surely beaten']);
  } else {
    document.querySelector('.lead').textContent = `${page.count(m.closed, 'generation')} of ${m.planned} are played; the verdict comes at the end.`;
  }
  if (mistakes.length > 0) tiles.push([page.percent(mistakes[0].score), `mistakes in ${mistakes[0].positions} solved positions`]);
  tiles.push([`${m.closed}${m.over ? '' : ` of ${m.planned}`}`, `generations of ${m.population} genomes`]);
  if (page.data.stride === 1 && generations.length > 0) tiles.push([page.thousands(d3.sum(generations, (d) => d.games)), `games at depth ${m.depth}`]);
  document.querySelector('.tiles').append(...tiles.map(([value, text]) => h('div', { class: 'tile' }, h('b', {}, value), h('span', {}, text))));
};

/* Comes back to the same place when a page that is being written loads itself again. */
page.reload = () => {
  const key = `c4evolve-scroll ${location.pathname}`;
  try {
    const saved = sessionStorage.getItem(key);
    if (saved) scrollTo(0, Number(saved));
    addEventListener('beforeunload', () => sessionStorage.setItem(key, scrollY));
  } catch (error) { /* no storage: it only starts at the top */ }
  if (page.data.reload > 0) setTimeout(() => location.reload(), 1000 * page.data.reload);
};

page.start = () => {
  const all = { verdict: page.verdict, progress: page.progress, weights: page.weights, lineage: page.lineage,
    rivals: page.rivals, games: page.games, making: page.making };
  page.head();
  const links = [];
  for (const [id, fill] of Object.entries(all)) {
    const section = page.section(id);
    if (!fill) { section.remove(); continue; }
    links.push(h('li', {}, h('a', { href: `#${id}` }, section.querySelector('h2').textContent)));
    fill();
  }
  document.querySelector('nav').append(h('ul', {}, links));
  page.reload();
};

page.start();
