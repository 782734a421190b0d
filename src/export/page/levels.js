/*
 * How strong a genome plays. Weaker levels look less far ahead, as people do. The two weakest also
 * waver between moves that look about equally good to them.
 */
play.levels = (player) => {
  const ahead = (depth) => `${depth} ${depth === 1 ? 'ply' : 'plies'}`;
  const limit = player.seconds ? `${player.seconds} s` : player.nodes ? `${player.nodes.toLocaleString('en')} nodes` : ahead(player.depth);
  const limited = player.seconds || player.nodes, most = limited ? 8 : player.depth;
  const below = [
    { name: 'First steps', depth: 1, waver: 0.5 }, { name: 'Beginner', depth: 2, waver: 0.2 },
    ...[2, 3, 4, 5, 6, 8, 10, 12, 16, 20].map((depth) => ({ name: ahead(depth), depth, waver: 0 })),
  ].filter((level) => (level.waver ? level.depth <= most : level.depth < most));
  const above = [8, 10, 12].filter((depth) => !limited && depth > player.depth)
    .map((depth) => ({ name: `${ahead(depth)} (deeper)`, depth, waver: 0 }));
  return [...below, { name: `Full strength (${limit})`, depth: 0, waver: 0, full: true }, ...above];
};

/* A column for a level that wavers: one of those whose values are not much below the best. */
play.waver = (values, share, random = Math.random) => {
  const open = values.map((value, i) => ({ value, column: i + 1 })).filter(({ value }) => value !== null);
  const usual = open.filter(({ value }) => !play.isProven(value)), best = Math.max(...open.map(({ value }) => value));
  const spread = usual.length > 1 ? best - Math.min(...usual.map(({ value }) => value)) : 0;
  const choices = open.filter(({ value }) => (play.isProven(best) ? value === best : value >= best - share * spread));
  return choices[Math.floor(random() * choices.length)].column;
};

/* Values of the engine are units: a proven win is more than any evaluation. */
play.PROVEN = 1e9;
play.isProven = (value) => Math.abs(value) >= play.PROVEN;

/* What a value means to the side to move, in one or two words: ['win', 'in 3'], ['+12.5']. */
play.valueWords = (value, plies, units) => {
  if (units > 1 && play.isProven(value)) {
    const end = play.PROVEN + 1000 - Math.abs(value);
    const known = end > plies && end < 100;
    return [value > 0 ? 'win' : 'loss', ...(known ? [`in ${Math.ceil((value > 0 ? end - plies : end - plies - 1) / 2)}`] : [])];
  }
  const x = value / units, size = Math.abs(x);
  return [`${x > 0 ? '+' : ''}${x.toFixed(size >= 100 || units === 1 ? 0 : size >= 10 ? 1 : 2).replace('-', '−')}`];
};
