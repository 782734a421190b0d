#!/usr/bin/env bash
# perft and show: the rules, and positions as text.
. tests/cmd/lib.sh

expect_output 39394572 perft 9
err_is_empty
expect_output 1 perft 0
expect_output 7 perft 1
expect_output 823536 perft 7
expect_output 343 perft 3 -
expect_output 0 perft 1 4141414
expect_output 1 perft 0 4141414
expect_output 6 perft 1 444444
expect_error 2 "'x' is not a depth" perft x
expect_error 2 "'-1'" perft -- -1
expect_error 2 "'43' is not a depth from 0 to 42" perft 43
expect_error 2 "move 2, '9'" perft 3 49

expect_done show 44433
err_is_empty
cat >"$tmp/board" <<'BOARD'
6 | .  .  .  .  .  .  . |
5 | .  .  .  .  .  .  . |
4 | .  .  .  .  .  .  . |
3 | .  .  .  X  .  .  . |
2 | .  . [X] O  .  .  . |
1 | .  .  O  X  .  .  . |
  +---------------------+
    1  2  3  4  5  6  7
Move 6: O, the second player, is to move.
BOARD
check "is not the board" cmp "$tmp/out" "$tmp/board"

for empty in - ''; do
    expect_done show "$empty"
    out_has 'Move 1: X, the first player, is to move.'
    check "a disc on the empty board" awk '/\|/ && /[XO[]/ { exit 1 }' "$tmp/out"
done
expect_done show 414141
out_has 'can win at once'
expect_done show 4141414
out_has 'The game is over: X, the first player, has won with move 7.'
expect_done show 14242434
out_has 'The game is over: O, the second player, has won with move 8.'
full=121212343434565656212121434343656565777777
expect_done show $full
out_has 'The game is over: the board is full, a draw.'

# No colour without a terminal.
check "colour in a pipe" awk '/\033/ { exit 1 }' "$tmp/out"

expect_error 2 "position '4444444': move 7, '4': the column is full" show 4444444
expect_error 2 "position '4489': move 3, '8': not a column from 1 to 7" show 4489
expect_error 2 "move 3, '0': not a column" show 440
expect_error 2 "move 2, 'a': not a column" show 4a
expect_error 2 "position 'xyz': move 1, 'xyz', is not legal" show xyz
expect_error 2 "move 3, ' ': not a column" show '44 4'
expect_error 2 "position '414141455': move 8, '5': the game has already been won" show 414141455
expect_error 2 "move 43, '1': the board is already full" show ${full}1
expect_error 2 "move 1, '?': not a column" show "$(printf '\001')"
expect_error 2 "..." show "$(printf '%0500d' 1)"

# On a terminal: colour, unless it is turned off.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    command_line='c4evolve show 44 on a terminal'
    TERM=xterm script -qec "'$C4EVOLVE' show 44" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check "no colour on a terminal" awk '/\033\[/ { found = 1 } END { exit !found }' "$tmp/out"
    TERM=dumb script -qec "'$C4EVOLVE' show 44" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check "colour on a dumb terminal" awk '/\033\[/ { exit 1 }' "$tmp/out"
    TERM=xterm NO_COLOR=1 script -qec "'$C4EVOLVE' show 44" /dev/null </dev/null >"$tmp/out" 2>"$tmp/err"
    check "colour despite NO_COLOR" awk '/\033\[/ { exit 1 }' "$tmp/out"
fi
finish
