/*
 * Exact scores of positions, asked one by one and kept. Everything follows from them: the score of
 * a column is that of the position after it, for the other side.
 */
play.Truth = class {
  constructor(parts, board, changed) {
    Object.assign(this, { board, agenda: new play.Agenda(parts, changed), middle: (board.columns + 1) / 2 });
  }

  static question(moves) { return { kind: 'score', moves }; }

  /* The score for the side to move, or undefined. */
  score(moves) { return this.agenda.get(play.Truth.question(moves)) ?? undefined; }

  open(moves) {
    const { height, outcome } = play.replay(moves, this.board);
    return Array.from({ length: this.board.columns }, (_, i) => outcome === null && height[i + 1] < this.board.rows);
  }

  /* By column: a score, null if it is full, undefined if it is not known yet. */
  columns(moves) {
    return this.open(moves).map((free, i) => {
      const score = free ? this.score(`${moves}${i + 1}`) : null;
      return score ? -score : score;
    });
  }

  /* What the move at that ply gave away, or null. */
  lapse(moves, ply) {
    const before = this.best(moves.slice(0, ply)), after = this.score(moves.slice(0, ply + 1));
    return before === undefined || after === undefined ? null : play.lapse(before, -after);
  }

  /* The score of a position, also where only its columns are known. */
  best(moves) {
    const score = this.score(moves), columns = score === undefined ? this.columns(moves) : [];
    if (score !== undefined || columns.includes(undefined)) return score;
    const known = columns.filter((value) => value !== null);
    return known.length ? Math.max(...known) : undefined;
  }

  /* Asks for the columns of a position, the most central first, and for all positions of a game, the
   * last first: what the solver remembers of them helps with the earlier ones. */
  want(now, game) {
    const near = now === null ? [] : this.open(now).map((free, i) => ({ free, column: i + 1 })).filter(({ free }) => free)
      .sort((a, b) => Math.abs(a.column - this.middle) - Math.abs(b.column - this.middle)).map(({ column }) => `${now}${column}`);
    const all = game === null ? [] : Array.from({ length: game.length + 1 }, (_, i) => game.slice(0, game.length - i));
    this.agenda.want([...near, ...all].map(play.Truth.question));
  }
};
