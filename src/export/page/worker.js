/*
 * What runs in the worker: the engine and its questions, one after the other. This function is
 * turned into text and back, so it uses nothing from outside.
 */
play.worker = () => {
  const COLUMNS_ROOM = 64, REFUSED = -(2 ** 31);
  let engine, self_, room;

  const bytesTo = (bytes) => {
    const at = engine.wasm_engine_room(bytes.length);
    new Uint8Array(engine.memory.buffer).set(bytes, at);
    return at;
  };

  const start = async ({ module, players, books }) => {
    const instance = await WebAssembly.instantiate(module, { page: { clock_s: () => performance.now() / 1000 } });
    engine = instance.exports;
    engine._initialize();
    self_ = engine.wasm_engine_new();
    room = engine.wasm_engine_room(COLUMNS_ROOM);
    for (const bytes of players) if (engine.wasm_engine_add_player(self_, bytesTo(bytes), bytes.length)) throw new Error('a player is damaged');
    for (const bytes of books) if (engine.wasm_engine_add_book(self_, bytesTo(bytes), bytes.length)) throw new Error('a book is damaged');
  };

  /* Puts a position where the engine reads it. Returns the arguments that name it. */
  const place = (moves) => {
    new Uint8Array(engine.memory.buffer).set([...moves].map((digit) => Number(digit) - 1), room);
    return [room, moves.length];
  };

  const choose = ({ player, depth, moves, pv }) => {
    const at = engine.wasm_engine_choose(self_, player, depth, ...place(moves), pv ? 1 : 0);
    if (!at) throw new Error(`there is no move after '${moves}'`);
    const view = new DataView(engine.memory.buffer, at);
    return { column: view.getInt32(0, true) + 1, depth: view.getInt32(4, true), value: view.getInt32(8, true), nodes: view.getFloat64(16, true),
      pv: Array.from(new Uint8Array(engine.memory.buffer, at + 24, view.getInt32(12, true)), (column) => column + 1) };
  };

  const solve = (moves, signOnly) => {
    const score = engine.wasm_engine_solve(self_, ...place(moves), signOnly);
    if (score === REFUSED) throw new Error(`'${moves}' cannot be played`);
    return score;
  };

  /* Answers by kind. A part is told as soon as it is known. */
  const answers = {
    choose,
    values(request, tell) {
      const choice = choose({ ...request, pv: true });
      const values = Array.from({ length: request.columns }, () => null);
      tell({ choice, values });
      values.forEach((_, column) => {
        const value = engine.wasm_engine_value(self_, request.player, choice.depth, ...place(request.moves), column);
        if (value === REFUSED) return;
        values[column] = value;
        tell({ choice, values });
      });
      return { choice, values };
    },
    score: ({ moves }) => solve(moves, 0),
    sign: ({ moves }) => solve(moves, 1),
  };

  let started;
  onmessage = async ({ data }) => {
    if (data.module) {
      started = start(data);
      return;
    }
    try {
      await started;
      postMessage({ id: data.id, answer: answers[data.kind](data, (part) => postMessage({ id: data.id, part })) });
    } catch (error) {
      postMessage({ id: data.id, error: error.message });
    }
  };
};
