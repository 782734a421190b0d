#!/usr/bin/env python3
"""A Connect Four engine with three options, for c4evolve to tune: see 'c4evolve help engines'."""
import sys

COLUMNS, ROWS, WIN = 7, 6, 10**6
OPTIONS = {'Two': 1, 'Three': 1, 'Centre': 0}  # a poor start
LINES = [[(c + i * dc, r + i * dr) for i in range(4)]
         for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)) for c in range(COLUMNS) for r in range(ROWS)
         if 0 <= c + 3 * dc < COLUMNS and 0 <= r + 3 * dr < ROWS]

def read_board(fen):
    """Discs by (column, row): 1 for the side to move, -1 for the other."""
    board, (placement, side) = {}, fen.split()[:2]
    for r, line in enumerate(reversed(placement.split('[')[0].split('/'))):
        c = 0
        for mark in line:
            if not mark.isdigit():
                board[c, r] = 1 if mark.isupper() == (side == 'w') else -1
            c += int(mark) if mark.isdigit() else 1
    return board

def evaluate(board):
    value = OPTIONS['Centre'] * sum(board.get((COLUMNS // 2, r), 0) for r in range(ROWS))
    for line in LINES:
        discs = [board[cell] for cell in line if cell in board]
        if abs(sum(discs)) == 4:
            return WIN * discs[0]
        if len(discs) in (2, 3) and abs(sum(discs)) == len(discs):
            value += OPTIONS['Two' if len(discs) == 2 else 'Three'] * discs[0]
    return value

def search(board, side, depth, alpha, beta):
    """The value for the side to move, and the column it plays."""
    value, best = side * evaluate(board), None
    if depth == 0 or abs(value) == WIN or len(board) == COLUMNS * ROWS:
        return value * (1 + depth), None  # near wins are worth more
    for c in sorted(range(COLUMNS), key=lambda c: abs(c - COLUMNS // 2)):
        r = sum((c, r) in board for r in range(ROWS))
        if r < ROWS and alpha < beta:
            board[c, r] = side
            value = -search(board, -side, depth - 1, -beta, -alpha)[0]
            del board[c, r]
            if best is None or value > alpha:
                alpha, best = max(alpha, value), c
    return alpha, best

board = {}
for line in sys.stdin:
    words = line.split()
    if words[:1] == ['uci']:
        print('id name simple\noption name UCI_Variant type combo default cfour var cfour')
        for name, value in OPTIONS.items():
            print(f'option name {name} type spin default {value} min 0 max 100')
        print('uciok')
    elif words[:1] == ['isready']:
        print('readyok')
    elif words[:2] == ['setoption', 'name'] and words[2] in OPTIONS:
        OPTIONS[words[2]] = int(words[4])
    elif words[:1] == ['position']:
        board = read_board(' '.join(words[2:])) if words[1] == 'fen' else {}
    elif words[:1] == ['go']:
        depth = int(words[words.index('depth') + 1]) if 'depth' in words else 2
        column = search(board, 1, depth, -10 * WIN, 10 * WIN)[1]
        print(f'bestmove P@{"abcdefg"[column]}{sum((column, r) in board for r in range(ROWS)) + 1}')
    elif words[:1] == ['quit']:
        break
    sys.stdout.flush()
