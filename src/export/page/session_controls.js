/* The controls of a session: how it is built, keys, the address. */
Object.assign(play.Session.prototype, {
  build(place) {
    const button = (name, text, label, work) => h('button', { type: 'button', class: `plain play-${name}`, 'aria-label': label, title: label, onclick: work }, text);
    const toggle = (name, text, flag) => h('button', { type: 'button', class: `plain play-${name}`, 'aria-pressed': this[flag], onclick: (event) => {
      this[flag] = !this[flag];
      event.currentTarget.setAttribute('aria-pressed', this[flag]);
      this.update();
    } }, text);
    this.view = {
      grid: new play.Board(this.board, (column) => this.drop(column)), thoughts: new play.Row('thoughts', this.board.columns), truth: new play.Row('truth', this.board.columns),
      curve: new play.Curve((at) => this.go(at)), said: h('p', { class: 'play-said', role: 'status', 'aria-live': 'polite' }), status: h('p', { class: 'play-status' }),
      remark: h('p', { class: 'play-remark' }), moves: h('ol', { class: 'play-moves', 'aria-label': 'Moves' }), expects: h('button', { type: 'button', class: 'play-expects', 'aria-pressed': false, title: 'Shows these moves on the board', onclick: () => this.showGhosts(!this.pinned, true) }),
      seats: [0, 1].map((side) => this.buildSeat(side)),
      first: button('step-first', '❘◀', 'To the start', () => this.go(0)), back: button('step-back', '◀', 'One move back', () => this.go(this.at - 1)),
      next: button('step-next', '▶', 'One move forward', () => this.go(this.at + 1)), last: button('step-last', '▶❘', 'To the end', () => this.go(this.moves.length)),
      undo: button('undo', 'Take back', null, () => this.takeBack()), fresh: button('new', 'New game', null, () => this.newGame()),
      swap: button('swap', 'Swap sides', null, () => this.swap()), share: button('share', 'Share', 'Copy the address of this position', () => this.share()),
      resume: button('resume', 'Go on from here', null, () => this.resume()), pause: button('pause', 'Pause', null, () => { this.paused = true; this.changed(); }),
      address: h('input', { class: 'play-address', readonly: '', 'aria-label': 'The address of this position', hidden: '' }),
    };
    const v = this.view;
    /* What comes and goes is below what is clicked again and again, which must not move away. */
    place.append(h('div', { class: 'play' },
      h('div', { class: 'play-head' }, v.status, v.said),
      h('div', { class: 'play-main' }, v.thoughts.element, v.truth.element, v.grid.element,
        h('div', { class: 'play-numbers', 'aria-hidden': 'true' }, v.grid.buttons.map((_, i) => h('span', {}, i + 1)))),
      h('div', { class: 'play-side' }, h('div', { class: 'play-seats' }, v.seats.map((seat) => seat.element)),
        h('div', { class: 'buttons' }, v.fresh, v.undo, v.swap, v.share), v.address,
        h('div', { class: 'buttons' }, toggle('thoughtful', 'What it thinks', 'thoughtful'), toggle('truthful', 'Perfect play', 'truthful')),
        h('div', { class: 'buttons' }, v.first, v.back, v.next, v.last, v.pause, v.resume), v.moves, v.expects, v.remark, v.curve.element)));
    v.grid.element.style.setProperty('--rows', this.board.rows);
    v.expects.addEventListener('pointerenter', (event) => { if (event.pointerType === 'mouse') this.showGhosts(true); });
    v.expects.addEventListener('pointerleave', () => this.showGhosts(this.pinned));
  },

  /* The expected moves on the board: while they are pointed at, or until they are pressed again. */
  showGhosts(shown, pin = false) {
    if (pin) this.pinned = shown;
    this.ghosts = shown;
    this.view.expects.setAttribute('aria-pressed', Boolean(this.pinned));
    this.update();
  },

  /* Who plays a side, and how well. */
  buildSeat(side) {
    const who = h('select', { 'aria-label': `${play.SIDES[side]} is played by`, onchange: () => {
      this.seats[side] = who.value === 'person' ? null : Number(who.value);
      Object.assign(this, { moves: this.now, paused: false, started: true });
      this.changed();
    } }, h('option', { value: 'person' }, 'a person'), this.players.map((player, i) => h('option', { value: i }, player.name)));
    const level = h('select', { 'aria-label': `Strength of ${play.SIDES[side]}`, onchange: () => {
      this.levels[side][this.seats[side]] = Number(level.value);
      this.changed();
    } });
    return { element: h('div', { class: 'play-seat' }, play.token(side), h('span', {}, play.SIDES[side]), who, level), who, level };
  },

  /* A page that is all board listens to keys everywhere; elsewhere the board must have the focus. */
  listen(place) {
    (this.whole ? document : place).addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input, textarea')) return;
      const grid = this.view.grid, onBoard = grid.element.contains(event.target);
      if (event.key >= '1' && event.key <= String(this.board.columns)) {
        this.drop(Number(event.key));
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const step = event.key === 'ArrowLeft' ? -1 : 1;
        grid.focus(onBoard ? (grid.focused() - 1 + step + this.board.columns) % this.board.columns + 1 : grid.focused());
      } else if (event.key === 'ArrowDown' && onBoard) {
        this.drop(grid.focused());
      } else if (event.key === 'Backspace' || event.key === 'u') {
        this.takeBack();
      } else {
        return;
      }
      event.preventDefault();
    });
    addEventListener('hashchange', () => {
      if (!this.readAddress()) return;
      this.changed();
      if (!this.whole) place.scrollIntoView();
    });
  },

  /* The address names the position. Whoever follows it plays the side to move. */
  readAddress() {
    const [, moves] = /[#&]moves=([0-9]*)/.exec(location.hash) || [];
    if (moves === undefined || (moves === this.now && this.started)) return false;
    try { play.replay(moves, this.board); } catch (error) {
      this.say(`The address has no game: ${error.message}.`);
      return false;
    }
    Object.assign(this, { moves, at: moves.length, started: true });
    if (this.seats.includes(null) && this.mover !== null) {
      this.seats.reverse();
      this.levels.reverse();
    }
    this.paused = !this.seats.includes(null);
    return true;
  },

  writeAddress() {
    if (!this.started || location.hash === `#moves=${this.now}`) return;
    try { history.replaceState(null, '', `#moves=${this.now}`); } catch (error) { /* some browsers refuse that for files */ }
  },

  async share() {
    const address = `${location.href.split('#')[0]}#moves=${this.now}`, { address: field } = this.view;
    this.started = true;
    this.writeAddress();
    try {
      await navigator.clipboard.writeText(address);
      this.say('The address of this position is copied.');
    } catch (error) {
      field.hidden = false;
      field.value = address;
      field.select();
      this.say('Copy the address from the field below.');
    }
  },
});
