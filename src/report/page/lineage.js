/* Lineage: where the champion comes from. Right is later, up is stronger. */
page.mainLine = () => {
  const nodes = new Map(page.data.lineage.nodes.map((n) => [n.id, n]));
  const line = [];
  for (let n = nodes.get(page.data.lineage.champion); n; n = nodes.get(n.parents[0])) line.push(n);
  return line;
};

page.lineageSays = (line) => {
  const champion = page.genomes.get(page.data.lineage.champion);
  const counts = d3.nest().key((n) => page.genomes.get(n.id).origin).rollup((list) => list.length).entries(line)
    .filter((e) => e.key !== 'founder').map((e) => `${e.values} by ${page.madeBy(e.key)}`);
  const start = page.genomes.get(line[line.length - 1].id);
  const gains = line.filter((n) => n.gain !== undefined), clear = gains.filter((n) => n.gain > n.gain_error);
  const best = [...clear].sort((a, b) => (b.gain - b.gain_error) - (a.gain - a.gain_error))[0];
  return `The champion, #${champion.id}, was created in generation ${champion.generation} by ${page.madeBy(champion.origin)}. `
    + `${line[line.length - 1].parents.length > 0 ? `The last ${page.count(line.length - 1, 'step')} to it are drawn, starting from ${page.nameOf(start.id)}`
      : `${page.count(line.length - 1, 'step')} ${line.length === 2 ? 'leads' : 'lead'} to it from ${page.nameOf(start.id)}`}`
    + (counts.length ? `: ${counts.join(', ')}. ` : '. ')
    + (best ? `${page.count(clear.length, 'of these steps was a clear gain', 'of these steps were clear gains')} over the parent, `
      + `most clearly ${page.signed(best.gain, 3)} ± ${page.score(best.gain_error)} of score in generation ${page.genomes.get(best.id).generation}.`
      : gains.length ? 'No single step was a clear gain over the parent: each is smaller than its error.' : '');
};

page.changesText = (node) => node.changes.map((c) => `${c.gene} ${page.weight(c.from)} → ${page.weight(c.to)}${c.second ? ' (from the second parent)' : ''}`)
  .concat(node.changed > node.changes.length ? [`and ${node.changed - node.changes.length} more`] : []);

page.lineageTip = (node) => {
  const g = page.genomes.get(node.id);
  return [`${page.nameOf(node.id)}, generation ${g.generation}, ${g.origin}${node.parents.length ? ` of ${node.parents.map((id) => `#${id}`).join(' and ')}` : ''}`,
    g.elo === null ? 'not rated' : `Elo ${page.signed(g.elo)} ± ${page.fixed(g.error, 0)}`,
    node.gain === undefined ? null : `score ${page.signed(node.gain, 3)} ± ${page.score(node.gain_error)} over its first parent${node.gain > node.gain_error ? '' : ': no clear gain'}`,
    node.elite_until === undefined ? null : `kept as elite until generation ${node.elite_until}`,
    ...page.changesText(node)].filter((x) => x).join('\n');
};

