# ---- search ----

INFINITE = 1000002000
WIN = 1000001000
HAS_THREATS = any(THREAT) or any(ZUGZWANG) or any(RULES)
CACHE = {}


def cached(make, key):
    """Tables are made when they are first needed."""
    if (make, key) not in CACHE:
        CACHE[make, key] = make(key)
    return CACHE[make, key]


def win_value(plies):
    """Of a game that ends with a four after so many plies, for the winner."""
    return WIN - plies if NEARER_WINS_FIRST else WIN


class OutOfTime(Exception):
    pass


class Search:
    """Alpha-beta from one position to one depth: the choice of plain minimax, found faster.

    A move after which the opponent wins at once is never searched, so no node has to ask
    whether its own side can. `hints` are the best moves of an earlier, shallower search.
    """

    def __init__(self, own, discs, depth, hints, deadline):
        self.own, self.discs, self.depth = own, discs, depth
        self.plies = count(discs)
        self.mover = self.plies % 2
        self.viewer = self.mover if ROOT_VIEW or depth % 2 else 1 - self.mover
        self.leaf_mover = (self.plies + depth) % 2
        self.leaf_tempo = TEMPO if self.leaf_mover == 0 else -TEMPO
        self.value = cached(strip_values, self.viewer)
        self.tables = cached(Tables, self.leaf_mover) if TABLES else None
        self.state = strip_states(own if self.mover == 0 else own ^ discs, discs)
        self.known = {}
        self.hints, self.deadline, self.nodes = hints, deadline, 0

    def delta(self, table, cell, mover):
        """What a disc adds to the sum over strips."""
        state, total = self.state, 0
        for number, one, two in PLACES[cell]:
            at = state[number]
            total += table[number][at + (two if mover else one)] - table[number][at]
        return total

    def drop(self, cell, mover):
        for number, one, two in PLACES[cell]:
            self.state[number] += two if mover else one

    def lift(self, cell, mover):
        for number, one, two in PLACES[cell]:
            self.state[number] -= two if mover else one

    def leaf(self, own, discs, cell, mover, total, lanes):
        """The value of the position after a move, for the side that makes it."""
        value = total + self.leaf_tempo + self.delta(self.value, cell, mover)
        first = own ^ discs if mover else own | cell
        if HAS_THREATS:
            value += threats_value(first, discs | cell)
        if self.tables:
            lanes += self.delta(self.tables.strip, cell, mover)
            value += tables_value(self.tables, self.leaf_mover, lanes, first, discs | cell)
        return -value if mover else value

    def evaluate(self, own, discs):
        """The value of any position for its side to move."""
        mover = count(discs) % 2
        first = own ^ discs if mover else own
        viewer = self.viewer if ROOT_VIEW else 1 - mover
        state = strip_states(first, discs)
        value = sum(table[s] for table, s in zip(cached(strip_values, viewer), state))
        value += -TEMPO if mover else TEMPO
        if HAS_THREATS:
            value += threats_value(first, discs)
        if TABLES:
            tables = cached(Tables, mover)
            value += tables_value(tables, mover, tables.lanes_of(state), first, discs)
        return -value if mover else value

    def settle(self, own, discs):
        """Plays forced replies, then evaluates; for the side to move."""
        sign, plies = 1, count(discs)
        while True:
            playable = playable_cells(discs)
            forced = winning_cells(own ^ discs, discs) & playable
            if winning_cells(own, discs) & playable:
                return sign * win_value(plies + 1)
            if not forced:
                return sign * self.evaluate(own, discs)
            if forced & forced - 1:
                return -sign * win_value(plies + 2)
            own, discs, plies, sign = own ^ discs, discs | forced, plies + 1, -sign
            if discs == BOARD:
                return 0

    def leaf_after(self, own, discs, cell, mover, total, lanes):
        """As leaf, or with forced replies; the opponent cannot win at once."""
        after, every = own | cell, discs | cell
        if FORCED_REPLIES and winning_cells(after, every) & playable_cells(every):
            return -self.settle(after ^ every, every)
        return self.leaf(own, discs, cell, mover, total, lanes)

    def order(self, moves, own, discs, mover):
        """The moves as (cell, column), best-looking first."""
        table = self.tables.rough if self.tables else self.value
        hint = self.hints.get(own + discs + BOTTOM)
        ranked = []
        while moves:
            cell = moves & -moves
            column = column_of(cell)
            gain = self.delta(table, cell, mover)
            ranked.append((column != hint, gain if mover else -gain,
                           CENTRAL.index(column), cell, column))
            moves ^= cell
        ranked.sort()
        return [(cell, column) for _, _, _, cell, column in ranked]

    def child(self, own, discs, cell, plies, depth, alpha, beta, mover, total, lanes):
        total += self.delta(self.value, cell, mover)
        if self.tables:
            lanes += self.delta(self.tables.strip, cell, mover)
        self.drop(cell, mover)
        value = -self.node(own ^ discs, discs | cell, plies + 1, depth - 1, -beta, -alpha,
                           1 - mover, total, lanes)
        self.lift(cell, mover)
        return value

    def safe_moves(self, own, discs):
        """The moves after which the opponent cannot win at once."""
        playable = playable_cells(discs)
        threats = winning_cells(own ^ discs, discs)
        forced = playable & threats
        if forced & forced - 1:
            return 0
        return (forced or playable) & ~(threats >> 1)

    def frontier(self, own, discs, plies, beta, mover, total, lanes):
        """The best of the leaves below."""
        if FORCED_REPLIES:
            moves, best = self.safe_moves(own, discs), -win_value(plies + 2)
        else:
            moves, best = playable_cells(discs), -INFINITE
        while moves and best < beta:
            cell = moves & -moves
            best = max(best, self.leaf_after(own, discs, cell, mover, total, lanes))
            moves ^= cell
        return best

    def tick(self):
        self.nodes += 1
        if self.deadline and self.nodes % 64 == 0 and time.monotonic() > self.deadline:
            raise OutOfTime

    def node(self, own, discs, plies, depth, alpha, beta, mover, total, lanes):
        """The value for a side to move that cannot win at once; a bound outside the window."""
        if plies == CELLS - 1:
            return 0
        self.tick()
        if depth == 1:
            return self.frontier(own, discs, plies, beta, mover, total, lanes)
        moves = self.safe_moves(own, discs)
        if not moves:
            return -win_value(plies + 2)
        key = own + discs + BOTTOM
        low, high = self.known.get(key, (-INFINITE, INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best, best_column, bar = -INFINITE, None, alpha
        for cell, column in self.order(moves, own, discs, mover):
            value = self.child(own, discs, cell, plies, depth, bar, beta, mover, total, lanes)
            if value > best:
                best, best_column = value, column
            bar = max(bar, best)
            if bar >= beta:
                break
        if best >= beta:
            low = best
        elif best > alpha:
            low = high = best
        else:
            high = best
        self.known[key] = low, high
        if best > alpha:
            self.hints[key] = best_column
        return best

    def root_move(self, cell, alpha, beta, total, lanes):
        own, discs = self.own | cell, self.discs | cell
        if has_four(own):
            return win_value(self.plies + 1)
        if discs == BOARD:
            return 0
        loses = winning_cells(own ^ discs, discs) & playable_cells(discs)
        if loses and (self.depth > 1 or FORCED_REPLIES):
            return -win_value(self.plies + 2)
        if self.depth == 1:
            return self.leaf_after(self.own, self.discs, cell, self.mover, total, lanes)
        return self.child(self.own, self.discs, cell, self.plies, self.depth, alpha, beta,
                          self.mover, total, lanes)

    def best_columns(self):
        """All best columns, or one of them if ties are not random."""
        total = sum(table[s] for table, s in zip(self.value, self.state))
        lanes = self.tables.lanes_of(self.state) if self.tables else 0
        best, columns = -INFINITE, []
        for cell, column in self.order(playable_cells(self.discs), self.own, self.discs,
                                       self.mover):
            tie_counts = columns and (TIES == 'random' or prefer([column, columns[0]]) == column)
            bar = best - 1 if tie_counts else best
            value = self.root_move(cell, bar, INFINITE, total, lanes)
            if value <= bar:
                continue
            columns = columns + [column] if value == best and TIES == 'random' else [column]
            best = value
        self.hints[self.own + self.discs + BOTTOM] = columns[0]
        return sorted(columns)


def prefer(columns):
    return min(columns) if TIES == 'first' else min(columns, key=CENTRAL.index)


def philox(counter, key):
    """Philox 4x32 with 10 rounds: the random numbers of c4evolve."""
    word, key = list(counter), list(key)
    for _ in range(10):
        a, b = 0xd2511f53 * word[0], 0xcd9e8d57 * word[2]
        word = [b >> 32 ^ word[1] ^ key[0], b & 0xffffffff,
                a >> 32 ^ word[3] ^ key[1], a & 0xffffffff]
        key = [key[0] + 0x9e3779b9 & 0xffffffff, key[1] + 0xbb67ae85 & 0xffffffff]
    return word


def random_column(columns, plies):
    scale, block = 0xffffffff // len(columns), 0
    while True:
        for word in reversed(philox((block, plies, 3 << 24, 0), (1, 0))):
            if word // scale < len(columns):
                return columns[word // scale]
        block += 1


def choose(own, discs, seconds=None):
    """The column, from 0, that the side with the discs `own` plays. The game must not be over."""
    limits = [s for s in (seconds, SECONDS or None) if s is not None]
    deadline = time.monotonic() + min(limits) if limits else None
    hints, columns = {}, [prefer([c for c in range(COLUMNS)
                                  if playable_cells(discs) & COLUMN_CELLS << c * COLUMN_BITS])]
    try:
        for depth in range(1 if DEPTH % 2 else 2, DEPTH + 1, 2):
            columns = Search(own, discs, depth, hints, deadline).best_columns()
            if depth >= CELLS - count(discs):
                break
    except OutOfTime:
        pass
    return random_column(columns, count(discs)) if TIES == 'random' else prefer(columns)
