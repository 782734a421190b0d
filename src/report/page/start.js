/* Starts the page: its head, its sections, how it was made. */
/* How it was made, and how to repeat it. */
page.sections.making = (section) => {
  const m = page.data.making;
  const rows = [
    ['Board', page.boardName()],
    ['Seed', page.data.kind === 'experiment' ? null : String(m.seed)],
    ['Program', m.program ? `c4evolve ${m.program}; this page by c4evolve ${m.version}` : `c4evolve ${m.version}`],
    ['Machine', m.machine || null],
    ['Forked from', m.forked_from || null],
    ['Run folder', m.folder || null],
  ].filter(([, value]) => value);
  section.append(
    h('p', {}, m.minutes > 0
      ? `The run ends by the clock, after ${m.minutes} minutes (run.minutes): every generation is the same on any machine, but not their number. `
      : 'The same config and seed give the same result on any machine, with any number of threads. ',
    'To repeat it, run:'),
    h('pre', { id: 'command', tabindex: 0 }, m.command),
    h('dl', {}, rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])));
  if (m.config) section.append(h('details', { open: '' }, h('summary', {}, 'The config as it was read'),
    h('pre', { id: 'config', tabindex: 0 }, m.config)));
};

/* Reloads the page of a run that is not over, and scrolls back to the same place. */
page.reload = () => {
  const key = `c4evolve-scroll ${location.pathname}`;
  try {
    const saved = sessionStorage.getItem(key);
    if (saved) scrollTo({ top: Number(saved), behavior: 'instant' });
    sessionStorage.removeItem(key);
  } catch (error) { /* without storage the page starts at the top */ }
  if (page.data.reload > 0) {
    setTimeout(() => {
      if (page.session && page.session.started) return; /* somebody plays */
      try { sessionStorage.setItem(key, scrollY); } catch (error) { /* see above */ }
      location.reload();
    }, 1000 * page.data.reload);
  }
};

page.boardName = () => `${page.COLUMNS} columns × ${page.ROWS} rows`;

page.start = () => {
  const { kind, lead, tiles } = page.heads[page.data.kind]();
  document.querySelector('.kind').textContent = `${kind}, ${page.boardName()}`;
  document.querySelector('h1').textContent = page.data.making.name;
  document.querySelector('.lead').textContent = lead;
  document.querySelector('.tiles').append(...tiles.map(([value, text]) => h('div', { class: 'tile' }, h('b', {}, value), h('span', {}, text))));
  document.querySelector('nav').append(h('ul', {}, page.data.sections.map(({ id, title }) => h('li', {}, h('a', { href: `#${id}` }, title)))));
  for (const { id, title, show } of page.data.sections) {
    const section = h('section', { id }, h('h2', {}, title));
    document.querySelector('main').append(section);
    page.sections[show](section);
  }
  page.reload();
};
