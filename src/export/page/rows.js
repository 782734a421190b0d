/* The two rows above the board, one cell per column: what a genome thinks, and perfect play. */

play.Row = class {
  constructor(name, columns) {
    this.caption = h('p', { class: 'play-caption' });
    this.cells = Array.from({ length: columns }, () => h('div', { class: 'play-cell' }));
    this.element = h('div', { class: `play-row ${name}` }, this.caption, h('div', { class: 'play-cells', 'aria-hidden': 'true' }, this.cells));
    this.element.style.setProperty('--columns', columns);
  }
};

/* Bars upward are good for the side to move. The longest bar is the largest value; a proven win or
 * loss fills the cell. */
play.drawThoughts = (row, { values, units, plies, caption }) => {
  const usual = values.filter((value) => value !== null && !play.isProven(value)).map(Math.abs);
  const most = Math.max(units * 0.001, ...usual), best = Math.max(...values.filter((value) => value !== null));
  row.caption.replaceChildren(...caption);
  row.cells.forEach((cell, i) => {
    const value = values[i], proven = value !== null && play.isProven(value);
    cell.className = `play-cell${value === null ? ' none' : ''}${value !== null && value === best ? ' best' : ''}`;
    const size = value === null ? 0 : proven ? 100 : Math.max(3, 88 * Math.abs(value) / most);
    const words = value === null ? [] : play.valueWords(value, plies, units);
    const bar = h('i', { class: `rod ${value < 0 ? 'down' : 'up'}${proven ? ' proven' : ''}` });
    bar.style.height = `${size / 2}%`;
    cell.replaceChildren(h('span', { class: 'rods' }, value === null ? null : bar), h('div', { class: 'words' }, words.map((word, k) => h(k ? 'span' : 'b', {}, word))));
  });
};

/* Shapes that can be told apart without colours. */
play.shapes = { win: 'M0,-9L10,8H-10z', draw: 'M-9,-6H9V-1H-9zM-9,2H9V7H-9z', loss: 'M0,9L10,-8H-10z' };
play.shape = (result) => svg('svg', { class: `play-shape ${result}`, viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, svg('path', { d: play.shapes[result] }));

/* columns: what is known of each, for the side to move; null where it is full. */
play.drawTruth = (row, { columns, plies, board, caption }) => {
  const open = columns.filter((known) => known !== null), solved = open.every((known) => known && known.score !== undefined);
  const best = solved ? Math.max(...open.map(({ score }) => score)) : null;
  row.caption.replaceChildren(...caption);
  row.cells.forEach((cell, i) => {
    const known = columns[i];
    cell.className = `play-cell${known ? '' : known === null ? ' none' : ' wait'}${known && solved && known.score === best ? ' best' : ''}`;
    if (!known) {
      cell.replaceChildren(known === null ? ' ' : '…');
      return;
    }
    const { result, moves } = play.meaning(known, plies, board);
    cell.replaceChildren(play.shape(result), h('b', {}, result), moves === null ? '' : h('span', {}, `in ${moves || '…'}`));
  });
};