page.drawLineage = (section) => {
  const { nodes } = page.data.lineage, line = page.mainLine(), main = new Set(line.map((n) => n.id));
  const known = new Map(nodes.map((n) => [n.id, n]));
  const at = (n) => page.genomes.get(n.id);
  const links = nodes.flatMap((n) => n.parents.map((p, k) => ({ child: n, parent: known.get(p), k })).filter((l) => l.parent));
  const kinds = [...new Set(nodes.map((n) => at(n).origin))];
  page.figure(section, {
    name: 'lineage',
    title: 'The ancestry of the champion',
    says: page.lineageSays(line),
    legend: [...kinds.map((kind) => ({ symbol: page.originOf(kind).symbol, series: page.originOf(kind).series, text: page.originOf(kind).text })),
      { series: 1, text: 'chain of first parents' }, { series: 1, band: true, text: 'kept as elite' }],
    margin: { top: 24, right: 16, bottom: 44, left: 46 },
    draw: (g, width) => {
      const height = Math.min(480, Math.max(300, width * 0.5));
      const x = page.generationScale(width);
      const y = d3.scale.linear().domain(d3.extent(nodes, (n) => at(n).elo)).range([height, 0]).nice();
      const px = (n) => x(at(n).generation), py = (n) => y(at(n).elo ?? y.domain()[0]);
      page.yAxis(g, y, width, 'Elo');
      page.xAxis(g, x, height, 'generation', { values: page.wholeTicks(x, width), format: d3.format('d') });
      g.selectAll('.kept').data(nodes.filter((n) => n.elite_until !== undefined)).enter().append('rect').attr('class', 'kept band s1')
        .attr({ x: px, y: (n) => py(n) - 4, height: 8, rx: 4, width: (n) => Math.max(0, x(Math.min(n.elite_until, x.domain()[1])) - px(n)) });
      const onMain = (l) => l.k === 0 && main.has(l.child.id) && main.has(l.parent.id);
      g.selectAll('.tie').data(links).enter().append('path').attr('class', (l) => `tie line s${onMain(l) ? 1 : 0}`)
        .style('stroke-width', (l) => (onMain(l) ? 3 : 1)).style('stroke-opacity', (l) => (onMain(l) ? 1 : 0.45))
        .style('stroke-dasharray', (l) => (l.k === 1 ? '3 3' : null))
        .attr('d', (l) => {
          const [x0, y0, x1, y1] = [px(l.parent), py(l.parent), px(l.child), py(l.child)], mid = (x0 + x1) / 2;
          return `M${x0},${y0}C${mid},${y0} ${mid},${y1} ${x1},${y1}`;
        });
      const order = [...nodes].sort((a, b) => (main.has(a.id) ? 1 : 0) - (main.has(b.id) ? 1 : 0) || a.id - b.id);
      page.mark(g.selectAll('.node').data(order).enter().append('path')
        .attr('class', (n) => `node fill s${page.originOf(at(n).origin).series}`)
        .attr('d', (n) => d3.svg.symbol().type(page.originOf(at(n).origin).symbol).size((main.has(n.id) ? 110 : 55) * (width < 500 ? 0.6 : 1))())
        .attr('transform', (n) => `translate(${px(n)},${py(n)})`), page.lineageTip, (n) => n.id);
      g.append('text').attr({ x: px(line[0]), y: py(line[0]) - 12, 'text-anchor': px(line[0]) > width - 60 ? 'end' : 'middle' })
        .style('font-weight', 650).text('champion');
      return height;
    },
    columns: [
      { key: 'id', title: 'genome', cell: (row) => page.link(row.id) }, { key: 'generation', title: 'generation' },
      { key: 'origin', title: 'by', text: true }, { key: 'parents', title: 'of', text: true },
      { key: 'elo', title: 'Elo', format: (v) => page.fixed(v, 0) }, { key: 'error', title: '±', format: (v) => page.fixed(v, 0) },
      { key: 'gain', title: 'gain of score', format: (v) => (v === undefined ? '–' : page.signed(v, 3)) },
      { key: 'gain_error', title: '±', format: (v) => page.fixed(v, 3) }, { key: 'changed', title: 'genes changed' },
      { key: 'main', title: 'main line', text: true }, { key: 'what', title: 'largest changes', text: true },
    ],
    rows: nodes.map((n) => ({ ...n, generation: at(n).generation, origin: at(n).origin, elo: at(n).elo, error: at(n).error,
      parents: n.parents.map((p) => `#${p}`).join(' '), main: main.has(n.id) ? 'yes' : '', what: page.changesText(n).join('; ') })),
  });
};

page.sections.lineage = (section) => {
  const { lineage } = page.data;
  if (!lineage) return page.say('lineage', 'There is no champion yet.');
  page.say('lineage', 'Height is Elo against the opponents after a genome’s own generation, known up to its ±: small differences mean nothing. Click a genome for its weights, parents, children and results.');
  page.drawLineage(section);
  if (!lineage.all) page.note('lineage', 'The run is too long to show all ancestors: only first parents are followed. “c4evolve lineage” shows all.');
  else if (lineage.nodes.length < lineage.steps) page.note('lineage', `Only the ${lineage.nodes.length} nearest of ${page.count(lineage.steps, 'ancestor')} are drawn.`);
  if (page.data.genomes.length < page.data.born) {
    page.note('lineage', `This page has ${page.count(page.data.genomes.length, 'genome')} of the ${page.thousands(page.data.born)} in the run: `
      + 'founders, champions, ancestors, opponents and the newest. “c4evolve log RUN genomes” lists all.');
  }
};
