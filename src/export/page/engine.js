/*
 * The engine in a worker, and who asks it. Pages opened from a disk cannot load a file, so the
 * worker is made from a blob.
 */
play.decode = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/* A promise of what engines are made of, decoded and compiled once. */
play.load = (data) => play.loaded ||= (async () => ({
  module: await WebAssembly.compile(play.decode(data.engine)),
  players: data.players.map((player) => play.decode(player.data)),
  books: data.books.map(play.decode),
  url: URL.createObjectURL(new Blob([`(${play.worker})()`], { type: 'text/javascript' })),
}))();

/*
 * One worker. Questions are answered in their order. cancel() ends what it is doing: the worker is
 * thrown away, since nothing else stops one at once, and the next question starts another.
 */
play.Engine = class {
  constructor(parts) {
    Object.assign(this, { parts, worker: null, waiting: new Map(), number: 0 });
  }

  start() {
    const { url, module, players, books } = this.parts;
    this.worker = new Worker(url);
    this.worker.onmessage = ({ data: { id, part, answer, error } }) => {
      const waiter = this.waiting.get(id);
      if (!waiter) return;
      if (part !== undefined) {
        if (waiter.tell) waiter.tell(part);
        return;
      }
      this.waiting.delete(id);
      if (error === undefined) waiter.done(answer);
      else waiter.fail(new Error(error));
    };
    this.worker.postMessage({ module, players, books });
  }

  ask(question, tell) {
    if (!this.worker) this.start();
    const id = ++this.number;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail, tell });
      this.worker.postMessage({ ...question, id });
    });
  }

  cancel() {
    if (this.worker) this.worker.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ fail }) => fail(new Error('cancelled')));
  }
};

/*
 * What a page wants to know, most urgent first. Answers are kept. One question is asked at a time;
 * if it is no longer wanted and takes long, it is cancelled.
 */
play.Agenda = class {
  constructor(parts, changed) {
    Object.assign(this, { engine: new play.Engine(parts), changed, known: new Map(), partial: new Map(), wanted: [], busy: null });
  }

  static key(question) { return Object.values(question).join(' '); }

  get(question) { return this.known.get(play.Agenda.key(question)); }

  /* The answer, or as much of it as is known. */
  peek(question) { return this.get(question) || this.partial.get(play.Agenda.key(question)); }

  want(questions) {
    this.wanted = questions.filter((question) => !this.known.has(play.Agenda.key(question)));
    const busy = this.busy;
    if (busy && !this.wants(busy)) {
      setTimeout(() => { if (this.busy === busy && !this.wants(busy)) this.engine.cancel(); }, play.PATIENCE_MS);
    }
    if (!busy) this.next();
  }

  wants(key) { return this.wanted.some((question) => play.Agenda.key(question) === key); }

  async next() {
    const [question] = this.wanted;
    if (!question || this.busy) return;
    const key = this.busy = play.Agenda.key(question);
    try {
      this.known.set(key, await this.engine.ask(question, (part) => {
        this.partial.set(key, part);
        this.changed();
      }));
    } catch (error) {
      if (error.message !== 'cancelled') this.known.set(key, null);
    }
    this.partial.delete(key);
    this.busy = null;
    this.wanted = this.wanted.filter((other) => !this.known.has(play.Agenda.key(other)));
    this.changed();
    this.next();
  }
};
play.PATIENCE_MS = 80;

/*
 * For the console and for tests: promises of a column, of the values of all columns, and of their
 * exact scores, null where a column is full. An engine of its own answers, so that nothing on the
 * board cancels it. `options` may name another player or depth.
 */
play.api = (data, board) => {
  let engine = null;
  const ask = async (moves, kind, { player = 0, depth = 0 } = {}) => {
    play.replay(String(moves), board); /* refuses what is not a game */
    engine ||= new play.Engine(await play.load(data));
    return engine.ask({ kind, player, depth, moves: String(moves), columns: board.columns });
  };
  const columns = Array.from({ length: board.columns }, (_, i) => i + 1);
  const open = (moves) => {
    const { height, outcome } = play.replay(String(moves), board);
    return columns.map((column) => outcome === null && height[column] < board.rows);
  };
  return {
    move: async (moves, options) => (await ask(moves, 'choose', options)).column,
    values: async (moves, options = {}) => {
      const { values } = await ask(moves, 'values', options), { units } = data.players[options.player || 0];
      return values.map((value) => (value === null ? null : value / units));
    },
    solve: async (moves) => Promise.all(open(moves).map(async (free, i) => (free ? 0 - await ask(`${moves}${i + 1}`, 'score') : null))),
  };
};
