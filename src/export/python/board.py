# ---- the board: a number with one bit per cell, columns of ROWS + 1 bits from the bottom up ----

CELLS = COLUMNS * ROWS
COLUMN_BITS = ROWS + 1
COLUMN_CELLS = (1 << ROWS) - 1
BOTTOM = sum(1 << column * COLUMN_BITS for column in range(COLUMNS))
BOARD = BOTTOM * COLUMN_CELLS
ODD_ROWS = BOTTOM * sum(1 << row for row in range(0, ROWS, 2))
EVEN_ROWS = BOARD ^ ODD_ROWS
DIRECTIONS = (1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1)
CENTRAL = sorted(range(COLUMNS), key=lambda c: (abs(2 * c - COLUMNS + 1), c))


def count(cells):
    return bin(cells).count('1')


def column_of(cell):
    return (cell.bit_length() - 1) // COLUMN_BITS


def playable_cells(discs):
    """The cells that a disc dropped now would fill; `discs` are those of both sides."""
    return discs + BOTTOM & BOARD


def has_four(own):
    for step in DIRECTIONS:
        pairs = own & own >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def winning_cells(own, discs):
    """The empty cells that would complete a line of one side."""
    wins = own << 1 & own << 2 & own << 3
    for step in DIRECTIONS[1:]:
        up = own << step & own << 2 * step
        down = own >> step & own >> 2 * step
        wins |= up & (own << 3 * step | own >> step) | down & (own << step | own >> 3 * step)
    return wins & (BOARD ^ discs)


def lowest_cells(cells):
    return cells & (cells ^ BOARD) + BOTTOM


# ---- lines of four, and the strips (rows, columns, diagonals) that hold them ----

def list_lines():
    """Each line as (its first cell, direction, class); mirror images share a class."""
    across, up = COLUMNS - 3, ROWS - 3
    half = (across + 1) // 2
    vertical = half * ROWS
    diagonal = vertical + up * ((COLUMNS + 1) // 2)
    for row in range(ROWS):
        for column in range(across):
            yield (column, row), (1, 0), half * row + min(column, across - 1 - column)
    for column in range(COLUMNS):
        for row in range(up):
            yield (column, row), (0, 1), vertical + up * min(column, COLUMNS - 1 - column) + row
    for column in range(across):
        for row in range(up):
            yield (column, row), (1, 1), diagonal + up * column + row
            yield (COLUMNS - 1 - column, row), (-1, 1), diagonal + up * column + row


def list_strips():
    """Each strip as (cells, direction, the number of its mirror image)."""
    corners = [(0, row) for row in range(ROWS - 4, -1, -1)] + [(c, 0) for c in range(1, COLUMNS - 3)]
    starts = [((0, row), (1, 0), row) for row in range(ROWS)]
    starts += [((c, 0), (0, 1), ROWS + COLUMNS - 1 - c) for c in range(COLUMNS)]
    n = len(starts)
    starts += [(at, (1, 1), n + i + len(corners)) for i, at in enumerate(corners)]
    starts += [((COLUMNS - 1 - c, r), (-1, 1), n + i) for i, (c, r) in enumerate(corners)]
    for (column, row), (dc, dr), mirror in starts:
        cells = []
        while 0 <= column < COLUMNS and row < ROWS:
            cells.append((column, row))
            column, row = column + dc, row + dr
        yield cells, (dc, dr), mirror


STRIPS = list(list_strips())
LINE_BITS = [sum(1 << (c + i * dc) * COLUMN_BITS + r + i * dr for i in range(4))
             for (c, r), (dc, dr), _ in list_lines()]


def place_cells():
    """For each cell: the strips through it, and what a disc of each side adds to their states."""
    places = {}
    for number, (cells, _, _) in enumerate(STRIPS):
        for i, (column, row) in enumerate(cells):
            bit = 1 << column * COLUMN_BITS + row
            places.setdefault(bit, []).append((number, 3 ** i, 2 * 3 ** i))
    return places


PLACES = place_cells()


def strip_states(first, discs):
    """The state of each strip in base 3: 1 is a disc of the first player, 2 of the second."""
    state = [0] * len(STRIPS)
    while discs:
        cell = discs & -discs
        for number, one, two in PLACES[cell]:
            state[number] += one if first & cell else two
        discs ^= cell
    return state
