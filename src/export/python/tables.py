# ---- tables: eight numbers, the lanes, for each state of a strip and for threats ----
# The lanes of an entry are the digits of one large number, so that one addition adds all of them.

LANES = 8
LANE_BITS = 20
LANE_MASK = (1 << LANE_BITS) - 1
LANE_ZERO = sum(1 << LANE_BITS * lane + LANE_BITS - 1 for lane in range(LANES))
COLUMN_STATES = 3 * ROWS * (ROWS + 1) // 2 + 3 * (ROWS ** 3 - ROWS) // 2


def occurs(cells, direction, state):
    """Whether a strip can be in that state in a game that is not over."""
    digits = [state // 3 ** i % 3 for i in range(len(cells))]
    if direction == (0, 1) and any(b and not a for a, b in zip(digits, digits[1:])):
        return False
    text = ''.join(map(str, digits))
    return '1111' not in text and '2222' not in text


def strip_entries():
    """For each strip the row of the table for each of its states, or None; and the rows in all."""
    found, rows = [], 0
    for cells, direction, mirror in STRIPS:
        if mirror < len(found):
            found.append(found[mirror])
            continue
        entries, n = [], len(cells)
        for state in range(3 ** n):
            back = sum(state // 3 ** i % 3 * 3 ** (n - 1 - i) for i in range(n))
            if not occurs(cells, direction, state):
                entries.append(None)
            elif direction == (1, 0) and back < state:
                entries.append(entries[back])
            else:
                entries.append(rows)
                rows += 1
        found.append(entries)
    return found, rows


def column_state(empty, first, second):
    """The lowest two threatened cells of a column, and whose threats they are, as one number."""
    found = []
    for i in range(empty):
        owner = (first >> i & 1) + 2 * (second >> i & 1)
        if owner and len(found) < 2:
            found.append((i, owner - 1))
    cell, owner = found[0]
    state = sum(3 * n + 9 * n * (n - 1) // 2 for n in range(1, empty))
    state += sum(3 * (1 + 3 * (empty - 1 - i)) for i in range(cell))
    state += owner * (1 + 3 * (empty - 1 - cell))
    if len(found) == 1:
        return state
    return state + 1 + 3 * (found[1][0] - cell - 1) + found[1][1]


class Tables:
    """The tables for one side to move."""

    layout = None
    column_states = {}

    def __init__(self, mover):
        if Tables.layout is None:
            Tables.layout = strip_entries()
        entries, strip_rows = Tables.layout
        rows = self.read_rows(mover)
        numbers = [sum(lane << LANE_BITS * i for i, lane in enumerate(row)) for row in rows]
        rough = [(2 * row[0] * OUT[mover][0]
                  + sum(a * b for a, b in zip(row[1:], OUT[mover][1:]))) // 8 for row in rows]
        columns = strip_rows + (COLUMNS + 1) // 2 * COLUMN_STATES
        self.strip = [[0 if e is None else numbers[e] for e in of] for of in entries]
        self.rough = [[0 if e is None else rough[e] for e in of] for of in entries]
        self.column = numbers[strip_rows:columns]
        self.balance = numbers[columns:columns + 256]
        self.bias = numbers[columns + 256]
        self.out = OUT[mover]

    @staticmethod
    def read_rows(mover):
        data = base64.b64decode(TABLES)
        half = len(data) // 2
        numbers = array.array('h', data[mover * half:(mover + 1) * half])
        if sys.byteorder == 'big':
            numbers.byteswap()
        return [numbers[i:i + LANES].tolist() for i in range(0, len(numbers), LANES)]

    def lanes_of(self, state):
        """The lanes of all strips; their states never hold a four."""
        return self.bias + sum(table[s] for table, s in zip(self.strip, state))

    def threats(self, threat1, threat2, discs):
        """The lanes of the threatened columns and of the balance of threats."""
        later = ~playable_cells(discs)
        first, second = threat1 & later, threat2 & later
        low = lowest_cells(first | second)
        lanes = self.balance[min(count(low & first & ODD_ROWS), 3)
                             + 4 * min(count(low & first & EVEN_ROWS), 3)
                             + 16 * min(count(low & second & ODD_ROWS), 3)
                             + 64 * min(count(low & second & EVEN_ROWS), 3)]
        rest = threat1 | threat2
        while rest:
            column = column_of(rest & -rest)
            shift = column * COLUMN_BITS
            filled = count(discs >> shift & COLUMN_CELLS)
            key = (ROWS - filled, (threat1 >> shift & COLUMN_CELLS) >> filled,
                   (threat2 >> shift & COLUMN_CELLS) >> filled)
            state = self.column_states.get(key)
            if state is None:
                state = self.column_states[key] = column_state(*key)
            lanes += self.column[min(column, COLUMNS - 1 - column) * COLUMN_STATES + state]
            rest &= ~(COLUMN_CELLS << shift)
        return lanes

    def weigh(self, lanes):
        lanes += LANE_ZERO
        value = self.out[0] * ((lanes & LANE_MASK) - (1 << LANE_BITS - 1))
        for weight in self.out[1:]:
            lanes >>= LANE_BITS
            lane = (lanes & LANE_MASK) - (1 << LANE_BITS - 1)
            if lane > 0:
                value += weight * lane
        return value // 4 if value >= 0 else -(-value // 4)


def tables_value(tables, mover, lanes, first, discs):
    """What the tables say for the first player; `mover` is the side to move."""
    threat1, threat2 = winning_cells(first, discs), winning_cells(first ^ discs, discs)
    own, other = (threat1, threat2) if mover == 0 else (threat2, threat1)
    playable = playable_cells(discs)
    block = other & playable
    if own & playable:
        return SURE if mover == 0 else -SURE
    if block & block - 1 or block << 1 & other:
        return -SURE if mover == 0 else SURE
    return tables.weigh(lanes + tables.threats(threat1, threat2, discs))
