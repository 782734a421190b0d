/*
 * The board: discs that drop behind it, and over each column a button, so that mouse, finger, keys
 * and screen readers all use the same seven buttons.
 */
play.CELL = 100;

/* A disc of a side. The second player's has a ring, for those who do not see the colours. */
play.disc = (side, attributes = {}) => svg('g', { class: `play-disc side${side}`, ...attributes },
  svg('circle', { r: play.CELL * 0.42 }), side === 1 ? svg('circle', { class: 'inner', r: play.CELL * 0.24 }) : null);

/* A small one, for text. */
play.token = (side) => {
  const r = play.CELL / 2;
  return svg('svg', { class: 'play-token', viewBox: `${-r} ${-r} ${2 * r} ${2 * r}`, 'aria-hidden': 'true' }, play.disc(side));
};

play.Board = class {
  /* drop(column) is called when somebody wants to play there. */
  constructor({ columns, rows }, drop) {
    const size = play.CELL;
    Object.assign(this, { columns, rows, shown: '', ghosts: svg('g'), discs: svg('g'), marks: svg('g') });
    this.hint = svg('g', { class: 'play-hint' });
    const holes = Array.from({ length: columns * rows }, (_, i) => {
      const [x, y] = this.centre(i % columns + 1, Math.floor(i / columns) + 1), r = size * 0.4;
      return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
    }).join('');
    const front = svg('path', { class: 'play-front', d: `M0,0H${columns * size}V${rows * size}H0z${holes}`, 'fill-rule': 'evenodd' });
    const drawing = svg('svg', { viewBox: `0 0 ${columns * size} ${rows * size}`, 'aria-hidden': 'true' },
      svg('rect', { class: 'play-back', width: columns * size, height: rows * size }), this.hint, this.ghosts, this.discs, front, this.marks);
    this.buttons = Array.from({ length: columns }, (_, i) => h('button', {
      type: 'button', class: 'play-column', tabindex: i === Math.floor(columns / 2) ? 0 : -1, 'data-column': i + 1,
      onclick: () => drop(i + 1), onpointerenter: () => this.point(i + 1), onpointerleave: () => this.point(null),
      onfocus: () => this.point(i + 1), onblur: () => this.point(null) }));
    this.element = h('div', { class: 'play-grid', role: 'group', 'aria-label': `The board, ${columns} columns` }, drawing, this.buttons);
    this.element.style.setProperty('--columns', columns);
    this.buttons.forEach((button, i) => { button.style.left = `${100 * i / columns}%`; });
  }

  centre(column, row) { return [(column - 0.5) * play.CELL, (this.rows - row + 0.5) * play.CELL]; }

  at(column, row) { return `translate(${this.centre(column, row).join(' ')})`; }

  /* Where a disc would fall, while a column is pointed at. */
  point(column) {
    this.pointed = column;
    this.hint.replaceChildren();
    if (!column || !this.state || this.state.side === null || this.state.height[column] === this.rows) return;
    this.hint.append(play.disc(this.state.side, { transform: this.at(column, this.state.height[column] + 1) }));
  }

  /* The column that has the focus, or would get it. */
  focused() { return this.buttons.findIndex((button) => button.tabIndex === 0) + 1; }

  focus(column) {
    this.buttons.forEach((button, i) => { button.tabIndex = i + 1 === column ? 0 : -1; });
    this.buttons[column - 1].focus({ preventScroll: true });
  }

  /* state: {moves, replay, side: whose turn it is on the board, or null, labels: by column,
   * lapses: plies to mark, expected: moves to show as ghosts} */
  draw({ moves, replay, side, labels, lapses = new Set(), expected = [] }) {
    const { cells, height, four, outcome } = replay, falls = moves.length === this.shown.length + 1 && moves.startsWith(this.shown);
    this.state = { side, height };
    this.discs.replaceChildren(...cells.map((cell) => {
      const disc = play.disc(cell.side);
      if (falls && cell.ply === cells.length - 1) {
        disc.classList.add('falls');
        disc.style.setProperty('--fall', `${-(this.rows - cell.row + 1) * play.CELL}px`);
        disc.style.setProperty('--time', `${140 + 70 * Math.sqrt(this.rows - cell.row + 1)}ms`);
      }
      return svg('g', { transform: this.at(cell.column, cell.row) }, disc);
    }));
    const last = cells[cells.length - 1];
    const rings = outcome === null || outcome === 'draw' ? (last ? [`${last.column},${last.row}`] : []) : [...four];
    this.marks.replaceChildren(
      ...rings.map((name) => svg('circle', { class: four.size ? 'play-won' : 'play-last', r: play.CELL * (four.size ? 0.4 : 0.1), transform: this.at(...name.split(',').map(Number)) })),
      ...cells.filter((cell) => lapses.has(cell.ply)).map((cell) => svg('g', { class: 'play-lapse', transform: this.at(cell.column, cell.row) },
        svg('circle', { cx: 30, cy: -30, r: 14 }), svg('text', { x: 30, y: -22, 'text-anchor': 'middle' }, '?'))));
    this.drawExpected(replay, expected);
    this.buttons.forEach((button, i) => {
      button.setAttribute('aria-label', labels[i]);
      button.setAttribute('aria-disabled', side === null || height[i + 1] === this.rows);
    });
    this.shown = moves;
    this.point(this.pointed);
  }

  /* The moves that are expected, numbered. */
  drawExpected({ cells, height }, expected) {
    const filled = [...height];
    this.ghosts.replaceChildren(...expected.map((column, i) => svg('g', { class: 'play-ghost', transform: this.at(column, ++filled[column]) },
      play.disc((cells.length + i) % 2), svg('text', { y: 11, 'text-anchor': 'middle' }, i + 1))));
  }
};
