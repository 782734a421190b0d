/*
 * Charts. A figure is a title, a sentence that says what the chart shows, the chart itself and
 * its figures as a table. A chart is redrawn when its width changes.
 *
 * Marks are the elements with a tip, set by page.mark. The pointer selects the nearest one;
 * the arrow keys move from one to the next while the chart has the focus.
 */
page.mark = (selection, tip, genome) => selection
  .classed('mark', true)
  .each(function (d, i) {
    this.tip = typeof tip === 'function' ? tip(d, i) : tip;
    const id = genome && genome(d, i);
    if (id && page.genomes.has(id)) this.setAttribute('data-genome', id);
  });

page.follow = (svg) => {
  let marks = null, here = -1;
  const all = () => marks ||= [...svg.querySelectorAll('.mark')].map((element) => {
    const box = element.getBBox();
    const at = element.transform.baseVal.consolidate();
    const [dx, dy] = at ? [at.matrix.e, at.matrix.f] : [0, 0];
    return { element, x0: box.x + dx, y0: box.y + dy, x1: box.x + box.width + dx, y1: box.y + box.height + dy };
  });
  const frame = svg.querySelector('g');
  const go = (index) => {
    if (here >= 0) all()[here].element.classList.remove('here');
    here = index;
    if (here < 0) return page.tip.hide();
    const { element } = all()[here];
    const box = element.getBoundingClientRect();
    element.classList.add('here');
    page.tip.show(element.tip, box.left + box.width / 2, box.top + Math.min(box.height / 2, 6));
  };
  const nearest = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.getScreenCTM().inverse());
    let best = -1, least = 40 * 40;
    all().forEach((mark, i) => {
      const dx = Math.max(mark.x0 - point.x, 0, point.x - mark.x1);
      const dy = Math.max(mark.y0 - point.y, 0, point.y - mark.y1);
      const cx = (mark.x0 + mark.x1) / 2 - point.x, cy = (mark.y0 + mark.y1) / 2 - point.y;
      const distance = dx * dx + dy * dy + (cx * cx + cy * cy) / 1e4;
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  };
  svg.addEventListener('pointermove', (event) => go(nearest(event)));
  svg.addEventListener('pointerdown', (event) => go(nearest(event)));
  svg.addEventListener('pointerleave', () => go(-1));
  svg.addEventListener('blur', () => go(-1));
  svg.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const n = all().length;
    if (step && n) {
      event.preventDefault();
      go(here < 0 ? (step > 0 ? 0 : n - 1) : (here + step + n) % n);
    } else if (event.key === 'Enter' && here >= 0 && all()[here].element.dataset.genome) {
      page.openGenome(Number(all()[here].element.dataset.genome));
    } else if (event.key === 'Escape') {
      go(-1);
    }
  });
};

/*
 * A chart in an element. draw(g, width) draws into a group inside the margins and returns
 * its height.
 */
page.chart = (place, { label, margin, draw }) => {
  let drawn = 0;
  const render = (again) => {
    const width = Math.floor(place.clientWidth);
    if ((width === drawn && again !== true) || width === 0) return;
    drawn = width;
    place.replaceChildren();
    const svg = d3.select(place).append('svg').attr({ role: 'img', tabindex: 0, 'aria-label': label });
    const g = svg.append('g').attr('transform', `translate(${margin.left},${margin.top})`);
    const height = draw(g, Math.max(60, width - margin.left - margin.right)) + margin.top + margin.bottom;
    svg.attr({ viewBox: `0 0 ${width} ${height}`, height });
    page.follow(svg.node());
  };
  new ResizeObserver(render).observe(place);
  render();
  return () => render(true);
};

/* figure: {name, title, says, legend, margin, draw, columns, rows, before, wide}; `wide` is a
 * fixed width in pixels, and the chart scrolls where there is less room. */
page.figure = (parent, f) => {
  const place = h('div', { class: 'chart', style: f.wide ? `width: ${f.wide}px` : null });
  const figure = h('figure', { id: `figure-${f.name}` },
    h('figcaption', {}, h('h3', {}, f.title), h('p', {}, f.says)),
    f.legend ? page.legend(f.legend) : null, f.before,
    f.wide ? h('div', { class: 'scroll', tabindex: 0 }, place) : place,
    f.columns ? page.dataset(f.name, f.columns, f.rows) : null);
  parent.append(figure);
  figure.redraw = page.chart(place, { label: `${f.title}. ${f.says}`, margin: f.margin, draw: f.draw });
  return figure;
};

/* items: {series, text, line | symbol} */
page.legend = (items) => h('ul', { class: 'legend' }, items.map((item) => {
  const li = h('li');
  const svg = d3.select(li).append('svg').attr({ viewBox: '0 0 16 12', 'aria-hidden': 'true' });
  if (item.symbol) {
    svg.append('path').attr({ d: d3.svg.symbol().type(item.symbol).size(60)(), transform: 'translate(8,6)' })
      .attr('class', `fill s${item.series}`);
  } else if (item.band) {
    svg.append('rect').attr({ y: 1, width: 16, height: 10, class: `band s${item.series}` });
  } else {
    svg.append('line').attr({ x1: 0, x2: 16, y1: 6, y2: 6, class: `line s${item.series}` });
  }
  li.append(item.text);
  return li;
}));

/* Axes with grid lines and a label. */
page.xAxis = (g, scale, height, text, options = {}) => {
  const axis = d3.svg.axis().scale(scale).orient('bottom').outerTickSize(0)
    .ticks(options.ticks || Math.max(3, Math.floor(Math.abs(scale.range()[1] - scale.range()[0]) / 80)));
  if (options.format) axis.tickFormat(options.format);
  if (options.values) axis.tickValues(options.values);
  g.append('g').attr({ class: 'axis x', transform: `translate(0,${height})` }).call(axis);
  if (text) {
    g.append('text').attr({ class: 'soft', x: scale.range()[1], y: height + 34, 'text-anchor': 'end' }).text(text);
  }
};
page.yAxis = (g, scale, width, text, options = {}) => {
  const ticks = options.ticks || 5;
  const axis = d3.svg.axis().scale(scale).orient('left').ticks(ticks).outerTickSize(0);
  g.append('g').attr('class', 'grid').call(d3.svg.axis().scale(scale).orient('left').ticks(ticks)
    .tickSize(-width).tickFormat(''));
  if (options.format) axis.tickFormat(options.format);
  else axis.tickFormat((x) => page.fixed(x, ticks > 2 && Math.abs(scale.domain()[1] - scale.domain()[0]) < 3 ? 2 : 0));
  g.append('g').attr('class', 'axis bare y').call(axis);
  if (text) g.append('text').attr({ class: 'soft', x: -options.left || -40, y: -10 }).text(text);
};
page.wholeTicks = (scale, width) => {
  const [low, high] = scale.domain();
  const step = Math.max(1, Math.ceil((high - low) / Math.max(2, width / 60)));
  const nice = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000].find((n) => n >= step) || step;
  return d3.range(Math.ceil(low / nice) * nice, high + 1e-9, nice);
};
