#!/usr/bin/env bash
# export --as python: as a program, as a module, and as an agent of ConnectX. That it makes the same
# moves as the genome is tested by export/test_export_python.c.
. tests/cmd/lib.sh

run export champion --as python --depth 4 -o "$tmp/player.py"
expect_code 0
run export champion-genes:time=0.2 --as python -o "$tmp/timed.py"
expect_code 0
run export fevalb --as python --depth 40 -o "$tmp/deep.py"
expect_code 0

# ask ARGUMENTS...: runs the player as `run` runs c4evolve.
ask() {
    command_line="player.py $*"
    python3 "$tmp/player.py" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}
for position in - 4 44433 1212127; do
    ask $position
    expect_code 0
    err_is_empty
    expect_output "$(cat "$tmp/out")" move champion:depth=4 $position
done
ask 44 443 4433
expect_code 0
out_lines 3
while IFS='|' read -r wrong text; do
    ask $wrong
    expect_code 2
    err_has "$text"
done <<'WRONG'
448|move 3, '8': not a column
4444444|move 7: the column is full
41414142|move 8: the game is over
4141414|the game is over
--nosuch|not a column
WRONG
ask --help
expect_code 0
out_has 'usage: '

# game LINES...: plays with these lines as input.
game() {
    command_line="player.py <<<'$*'"
    printf '%s\n' "$@" | python3 "$tmp/player.py" >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    err_is_empty
}
game y 4 u u q
out_has 'You play against champion:depth=4'
out_has 'Your move, X:'
out_has 'nothing to take back'
check "no reply" grep -qE 'I play [1-7]\.$' "$tmp/out"
game n q
out_has 'Your move, O:'
game y 8 x '' 44 '?' 1 1 n y q
out_has 'Type an open column from 1 to 7'
check "no new game" test "$(grep -o 'Do you want to move first' "$tmp/out" | wc -l)" -eq 2
game y # then the input ends
game y 1 1 1 2 2 2 3 3 3 5 5 5 6 6 6 7 7 7 1 2 3 4 5 6 7 1 2 3 4 5 6 7
check "no end" grep -qE '(I win|You win|The board is full)' "$tmp/out"
out_has 'Another game?'

command_line='player.py in Python'
python3 - "$tmp" >"$tmp/out" 2>"$tmp/err" <<'CHECKS'
import ast, random, sys, types

folder = sys.argv[1]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
import deep, player, timed

# Python 3.8 can read it, and it imports nothing but the standard library.
source = open(folder + '/player.py', encoding='utf-8').read()
tree = ast.parse(source, feature_version=(3, 8))
imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
assert imports == {'array', 'base64', 'sys', 'time'}, imports
assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))

# Kaggle runs the text of the file and calls the last function that it finds.
names = {}
exec(compile(source, 'submission', 'exec'), names)
kaggle = [value for value in names.values() if callable(value)][-1]
assert kaggle.__name__ == 'agent'

usual = {'columns': 7, 'rows': 6, 'inarow': 4, 'timeout': 2, 'actTimeout': 2}


def board_of(moves, columns=7, rows=6):
    """A flat list from the top row, by a loop that knows nothing of bits."""
    board = [0] * (columns * rows)
    for i, digit in enumerate(moves):
        at = max(r for r in range(rows) if board[r * columns + int(digit) - 1] == 0)
        board[at * columns + int(digit) - 1] = i % 2 + 1
    return board


random.seed(1)
for n in range(120):
    moves = ''
    for _ in range(n % 30):
        column = random.choice('1234567')
        if moves.count(column) < 6 and not player.is_over(*player.play_moves(moves + column)):
            moves += column
    seen = {'board': board_of(moves), 'mark': len(moves) % 2 + 1}
    assert kaggle(seen, usual) == player.move(moves) - 1, moves
    assert kaggle(types.SimpleNamespace(**seen), types.SimpleNamespace(**usual)) == player.move(moves) - 1
assert player.move('') == player.move('-') == player.agent({'board': [0] * 42, 'mark': 1}) + 1

# Time limits hold: to the full depth these would take hours.
assert 1 <= timed.move('') <= 7
assert 0 <= deep.agent({'board': [0] * 42, 'mark': 1}, dict(usual, actTimeout=0.5)) <= 6
assert 0 <= deep.agent({'board': [0] * 42, 'mark': 1}, dict(usual, actTimeout=0)) <= 6

# Other boards: a legal move, a win, a block.
for columns, rows, inarow in ((7, 6, 5), (8, 7, 4), (4, 4, 3), (3, 3, 3), (1, 1, 1), (7, 7, 4), (6, 7, 4), (10, 2, 4)):
    board = [0] * (columns * rows)
    for turn in range(columns * rows):
        conf = {'columns': columns, 'rows': rows, 'inarow': inarow}
        column = kaggle({'board': list(board), 'mark': turn % 2 + 1}, conf)
        assert 0 <= column < columns and board[column] == 0, (columns, rows, column, board)
        row = max(r for r in range(rows) if board[r * columns + column] == 0)
        board[row * columns + column] = turn % 2 + 1
wide = {'columns': 9, 'rows': 6, 'inarow': 4}
assert kaggle({'board': board_of('112233', 9), 'mark': 1}, wide) == 3
assert kaggle({'board': board_of('112239', 9) , 'mark': 1}, wide) == 3
assert kaggle({'board': board_of('11229', 9) + [], 'mark': 2}, wide) in range(9)
assert kaggle({'board': board_of('1122395', 9), 'mark': 2}, wide) in range(9)

# Boards that no game leads to: discs in the air, a game that is over, a full board, no board.
assert kaggle({'board': [1] + [0] * 41, 'mark': 2}, usual) in range(1, 7)
assert kaggle({'board': board_of('1212121'), 'mark': 2}, usual) in range(7)
assert kaggle({'board': [1, 2] * 21, 'mark': 1}, usual) == 0
assert kaggle({'board': [], 'mark': 1}, usual) == 0

# Wrong positions raise errors that say what is wrong.
for wrong, text in (('8', 'not a column'), ('4444444', 'full'), ('1212121', 'over'), ('12121213', 'over')):
    try:
        player.move(wrong)
    except ValueError as error:
        assert text in str(error), error
    else:
        raise AssertionError(wrong)
CHECKS
code=$?
expect_code 0
err_is_empty

expect_error 2 'cannot export win=decay as Python' export fevalb:win=decay --as python
expect_error 2 'cannot export a limit of nodes as Python' export fevalb --as python --nodes 1000
finish
