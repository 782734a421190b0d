/* How it was made: what it takes to make it again. */
page.making = () => {
  const m = page.data.making, section = page.section('making');
  const rows = [
    ['Seed', String(m.seed)],
    ['Program', m.program ? `c4evolve ${m.program}; this page by c4evolve ${m.version}` : `c4evolve ${m.version}`],
    ['Machine', m.machine || null],
    ['Began from', m.forked_from || null],
    ['Kept in', m.folder || null],
  ].filter(([, value]) => value);
  section.append(
    h('p', {}, 'The same config and seed give the same result on any machine, with any number of threads. ',
      'This command makes it again:'),
    h('pre', { id: 'command', tabindex: 0 }, m.command),
    h('dl', {}, rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])));
  if (m.config) section.append(h('details', { open: '' }, h('summary', {}, 'The config, as it was read'),
    h('pre', { id: 'config', tabindex: 0 }, m.config)));
};
