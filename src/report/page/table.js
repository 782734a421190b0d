/*
 * Tables that can be sorted and saved. A column is {key, title, format, text}: numbers
 * unless `text` is set; `cell` turns a row into a node instead of text.
 */
page.csv = (columns, rows) => {
  const quote = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => quote(row[column.key])).join(','));
  return [columns.map((column) => quote(column.key)).join(','), ...lines].join('\n') + '\n';
};

/* Missing values come last in either direction. */
page.compare = (key, sign) => (a, b) => {
  const [x, y] = [a[key], b[key]];
  if (x === y) return 0;
  if (x === null || x === undefined) return 1;
  if (y === null || y === undefined) return -1;
  return sign * (typeof x === 'string' || typeof y === 'string'
    ? String(x).localeCompare(String(y)) : x - y);
};

page.table = (columns, rows, label) => {
  const body = h('tbody');
  const fill = (sorted) => body.replaceChildren(...sorted.map((row) =>
    h('tr', {}, columns.map((column) => h('td', { class: column.text ? 'name' : 'number' },
      column.cell ? column.cell(row)
        : column.format ? column.format(row[column.key], row) : String(row[column.key] ?? '–'))))));
  const heads = columns.map((column) => {
    const head = h('th', { scope: 'col', class: column.text ? '' : 'number' },
      h('button', { type: 'button', onclick: () => sort(head, column) }, column.title));
    return head;
  });
  const sort = (head, column) => {
    const before = head.getAttribute('aria-sort');
    const first = column.text ? 'ascending' : 'descending';
    const order = before === first ? (first === 'ascending' ? 'descending' : 'ascending') : first;
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
    fill([...rows].sort(page.compare(column.key, order === 'ascending' ? 1 : -1)));
  };
  fill(rows);
  return h('table', { 'aria-label': label }, h('thead', {}, h('tr', {}, heads)), body);
};

/* A collapsed table, built when it is first opened, with a button to save it. */
page.dataset = (name, columns, rows) => {
  const place = h('div');
  const fill = () => {
    if (place.firstChild) return;
    place.append(
      h('div', { class: 'buttons' }, h('button', {
        type: 'button', class: 'plain save', onclick: () => page.download(`${name}.csv`, page.csv(columns, rows)),
      }, `Save ${name}.csv`)),
      h('div', { class: 'scroll', tabindex: 0 }, page.table(columns, rows, name)));
  };
  return h('details', { 'data-name': name, ontoggle: fill },
    h('summary', {}, `Show the figures (${page.count(rows.length, 'row')}; sort or save as CSV)`), place);
};
