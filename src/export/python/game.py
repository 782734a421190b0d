# ---- positions as text, and a game in the terminal ----

def play_moves(text):
    """The discs of the side to move and of both sides after these columns; raises ValueError."""
    own = discs = 0
    for i, digit in enumerate('' if text == '-' else text):
        if digit not in '123456789'[:COLUMNS]:
            raise ValueError("position '%s': move %d, '%s': not a column" % (text, i + 1, digit))
        cell = playable_cells(discs) & COLUMN_CELLS << (int(digit) - 1) * COLUMN_BITS
        if has_four(own ^ discs):
            raise ValueError("position '%s': move %d: the game is over" % (text, i + 1))
        if not cell:
            raise ValueError("position '%s': move %d: the column is full" % (text, i + 1))
        own, discs = own ^ discs, discs | cell
    return own, discs


def is_over(own, discs):
    return discs == BOARD or has_four(own ^ discs)


def draw(own, discs):
    first = own ^ discs if count(discs) % 2 else own
    print()
    for row in range(ROWS - 1, -1, -1):
        cells = [1 << column * COLUMN_BITS + row for column in range(COLUMNS)]
        print('%d |%s|' % (row + 1, ''.join(
            ' X ' if first & cell else ' O ' if discs & cell else ' . ' for cell in cells)))
    print('  +%s+' % ('---' * COLUMNS))
    print('   %s\n' % ''.join(' %d ' % (column + 1) for column in range(COLUMNS)))


def ask(question):
    try:
        return input(question).strip()
    except EOFError:
        print()
        return 'q'


def play_game():
    """One game with a person. Returns whether to play another."""
    answer = ask('Do you want to move first? [Y/n] ')
    if answer == 'q':
        return False
    person, moves = 1 if answer[:1] in ('n', 'N') else 0, ''
    draw(0, 0)
    while not is_over(*play_moves(moves)):
        if len(moves) % 2 != person:
            column = move(moves)
            moves += str(column)
            print('I play %d.' % column)
            draw(*play_moves(moves))
            continue
        answer = ask('Your move, %s: ' % 'XO'[person])
        if answer == 'q':
            return False
        if answer == 'n':
            return True
        if answer == 'u' and len(moves) >= 2:
            moves = moves[:-2]
            draw(*play_moves(moves))
        elif answer == 'u':
            print('There is nothing to take back.')
        else:
            try:
                if len(answer) != 1:
                    raise ValueError
                play_moves(moves + answer)
                moves += answer
            except ValueError:
                print('Type an open column from 1 to %d; u takes back a move, n starts a new game, '
                      'q quits.' % COLUMNS)
    own, discs = play_moves(moves)
    person_won = has_four(own ^ discs) and (len(moves) - 1) % 2 == person
    if person_won:
        draw(own, discs)
    print('You win. Well played!' if person_won else 'I win.' if has_four(own ^ discs)
          else 'The board is full: a draw.')
    return ask('Another game? [y/N] ')[:1] in ('y', 'Y')


def main(arguments):
    if arguments in (['-h'], ['--help']):
        print('%s, a Connect Four player made by c4evolve\n\n'
              'usage: %s              play against it, in the terminal\n'
              '       %s POSITION...  print the column, 1 to %d, that it plays in each position,\n'
              '                       such as 44433, or - for the empty board'
              % (NAME, sys.argv[0], sys.argv[0], COLUMNS))
        return 0
    try:
        for column in [move(position) for position in arguments]:
            print(column)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if not arguments:
        print('Four in a row wins. You play against %s.\n'
              'Type a column from 1 to %d; u takes back a move, n starts a new game, q quits.'
              % (NAME, COLUMNS))
        try:
            while play_game():
                pass
        except KeyboardInterrupt:
            print()
    return 0
