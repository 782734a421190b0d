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
    const bar = h('i', { class: `bar ${value < 0 ? 'down' : 'up'}${proven ? ' proven' : ''}` });
    bar.style.height = `${size / 2}%`;
    cell.replaceChildren(h('span', { class: 'bars' }, value === null ? null : bar), h('b', {}, value === null ? ' ' : play.valueText(value, plies, units)));
  });
};

/* Shapes that can be told apart without colours. */
play.shapes = { win: 'M0,-9L10,8H-10z', draw: 'M-9,-6H9V-1H-9zM-9,2H9V7H-9z', loss: 'M0,9L10,-8H-10z' };
play.shape = (result) => svg('svg', { class: `play-shape ${result}`, viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, svg('path', { d: play.shapes[result] }));

/* scores: by column, for the side to move; null where it is full, undefined while it is not known. */
play.drawTruth = (row, { scores, plies, board, caption }) => {
  const known = scores.filter((score) => score !== null && score !== undefined);
  const best = known.length === scores.filter((score) => score !== null).length ? Math.max(...known) : null;
  row.caption.replaceChildren(...caption);
  row.cells.forEach((cell, i) => {
    const score = scores[i];
    cell.className = `play-cell${score === null ? ' none' : ''}${score !== undefined && score === best ? ' best' : ''}`;
    if (score === null || score === undefined) {
      cell.replaceChildren(h('span', { class: score === undefined ? 'wait' : '' }, score === undefined ? '…' : ' '));
      return;
    }
    const { result, moves } = play.meaning(score, plies, board);
    cell.classList.add(result);
    cell.replaceChildren(play.shape(result), h('b', {}, result), moves === null ? '' : h('span', {}, `in ${moves}`));
  });
};
