/* What a session shows. */
Object.assign(play.Session.prototype, {
  say(text) { if (this.view) this.view.said.textContent = text; },

  /* Draws everything, and asks for what is missing. Called whenever something has changed. */
  update() {
    this.updateBoard();
    this.updateControls();
    this.updateStatus();
    if (!this.truth) return;
    this.updateThoughts();
    this.updateTruth();
    this.updateMoves();
    this.updateCurve();
    this.ask();
    this.reply();
  },

  updateBoard() {
    const { replay } = this, known = this.truth && this.truthful && !this.over ? this.truth.columns(this.now) : [];
    const values = this.thoughtsNow(), units = this.players[this.thinker.player].units;
    const labels = this.view.grid.buttons.map((_, i) => {
      const parts = [`Column ${i + 1}`], free = this.board.rows - replay.height[i + 1];
      parts.push(free ? `${free} free` : 'full');
      if (free && values && values.values[i] !== null && !this.over) parts.push(`${this.players[this.thinker.player].name}: ${play.valueWords(values.values[i], this.at, units).join(' ')}`);
      if (known[i]) parts.push(`perfect play ${play.meaningText(play.meaning(known[i], this.at, this.board))}`);
      return parts.join(', ');
    });
    this.view.grid.draw({ moves: this.now, replay, labels, side: this.over || this.mover !== null ? null : this.turn,
      lapses: this.showsMarks() ? this.graves(this.now) : new Set(),
      expected: this.ghosts && values ? values.choice.pv : [] });
  },

  /* Marks would be hints while a game is played without perfect play. */
  showsMarks() { return this.truth && (this.truthful || this.showsCurve()); },

  thoughtsNow() {
    const { player, depth } = this.thinker;
    return this.thoughts && this.thoughtful && !this.over ? this.thoughts.peek(this.valuesQuestion(this.now, player, depth)) : null;
  },

  updateControls() {
    const v = this.view, watches = !this.seats.includes(null) && !this.over;
    [v.first, v.back].forEach((b) => { b.disabled = this.at === 0; });
    [v.next, v.last].forEach((b) => { b.disabled = !this.looksBack; });
    v.undo.disabled = this.at === 0 || (this.seats.includes(null) && this.seats[0] !== null && this.at === 1);
    v.fresh.disabled = this.moves === '';
    v.pause.hidden = !watches || this.paused || this.looksBack;
    v.resume.hidden = this.over || this.mover === null || !(this.paused || this.looksBack);
    v.address.hidden ||= v.address.value !== `${location.href.split('#')[0]}#moves=${this.now}`;
    v.seats.forEach(({ who, level }, side) => {
      const seat = this.seats[side];
      who.value = seat === null ? 'person' : seat;
      level.hidden = seat === null;
      if (seat === null || level.dataset.seat === `${seat}`) {
        level.value = seat === null ? '' : this.levels[side][seat];
        return;
      }
      level.dataset.seat = seat;
      level.replaceChildren(...this.players[seat].levels.map(({ name }, i) => h('option', { value: i }, name)));
      level.value = this.levels[side][seat];
    });
  },

  updateStatus() {
    const { status } = this.view, { outcome } = this.replay, name = this.nameOf(this.turn);
    if (outcome !== null) {
      status.replaceChildren(...(outcome === 'draw' ? [] : [play.token(outcome)]), this.resultText());
    } else if (this.looksBack) {
      status.replaceChildren(play.token(this.turn), `After ${this.at} of ${this.moves.length} moves. ${play.SIDES[this.turn]} to move.`);
    } else {
      const text = name === 'you' ? 'Your move.' : this.mover === null ? `${name} to move.` : this.paused ? `${name} is to move.` : `${name} is thinking…`;
      status.replaceChildren(play.token(this.turn), text);
    }
  },

  updateThoughts() {
    const { thoughts: row, expects } = this.view, { player } = this.thinker, { name, units } = this.players[player];
    const known = this.thoughtsNow();
    row.element.hidden = !this.thoughtful;
    expects.hidden = !this.thoughtful || this.over;
    if (!this.thoughtful) return;
    const depth = known ? known.choice.depth : null;
    const caption = this.over ? [`${name} has nothing left to think about.`]
      : [h('b', {}, `${name} thinks`), `, ${play.SIDES[this.turn]} to move${depth ? `, ${depth} ${depth === 1 ? 'ply' : 'plies'} ahead` : ''}`];
    play.drawThoughts(row, { values: known ? known.values : row.cells.map(() => null), units, plies: this.at, caption });
    expects.replaceChildren(h('span', {}, `${name} expects`), ...(known ? known.choice.pv : []).map((column, i) => h('span', { class: `pv side${(this.at + i) % 2}` }, column)));
  },

  updateTruth() {
    const { truth: row } = this.view;
    row.element.hidden = !this.truthful;
    if (!this.truthful) return;
    const columns = this.over ? row.cells.map(() => null) : this.truth.columns(this.now);
    play.drawTruth(row, { columns, plies: this.at, board: this.board, caption: this.over ? ['The game is over.'] : [h('b', {}, 'Perfect play'), `, ${play.SIDES[this.turn]} to move`] });
  },

  /* The moves as buttons, and what the last one on the board gave away. */
  updateMoves() {
    const { moves: list, remark } = this.view, lapses = this.showsMarks() ? this.truth.lapses(this.moves) : new Map();
    const now = [...this.moves].map((column, ply) => {
      const lapse = lapses.get(ply), grave = lapse && lapse.grave;
      return h('li', {}, h('button', { type: 'button', class: `play-move side${ply % 2}${grave ? ' grave' : ''}`, 'aria-current': ply === this.at - 1 ? 'step' : null,
        'aria-label': `Move ${ply + 1}, ${play.SIDES[ply % 2]}, column ${column}${lapse ? `: ${lapse.text}` : ''}`, title: lapse ? lapse.text : null, onclick: () => this.go(ply + 1) },
      column, grave ? h('sup', {}, '?') : null));
    });
    if (list.dataset.shown !== `${this.moves} ${this.at} ${[...lapses.keys()]}`) {
      const focus = [...list.children].findIndex((item) => item.contains(document.activeElement));
      list.replaceChildren(...now);
      if (focus >= 0 && now[focus]) now[focus].firstChild.focus({ preventScroll: true });
      list.dataset.shown = `${this.moves} ${this.at} ${[...lapses.keys()]}`;
    }
    list.hidden = this.moves === '';
    const lapse = lapses.get(this.at - 1);
    remark.textContent = lapse ? `Move ${this.at} by ${play.SIDES[1 - this.turn]}: ${lapse.grave ? 'that ' : ''}${lapse.text}.` : '';
    remark.hidden = !lapse;
  },

  updateCurve() {
    const { curve } = this.view, { player } = this.thinker;
    curve.element.hidden = !this.showsCurve();
    if (!this.showsCurve()) return;
    const plies = Array.from({ length: this.moves.length + 1 }, (_, ply) => ply);
    const exact = plies.map((ply) => {
      const known = this.truth.known(this.moves.slice(0, ply));
      return known && ply % 2 ? play.turned(known) : known;
    });
    const values = plies.map((ply) => this.curveValue(ply, player)), here = exact[this.at];
    const text = `After ${this.at} moves: ${!here ? 'not solved yet' : here.sign === 0 ? 'a draw by perfect play' : `${play.SIDES[here.sign > 0 ? 0 : 1]} wins by perfect play`}`;
    curve.draw({ length: this.moves.length, at: this.at, exact, values, name: this.players[player].name, board: this.board, text, lapses: this.graves(this.moves) });
  },
});
