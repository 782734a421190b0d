/*
 * A board to play on: people and genomes on either side, what a genome thinks, perfect play, the
 * game move by move.
 *
 *     play.start(place, {play: the data of play_page.c, board}, {whole: the page is all board})
 */
play.SIDES = ['Orange', 'Blue'];
play.MOVE_MS = 350; /* a move is not answered sooner, so that it can be followed */
play.WATCH_MS = 750; /* between two genomes */

play.Session = class {
  constructor(place, { play: data, board }, { whole }) {
    const names = data.players.map((player) => player.name);
    this.players = data.players.map((player, i) => ({ ...player, levels: play.levels(player), name: names.indexOf(player.name) === i ? player.name : `${player.name} (${i + 1})` }));
    Object.assign(this, { board, whole, moves: '', at: 0, seats: [null, 0], truthful: false, thoughtful: true, paused: false, ghosts: false, pinned: false, timer: null, started: false });
    this.levels = [0, 1].map(() => this.players.map((player) => player.levels.findIndex((level) => level.full)));
    if (this.players.length > 1) this.seats = [0, 1];
    this.build(place);
    this.listen(place);
    this.readAddress();
    this.ready = this.open(data);
  }

  async open(data) {
    const parts = await play.load(data);
    this.thoughts = new play.Agenda(parts, () => this.update());
    this.truth = new play.Truth(parts, this.board, () => this.update());
    this.update();
  }

  /* What is on the board. */
  get now() { return this.moves.slice(0, this.at); }

  get replay() { return play.replay(this.now, this.board); }

  get looksBack() { return this.at < this.moves.length; }

  get over() { return this.replay.outcome !== null; }

  get turn() { return this.at % 2; }

  /* The genome on the turn, or null for a person. */
  get mover() { return this.seats[this.turn]; }

  level(side, player = this.seats[side]) { return this.players[player].levels[this.levels[side][player]]; }

  nameOf(side) {
    const seat = this.seats[side];
    if (seat !== null) return this.players[seat].name;
    return this.seats[1 - side] === null ? play.SIDES[side] : 'you';
  }

  /* The genome whose thoughts are shown, and how far it looks: of the one to move, else of the other. */
  get thinker() {
    const side = this.seats[this.turn] !== null ? this.turn : 1 - this.turn;
    return this.seats[side] === null ? { player: 0, depth: 0 } : { player: this.seats[side], depth: this.level(side).depth };
  }

  /* Moves. */

  /* Somebody asks for a column: heeded if it is a person's turn. */
  drop(column) {
    const { outcome, height } = this.replay;
    if (outcome !== null) return this.say('The game is over.');
    if (this.mover !== null && !this.looksBack) return this.say(`It is ${this.nameOf(this.turn)}’s turn.`);
    if (this.mover !== null) return this.say(`${this.nameOf(this.turn)} is to move here. Go on, or take back once more.`);
    if (height[column] === this.board.rows) return this.say(`Column ${column} is full.`);
    this.paused = false;
    this.add(column);
  }

  add(column) {
    const side = this.turn;
    this.moves = `${this.now}${column}`;
    this.at = this.moves.length;
    this.started = true;
    const { outcome } = this.replay, who = this.nameOf(side);
    this.say(`${who === 'you' ? 'You play' : `${who} plays`} column ${column}. ${outcome !== null ? this.resultText() : this.mover === null ? 'Your turn.' : ''}`);
    this.changed();
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    if (this.looksBack) this.paused = true;
    this.say(`After ${this.at} of ${this.moves.length} moves.`);
    this.changed();
  }

  /* To the last turn of a person, or one ply if there is none. */
  takeBack() {
    let at = this.at - 1;
    while (at > 0 && this.seats[at % 2] !== null && this.seats.includes(null)) at--;
    if (at >= 0 && (this.seats[at % 2] === null || !this.seats.includes(null))) this.go(at);
  }

  newGame() {
    Object.assign(this, { moves: '', at: 0, paused: false, started: true });
    this.say('A new game.');
    this.changed();
  }

  swap() {
    this.seats.reverse();
    this.levels.reverse();
    this.moves = this.now;
    this.paused = false;
    this.started = true;
    this.say(`${play.SIDES[0]}: ${this.nameOf(0)}. ${play.SIDES[1]}: ${this.nameOf(1)}.`);
    this.changed();
  }

  /* Goes on from a position that was looked back at. */
  resume() {
    this.paused = false;
    this.moves = this.now;
    this.started = true;
    this.changed();
  }

  /* After anything that changes the position or who plays. */
  changed() {
    clearTimeout(this.timer);
    this.timer = null;
    this.since = performance.now();
    this.writeAddress();
    this.update();
  }

  /* The questions to the genomes, the most urgent first. */
  ask() {
    const { player, depth } = this.thinker, list = [];
    if (this.replies()) list.push(this.replyQuestion());
    if (this.thoughtful && !this.over) list.push(this.valuesQuestion(this.now, player, depth));
    if (this.showsCurve()) list.push(...this.curveQuestions());
    this.thoughts.want(list);
    this.truth.want(this.truthful && !this.over ? this.now : null, this.showsCurve() ? this.moves : this.truthful ? this.now : null);
  }

  /* Whether a genome has to move now. */
  replies() { return this.mover !== null && !this.over && !this.looksBack && !this.paused; }

  chooseQuestion(moves, player, depth) { return { kind: 'choose', player, depth, moves }; }

  valuesQuestion(moves, player, depth) { return { kind: 'values', player, depth, moves, columns: this.board.columns }; }

  replyQuestion() {
    const { depth, waver } = this.level(this.turn);
    return waver ? this.valuesQuestion(this.now, this.mover, depth) : this.chooseQuestion(this.now, this.mover, depth);
  }

  /* Plays the answer, but not before the last move could be seen. */
  reply() {
    if (!this.replies() || this.timer) return;
    const answer = this.thoughts.get(this.replyQuestion());
    if (!answer) return;
    const { waver } = this.level(this.turn), column = waver ? play.waver(answer.values, waver) : answer.column;
    const pause = this.seats.includes(null) ? play.MOVE_MS : play.WATCH_MS, since = performance.now() - this.since;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.add(column);
    }, this.moves === '' ? 0 : Math.max(0, pause - since));
  }

  /* The curve. */

  showsCurve() { return this.moves !== '' && (this.truthful || play.replay(this.moves, this.board).outcome !== null); }

  curveQuestions() {
    const { player } = this.thinker;
    return Array.from({ length: this.moves.length + 1 }, (_, ply) => this.moves.slice(0, ply))
      .filter((moves) => play.replay(moves, this.board).outcome === null).map((moves) => this.chooseQuestion(moves, player, 0));
  }

  /* What the genome makes of a position, for the first player; undefined while it is not known. */
  curveValue(ply, player) {
    const moves = this.moves.slice(0, ply), { outcome } = play.replay(moves, this.board);
    if (outcome !== null) return outcome === 'draw' ? 0 : outcome === 0 ? play.PROVEN : -play.PROVEN;
    const answer = this.thoughts.get(this.chooseQuestion(moves, player, 0));
    return answer ? answer.value * (ply % 2 ? -1 : 1) : undefined;
  }

  /* The plies whose moves gave a result away. */
  graves(moves) { return new Set([...this.truth.lapses(moves)].filter(([, lapse]) => lapse.grave).map(([ply]) => ply)); }

  resultText() {
    const { outcome } = this.replay;
    if (outcome === 'draw') return 'A draw: the board is full.';
    const who = this.nameOf(outcome);
    return who === 'you' ? 'You win!' : `${who} wins.`;
  }
};

/* Fills an element with a board, and offers the functions of play.api as `c4evolve`. */
play.start = (place, data, options = {}) => {
  const session = new play.Session(place, data, options);
  window.c4evolve = play.api(data.play, data.board);
  session.ready.then(() => { document.documentElement.dataset.ready = ''; });
  return session;
};
