/*
 * The rules, for pages. A game is a string of columns, counted from 1; sides are 0, who moves
 * first, and 1.
 */

/* The discs in the order of play, the four that won, and how it ended: the side that won, 'draw', or
 * null. Moves that are not legal are an error. */
play.replay = (moves, { columns, rows }) => {
  const height = Array(columns + 1).fill(0), taken = new Map(), cells = [], four = new Set();
  const at = (column, row) => taken.get(`${column},${row}`);
  let outcome = null;
  [...moves].forEach((digit, ply) => {
    const column = Number(digit), wrong = (why) => new Error(`move ${ply + 1} of '${moves}': ${why}`);
    if (!(column >= 1 && column <= columns)) throw wrong(`'${digit}' is not a column from 1 to ${columns}`);
    if (outcome !== null) throw wrong('the game is over');
    if (height[column] === rows) throw wrong(`column ${column} is full`);
    const cell = { ply, column, row: ++height[column], side: ply % 2 };
    cells.push(cell);
    taken.set(`${column},${cell.row}`, cell.side);
    play.foursThrough(cell, at).forEach((name) => four.add(name));
    if (four.size > 0) outcome = cell.side;
    else if (cells.length === columns * rows) outcome = 'draw';
  });
  return { cells, height, four, outcome };
};

/* The cells of all lines of four or more through a disc, as "column,row". */
play.foursThrough = ({ column, row, side }, at) => [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([dx, dy]) => {
  const line = [`${column},${row}`];
  for (const sign of [1, -1]) {
    for (let k = 1; at(column + sign * k * dx, row + sign * k * dy) === side; k++) {
      line.push(`${column + sign * k * dx},${row + sign * k * dy}`);
    }
  }
  return line.length >= 4 ? line : [];
});

/* Exact scores, see c4evolve solve: positive if the side to move wins, 1 with its last disc. */

/* The plies of the whole game if the position after `plies` has this score, which is not 0. */
play.endOf = (score, plies, { columns, rows }) => {
  const cells = columns * rows, winnerPlies = score > 0 ? plies : plies + 1;
  return cells + 1 - 2 * Math.abs(score) + (winnerPlies + cells) % 2;
};

/*
 * What is known of a position is {sign, score}, for the side to move: the score may still be
 * undefined. It means {result: 'win', 'draw' or 'loss', moves}; moves are discs of the winner from now
 * on, null for a draw, undefined if they are not known.
 */
play.meaning = ({ sign, score }, plies, board) => {
  if (sign === 0) return { result: 'draw', moves: null };
  if (score === undefined) return { result: sign > 0 ? 'win' : 'loss', moves: undefined };
  const left = play.endOf(score, plies, board) - plies;
  return { result: score > 0 ? 'win' : 'loss', moves: Math.ceil(score > 0 ? left / 2 : (left - 1) / 2) };
};

/* "wins in 3", "draws", "loses in 1" */
play.meaningText = ({ result, moves }) => `${({ win: 'wins', draw: 'draws', loss: 'loses' })[result]}${moves ? ` in ${moves}` : ''}`;

/* The same for the other side. */
play.turned = ({ sign, score }) => ({ sign: 0 - sign, score: score === undefined ? undefined : 0 - score });

/* What a move gave away, if anything: its text, and whether the result changed. `known` is what was
 * and is known, for the side that moved. */
play.lapse = ({ sign: from, score: before }, { sign: to, score: after }) => {
  const name = { 1: 'win', 0: 'draw', [-1]: 'loss' };
  if (to < from) return { text: from === 1 && to === -1 ? 'turned a win into a loss' : `threw away a ${name[from]}`, grave: true };
  if (after < before && from === 1) return { text: `still wins, ${before - after} later than it could`, grave: false };
  if (after < before && from === -1) return { text: `loses ${before - after} sooner than it had to`, grave: false };
  return null;
};
