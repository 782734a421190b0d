/* The head of the page, and then the sections that its kind has. */
page.runHead = () => {
  const { making: m, verdict, mistakes, generations } = page.data;
  const tiles = [];
  let lead = `${page.count(m.closed, 'generation')} of ${m.planned} ${m.closed === 1 ? 'is' : 'are'} played; the verdict comes at the end.`;
  if (verdict.length > 0) {
    const { total, depths } = page.verdictRows(), main = total.cells[0];
    lead = page.verdictSays({ depths: [depths[0]], total: { cells: [main] } });
    tiles.push([page.score(main.score), 'score against the hand-picked genomes'], [`${main.beaten} of ${main.opponents}`, 'hand-picked genomes surely beaten']);
  }
  if (mistakes.length > 0) tiles.push([page.percent(mistakes[0].score), `mistakes in ${mistakes[0].positions} solved positions`]);
  tiles.push([`${m.closed}${m.over ? '' : ` of ${m.planned}`}`, `generations of ${m.population} genomes`]);
  if (page.data.stride === 1 && generations.length > 0) tiles.push([page.thousands(d3.sum(generations, (d) => d.games)), `games at depth ${m.depth}`]);
  return { kind: `An evolution of Connect Four heuristics${m.over ? '' : ', still going on'}`, lead, tiles };
};

page.KINDS = {
  run: {
    head: page.runHead,
    sections: { verdict: page.verdict, progress: page.progress, weights: page.weights, lineage: page.lineage, rivals: page.rivals, games: page.games, making: page.making },
  },
  tournament: {
    head: page.tournamentHead,
    sections: { verdict: page.tournamentVerdict, rivals: page.tournamentTable, games: page.games, making: page.making },
    titles: { verdict: 'The result' },
  },
  comparison: {
    head: page.compareHead,
    sections: { verdict: page.compareVerdict, weights: page.compareWeights, making: page.making },
  },
};

/* Comes back to the same place when a page that is being written loads itself again. */
page.reload = () => {
  const key = `c4evolve-scroll ${location.pathname}`;
  try {
    const saved = sessionStorage.getItem(key);
    if (saved) scrollTo({ top: Number(saved), behavior: 'instant' });
    sessionStorage.removeItem(key);
  } catch (error) { /* no storage: it only starts at the top */ }
  if (page.data.reload > 0) {
    setTimeout(() => {
      try { sessionStorage.setItem(key, scrollY); } catch (error) { /* see above */ }
      location.reload();
    }, 1000 * page.data.reload);
  }
};

page.start = () => {
  const { head, sections, titles = {} } = page.KINDS[page.data.kind], { kind, lead, tiles } = head();
  document.querySelector('.kind').textContent = kind;
  document.querySelector('h1').textContent = page.data.making.name;
  document.querySelector('.lead').textContent = lead;
  document.querySelector('.tiles').append(...tiles.map(([value, text]) => h('div', { class: 'tile' }, h('b', {}, value), h('span', {}, text))));
  const links = [];
  for (const section of document.querySelectorAll('main > section')) {
    const fill = sections[section.id], title = section.querySelector('h2');
    if (!fill) { section.remove(); continue; }
    if (titles[section.id]) title.textContent = titles[section.id];
    links.push(h('li', {}, h('a', { href: `#${section.id}` }, title.textContent)));
    fill();
  }
  document.querySelector('nav').append(h('ul', {}, links));
  page.reload();
};

page.start();
