/* Importance: what a step of each gene costs the champion. Steps change evaluations equally, except those of an engine's options. */
page.IMPORTANT_SHOWN = 20;

page.importanceSays = (list) => {
  const clear = list.filter((d) => d.metric_loss > d.metric_loss_error);
  const top = list.slice(0, 3).map((d) => `${d.gene} (${page.small(d.metric_loss)} ± ${page.small(d.metric_loss_error)})`).join(', ');
  return `How much of its score the champion loses if one gene changes by a step up or down, by the response surface that the run learnt from all its games. `
    + (list[0].typical ? 'A step of an option is a typical one: what it changes in the engine is not known. '
      : 'The step of every gene changes evaluations as much as that of any other, except for genes that hardly occur: their steps are limited and change less. ')
    + `The most important are ${top}. For ${clear.length} of ${page.count(list.length, 'gene')} the loss is clearly above 0.`;
};
page.small = (x) => (x === null || x === undefined ? '–' : String(Number(x.toPrecision(2))).replace('-', '−'));

page.sections.importance = (section) => {
  const list = page.data.importance;
  if (list.length === 0) return page.say('importance', 'The run has no response surface, or too few games for one.');
  let most = page.IMPORTANT_SHOWN;
  const line = 20;
  const button = h('button', { type: 'button', class: 'plain more', onclick: () => {
    most = list.length;
    figure.redraw();
    button.parentNode.remove();
  } }, `Show all ${page.count(list.length, 'gene')}`);
  const figure = page.figure(section, {
    name: 'importance',
    title: 'What a step of each gene costs',
    says: page.importanceSays(list),
    margin: { top: 6, right: 14, bottom: 44, left: 100 },
    draw: (g, width) => {
      const rows = list.slice(0, most), height = rows.length * line;
      const x = d3.scale.linear().range([0, width]).domain([
        Math.min(0, d3.min(rows, (d) => d.metric_loss - d.metric_loss_error)), d3.max(rows, (d) => d.metric_loss + d.metric_loss_error) || 1]).nice();
      page.xAxis(g, x, height, 'loss of score per step, with its 95% interval', { format: page.small, ticks: width < 400 ? 3 : 6 });
      g.append('line').attr({ class: 'even', x1: x(0), x2: x(0), y1: 0, y2: height });
      const middle = (d, i) => i * line + line / 2;
      g.selectAll('.side').data(rows).enter().append('text').attr({ class: 'side', x: -8, dy: '.32em', 'text-anchor': 'end', y: middle }).text((d) => d.gene);
      page.mark(g.selectAll('.bar').data(rows).enter().append('rect').attr('class', 'bar fill s1').style('fill-opacity', 0.55)
        .attr({ x: (d) => Math.min(x(0), x(d.metric_loss)), width: (d) => Math.max(1, Math.abs(x(d.metric_loss) - x(0))), y: (d, i) => middle(d, i) - 6, height: 12 }),
      (d) => `${d.gene}: ${d.help}\na step of ${page.weight(d.metric_step)} costs ${page.small(d.metric_loss)} ± ${page.small(d.metric_loss_error)}\n`
        + `slope ${page.small(d.metric_slope)} ± ${page.small(d.metric_slope_error)} per step up`);
      g.selectAll('.whisker').data(rows).enter().append('line').attr('class', 'whisker s0')
        .attr({ x1: (d) => x(d.metric_loss - d.metric_loss_error), x2: (d) => x(d.metric_loss + d.metric_loss_error), y1: middle, y2: middle });
      return height;
    },
    columns: [{ key: 'gene', title: 'gene', text: true }, { key: 'family', title: 'family', text: true }, { key: 'metric_step', title: 'step', format: page.weight },
      { key: 'metric_loss', title: 'loss', format: page.small }, { key: 'metric_loss_error', title: '±', format: page.small },
      { key: 'metric_slope', title: 'slope', format: page.small }, { key: 'metric_slope_error', title: '±', format: page.small }],
    rows: list,
  });
  if (list.length > most) figure.querySelector('.chart').after(h('div', { class: 'buttons' }, button));
};
