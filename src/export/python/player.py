#!/usr/bin/env python3
{{heading}}
#
#     python3 player.py              plays against you, in the terminal
#     python3 player.py 44433        prints the column that it plays after these moves
#     from player import move, agent
#     move('44433')                  the same as a number from 1 to 7; '' is the empty board
#     agent(observation, configuration)
#                                    as ConnectX on Kaggle calls it; submit this file as it is
#
# It makes the same moves as the genome does in c4evolve. Python 3.8 or later; no packages.
{{genome}}
#
{{licence}}

import array
import base64
import sys
import time

# The player. Weights are in units, whole numbers, so that play is exact.
{{player}}

{{board.py}}

{{genes.py}}

{{tables.py}}

{{search.py}}

{{game.py}}

# ---- for other programs ----

def move(position):
    """The column, 1 to COLUMNS, in a position: the columns played so far, '' at the start."""
    own, discs = play_moves(position)
    if is_over(own, discs):
        raise ValueError("position '%s': the game is over" % position)
    return choose(own, discs) + 1


def read(thing, name, otherwise):
    """A field of what Kaggle hands over, which is a dictionary or an object."""
    value = thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)
    return otherwise if value is None else value


def drop_wins(grid, column, mark, inarow):
    """Whether a disc dropped there makes a line; `grid` is a list of rows, the top one first."""
    rows, columns = len(grid), len(grid[0])
    row = max(r for r in range(rows) if grid[r][column] == 0)
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            c, r = column + sign * dc, row + sign * dr
            while 0 <= c < columns and 0 <= r < rows and grid[r][c] == mark:
                length, c, r = length + 1, c + sign * dc, r + sign * dr
        if length >= inarow:
            return True
    return False


def simple_move(board, columns, mark, inarow):
    """On boards that the genome is not for: win, else block, else the most central column."""
    grid = [board[i:i + columns] for i in range(0, len(board) - columns + 1, columns)]
    free = [c for c in range(columns) if grid and grid[0][c] == 0]
    free.sort(key=lambda c: (abs(2 * c - columns + 1), c))
    for side in (mark, 3 - mark):
        for column in free:
            if drop_wins(grid, column, side, inarow):
                return column
    return free[0] if free else 0


def agent(observation, configuration=None):
    """A move for Kaggle's ConnectX: a column from 0, within the time for a move.

    Keep this function the last one: Kaggle calls the last function of a file.
    """
    configuration = {} if configuration is None else configuration
    board = list(read(observation, 'board', ()))
    mark = int(read(observation, 'mark', 1))
    columns = int(read(configuration, 'columns', COLUMNS))
    inarow = int(read(configuration, 'inarow', 4))
    seconds = float(read(configuration, 'actTimeout', read(configuration, 'timeout', 2)))
    own = discs = 0
    for i, disc in enumerate(board if len(board) == CELLS and columns == COLUMNS else ()):
        cell = 1 << i % COLUMNS * COLUMN_BITS + ROWS - 1 - i // COLUMNS
        discs |= cell if disc else 0
        own |= cell if disc == mark else 0
    falls = discs + BOTTOM & discs == 0  # no disc hangs in the air
    fits = len(board) == CELLS and columns == COLUMNS and inarow == 4 and falls
    if not fits or discs == BOARD or has_four(own) or has_four(own ^ discs):
        return simple_move(board, columns, mark, inarow)
    return choose(own, discs, 0.7 * seconds)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
