'use strict';
/*
 * To be run in a page: the texts and marks whose contrast with what lies behind them is too low
 * by WCAG 2: 4.5 for text, 3 for large text and for the marks and lines of charts.
 */
module.exports = () => {
  const parse = (colour) => {
    const parts = colour.match(/[\d.]+/g);
    return parts ? { r: +parts[0], g: +parts[1], b: +parts[2], a: parts[3] === undefined ? 1 : +parts[3] } : null;
  };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = (c) => 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  const opacity = (element) => { let o = 1; for (let e = element; e instanceof Element; e = e.parentElement) o *= +getComputedStyle(e).opacity; return o; };

  /* The colour behind an element: grounds of HTML, and in a chart the cell that a text stands on. */
  const ground = (element) => {
    const layers = [];
    for (let e = element; e instanceof Element; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour && colour.a > 0) layers.push(colour);
      if (colour && colour.a === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const filled = (element, below) => {
    const style = getComputedStyle(element), colour = parse(style.fill);
    return colour ? over({ ...colour, a: colour.a * +style.fillOpacity }, below) : below;
  };
  const low = [];
  const report = (what, got, least, element) => {
    if (got < least - 0.005) low.push(`${what} ${got.toFixed(2)} < ${least}: ${element.outerHTML.slice(0, 90)}`);
  };

  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = element.getBoundingClientRect();
    if (!own || box.width === 0 || element.closest('script, style, [hidden], button:disabled')) continue;
    const style = getComputedStyle(element);
    let below = ground(element);
    if (element instanceof SVGElement) {
      if (element.closest('.disc')) below = filled(element.parentNode.querySelector('circle'), below);
      const datum = element.__data__;
      const cell = datum && [...(element.parentNode.querySelectorAll ? element.parentNode.querySelectorAll('.cell') : [])].find((c) => c.__data__ === datum);
      if (cell) below = filled(cell, below);
    }
    const colour = parse(element instanceof SVGElement ? style.fill : style.color);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && +style.fontWeight >= 700);
    report('text', ratio(over({ ...colour, a: colour.a * opacity(element) }, below), below), large ? 3 : 4.5, element);
  }
  for (const mark of document.querySelectorAll('.point, .dot, .node, .bar, .line, .whisker, .rival')) {
    const style = getComputedStyle(mark), below = ground(mark);
    const colour = parse(style.fill === 'none' || mark.matches('.line, .whisker') ? style.stroke : style.fill);
    if (colour && +style.strokeOpacity === 1) report('mark', ratio(over(colour, below), below), 3, mark);
  }
  return low;
};
