# ---- line, disc and place genes: a table for each strip, by its state ----

def line_values(viewer, kind):
    """The value of a line of that class for the first player, by its state."""
    values = []
    for state in range(81):
        digits = [state // 3 ** i % 3 for i in range(4)]
        one, two = digits.count(1), digits.count(2)
        if max(one, two) == 4:
            values.append(0)
        elif viewer == 0:
            values.append(LINE[0][kind][one][two])
        else:
            values.append(-LINE[-1][kind][two][one])
    return values


def disc_values(viewer, column):
    own, other = DISC[column]
    return (0, own, other) if viewer == 0 else (0, -other, -own)


def strip_values(viewer):
    """A list for each strip: the value of its lines and discs for the first player, by state."""
    lines = list(list_lines())
    tables = []
    for cells, direction, mirror in STRIPS:
        if mirror < len(tables):
            tables.append(tables[mirror])
            continue
        table = [0] * 3 ** len(cells)
        for start, way, kind in lines:
            if way == direction and start in cells:
                values, place = line_values(viewer, kind), 3 ** cells.index(start)
                for state in range(len(table)):
                    table[state] += values[state // place % 81]
        if direction == (0, 1):
            discs = disc_values(viewer, cells[0][0])
            for state in range(len(table)):
                rest = state
                while rest:
                    table[state] += discs[rest % 3]
                    rest //= 3
        tables.append(table)
    return tables


# ---- threat, zugzwang and rules genes ----

def zugzwang_row(first, second):
    low = lowest_cells(first | second)
    return (6 * min(count(low & first & ODD_ROWS), 2)
            + 2 * min(count(low & second & ~first & ODD_ROWS), 2)
            + min(count(low & second & EVEN_ROWS), 1))


def threats_value(first, discs):
    playable = playable_cells(discs)
    threat1, threat2 = winning_cells(first, discs), winning_cells(first ^ discs, discs)
    later1, later2 = threat1 & ~playable, threat2 & ~playable
    low = lowest_cells(later1 | later2)
    now1, now2 = count(threat1 & playable), count(threat2 & playable)
    first_moves = count(discs) % 2 == 0
    counts = (count(later1 & ODD_ROWS), count(later1 & EVEN_ROWS),
              -count(later2 & ODD_ROWS), -count(later2 & EVEN_ROWS),
              count(low & later1 & ODD_ROWS), count(low & later1 & EVEN_ROWS),
              -count(low & later2 & ODD_ROWS), -count(low & later2 & EVEN_ROWS),
              count(threat1 & threat1 << 1), -count(threat2 & threat2 << 1),
              now1 if first_moves else -now2, -now2 if first_moves else now1)
    value = ZUGZWANG[zugzwang_row(later1, later2)] + sum(w * n for w, n in zip(THREAT, counts))
    return value + rules_value(first, discs) if any(RULES) else value


def rules_value(first, discs):
    empty, second, playable = BOARD ^ discs, first ^ discs, playable_cells(discs)
    upper = empty & empty << 1 & EVEN_ROWS
    claimed, paired = [0, 0], [0, 0]
    for cells in LINE_BITS:
        rest, pair = cells & empty, cells & playable
        if (cells & first and cells & second) or count(rest) > 2 or not rest:
            continue
        owner = 0 if cells & first else 1
        if rest & upper:
            claimed[owner] += 1
        elif pair & pair - 1 or rest & rest << 1 & ODD_ROWS:
            paired[owner] += 1
    return (-RULES[0] * claimed[0] + RULES[1] * claimed[1]
            - RULES[2] * paired[0] + RULES[3] * paired[1])
