/*
 * Exact results of positions, asked one by one and kept. Everything follows from them: a column is
 * worth what the position after it is worth to the other side. Who wins is known at once; in how
 * many moves can take seconds early in the game.
 */
play.Truth = class {
  constructor(parts, board, changed) {
    Object.assign(this, { board, agenda: new play.Agenda(parts, changed), middle: (board.columns + 1) / 2 });
  }

  static question(kind, moves) { return { kind, moves }; }

  /* What is known of a position for its side to move: {sign, score}, or undefined. */
  known(moves) {
    const score = this.agenda.get(play.Truth.question('score', moves)) ?? undefined;
    const sign = score === undefined ? this.agenda.get(play.Truth.question('sign', moves)) ?? undefined : Math.sign(score);
    return sign === undefined ? undefined : { sign, score };
  }

  open(moves) {
    const { height, outcome } = play.replay(moves, this.board);
    return Array.from({ length: this.board.columns }, (_, i) => outcome === null && height[i + 1] < this.board.rows);
  }

  /* The same for each column, for the side to move now; null if it is full. */
  columns(moves) {
    return this.open(moves).map((free, i) => {
      const known = free ? this.known(`${moves}${i + 1}`) : null;
      return known ? play.turned(known) : known;
    });
  }

  /* What the move at that ply gave away, or null. */
  lapse(moves, ply) {
    const before = this.known(moves.slice(0, ply)), after = this.known(moves.slice(0, ply + 1));
    return before && after ? play.lapse(before, play.turned(after)) : null;
  }

  /* What each move of a game gave away, by ply. */
  lapses(moves) {
    return new Map([...moves].map((_, ply) => [ply, this.lapse(moves, ply)]).filter(([, lapse]) => lapse));
  }

  /*
   * Asks for the columns of a position, the most central first, and for all positions of a game, the
   * last first: what the solver remembers of them helps with the earlier ones. Either may be null.
   * The last two positions tell what the last move gave away.
   */
  want(now, game) {
    const near = now === null ? [] : this.open(now).map((free, i) => ({ free, column: i + 1 })).filter(({ free }) => free)
      .sort((a, b) => Math.abs(a.column - this.middle) - Math.abs(b.column - this.middle)).map(({ column }) => `${now}${column}`);
    const all = game === null ? [] : Array.from({ length: game.length + 1 }, (_, i) => game.slice(0, game.length - i));
    const signs = (list) => list.map((moves) => play.Truth.question('sign', moves)), scores = (list) => list.map((moves) => play.Truth.question('score', moves));
    this.agenda.want([...signs(near), ...signs(all.slice(0, 2)), ...scores(near), ...signs(all), ...scores(all)]);
  }
};
