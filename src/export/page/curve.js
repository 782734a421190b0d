/*
 * The game as a curve: what perfect play and a genome make of every position, for the first
 * player. A click, or the arrow keys, go to a position.
 */
play.Curve = class {
  constructor(go) {
    this.go = go;
    this.place = h('div', { class: 'play-chart', tabindex: 0, role: 'slider', 'aria-label': 'The game, move by move', 'aria-valuemin': 0 });
    this.legend = h('p', { class: 'play-legend' });
    this.element = h('div', { class: 'play-curve' }, this.legend, this.place);
    this.place.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      go(Math.max(0, Math.min(this.length, to)));
    });
    this.place.addEventListener('pointerdown', (event) => {
      const box = this.place.querySelector('.plot').getBoundingClientRect();
      const share = box.width ? (event.clientX - box.left) / box.width : 0;
      go(Math.max(0, Math.min(this.length, Math.round(share * this.length))));
    });
    new ResizeObserver(() => this.draw(this.input)).observe(this.place);
  }

  /* An exact score as a height: draws lie in the middle, wins and losses apart from it, the quicker
   * the farther. */
  static exact({ sign, score }, { columns, rows }) {
    return sign * (0.35 + 0.65 * Math.abs(score || 0) / Math.ceil(columns * rows / 2));
  }

  /* input: {length, at, exact: what is known by ply, for the first player; values: the same by the
   * genome, or undefined; name, units, board, lapses: plies whose move gave a result away, text: of this ply} */
  draw(input) {
    const width = this.place.clientWidth;
    this.input = input;
    if (!input || width === 0) return;
    const { length, at, exact, values, name, board, lapses, text } = input;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; /* texts grow with it */
    const height = 160 * rem, left = 58 * rem, right = 10, top = 8, bottom = 22 * rem;
    const x = (ply) => left + (width - left - right) * (length ? ply / length : 0), y = (v) => top + (height - top - bottom) * (1 - v) / 2;
    Object.assign(this, { at, length });
    const usual = values.filter((v) => v !== undefined && !play.isProven(v)).map(Math.abs), most = Math.max(1, ...usual);
    const points = {
      exact: exact.map((v, ply) => (v === undefined ? null : [x(ply), y(play.Curve.exact(v, board))])),
      value: values.map((v, ply) => (v === undefined ? null : [x(ply), y(play.isProven(v) ? Math.sign(v) : 0.8 * v / most)])),
    };
    const path = (list) => list.map((p, i) => (p ? `${i > 0 && list[i - 1] ? 'L' : 'M'}${p[0].toFixed(1)},${p[1].toFixed(1)}` : '')).join('');
    const band = (from, to) => svg('rect', { class: 'band', x: left, width: width - left - right, y: y(from), height: y(to) - y(from) });
    const label = (v, words) => svg('text', { x: left - 8, y: y(v) + 4 * rem, 'text-anchor': 'end' }, words);
    const step = Math.max(1, Math.ceil(length / Math.max(2, (width - left) / 46 / rem))), ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => i * step);
    this.place.replaceChildren(svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
      svg('rect', { class: 'plot', x: left, y: top, width: width - left - right, height: height - top - bottom }),
      band(1, 0.28), band(-0.28, -1), label(0.8, 'Orange'), label(0.58, 'wins'), label(0, 'draw'), label(-0.54, 'Blue'), label(-0.76, 'wins'),
      ticks.map((ply) => svg('text', { x: x(ply), y: height - 5, 'text-anchor': 'middle' }, ply)),
      svg('line', { class: 'now', x1: x(at), x2: x(at), y1: top, y2: height - bottom }),
      svg('path', { class: 'value', d: path(points.value) }),
      svg('path', { class: 'exact', d: path(points.exact) }),
      points.exact.map((p, ply) => (p ? svg('circle', { class: `point${lapses.has(ply - 1) ? ' lapse' : ''}${ply === at ? ' here' : ''}`, cx: p[0], cy: p[1], r: lapses.has(ply - 1) ? 5 : 3 }) : null))));
    this.legend.replaceChildren(h('span', { class: 'key exact' }), 'perfect play ', h('span', { class: 'key value' }), `${name} `,
      ...(lapses.size ? [h('span', { class: 'key lapse' }), 'gave something away'] : []));
    this.place.setAttribute('aria-valuemax', length);
    this.place.setAttribute('aria-valuenow', at);
    this.place.setAttribute('aria-valuetext', text);
  }
};
