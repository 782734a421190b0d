/*
 * What all other scripts use: the data, numbers as text, elements, the tip that follows the
 * pointer. Text from the data is inserted as text, never as HTML.
 */
const page = { data: JSON.parse(document.getElementById('data').textContent) };

/*
 * Each script adds what it draws: page.heads.KIND returns {kind, lead, tiles} for a kind of page,
 * page.sections.NAME fills a section. The data say which sections a page has.
 */
page.heads = {};
page.sections = {};

/* The board that the data are for. */
page.COLUMNS = page.data.board.columns;
page.ROWS = page.data.board.rows;

page.thousands = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
page.fixed = (x, digits) => (x === null || x === undefined ? '–' : x.toFixed(digits).replace('-', '−'));
page.signed = (x, digits = 0) => (x > 0 ? '+' : '') + page.fixed(x, digits);
page.percent = (x, digits = 1) => page.fixed(100 * x, digits) + '%';
page.score = (x) => page.fixed(x, 3);
page.range = (r) => `${page.score(r.low)} to ${page.score(r.high)}`;
page.count = (n, one, many = one + 's') => `${page.thousands(n)} ${n === 1 ? one : many}`;

/* A weight, rounded so that at least one significant digit shows. */
page.weight = (x) => {
  if (x === null || x === undefined) return '–';
  const size = Math.abs(x);
  return page.fixed(x, size >= 100 || x === Math.round(x) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
};

/* "95 s", "12 minutes", "3.4 hours" */
page.duration = (s) =>
  s < 120 ? page.count(Math.round(s), 'second') :
    s < 7200 ? page.count(Math.round(s / 60), 'minute') : page.fixed(s / 3600, 1) + ' hours';

page.section = (id) => document.getElementById(id);
page.say = (section, ...text) => page.section(section).append(h('p', {}, ...text));
page.note = (section, text) => page.section(section).append(h('p', { class: 'note' }, text));

/* The tip, shown near a point of the screen until it is hidden. */
page.tip = {
  element: document.getElementById('tip'),
  show(text, x, y) {
    const tip = this.element;
    tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = Math.min(Math.max(6, x - box.width / 2), innerWidth - box.width - 6);
    const above = y - box.height - 14;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 6 ? above : y + 18}px`;
  },
  hide() { this.element.hidden = true; },
};

/* Offers a text as a file. */
page.download = (name, text) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

/* The name of a genome. */
page.genomes = new Map((page.data.genomes || []).map((g) => [g.id, g]));
page.nameOf = (id) => {
  const g = page.genomes.get(id);
  return g && g.name ? `${g.name} (#${id})` : `#${id}`;
};
/* A button that opens a genome, if the page has it. */
page.link = (id) => (page.genomes.has(id)
  ? h('button', { class: 'link', 'data-genome': id, type: 'button' }, page.nameOf(id))
  : h('span', {}, `#${id}`));
/* The genome that an elite is a copy of, as far as the page has it. */
page.rootOf = (id) => {
  let g = page.genomes.get(id);
  while (g && g.origin === 'elite' && page.genomes.has(g.parents[0])) g = page.genomes.get(g.parents[0]);
  return g || { id, origin: 'unknown' };
};
