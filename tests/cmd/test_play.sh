#!/usr/bin/env bash
# A game against the computer in lines of text.
. tests/cmd/lib.sh

# play_lines INPUT ARGUMENTS...: types INPUT, one command per line.
play_lines() {
    local input=$1
    shift
    command_line="c4evolve play $* (typing $input)"
    printf '%b' "$input" | "$C4EVOLVE" play "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    err_is_empty
}

# out_says TEXT: stdout has this as a whole line.
out_says() { check "stdout has no line '$1'" grep -qxF -- "$1" "$tmp/out"; }

# The session printed in a study of 2005: the computer must answer as it did then.
human=(5 4 5 3 4 3 4 1 1 7)
computer=(5 3 5 3 3 6 4 4 1 5)
play_lines "$(printf '%s\\n' "${human[@]}")" rusak:search=alphabeta,depth=4,ties=first,win=flat
check "the session of 2005 differs" test \
    "$(sed -n 's/^The computer played \(.\)\.$/\1/p' "$tmp/out" | tr '\n' ' ')" = "${computer[*]} "
out_says 'You are X and move first; the computer is O.'
out_says 'Computer: rusak:search=alphabeta,depth=4,ties=first,win=flat'
moves=
for i in "${!human[@]}"; do
    moves+=${human[i]}${computer[i]}
done
"$C4EVOLVE" show "$moves" | head -8 >"$tmp/board"
check "the last board differs" cmp "$tmp/board" <(grep '^[1-6 ] [|+]\|^    1' "$tmp/out" | tail -8)
cp "$tmp/out" "$tmp/session"
play_lines "$(printf '%s\\n' "${human[@]}")" --plain \
    rusak:search=alphabeta,depth=4,ties=first,win=flat --seed 77
check "--plain or a seed changes a game of lines" cmp "$tmp/out" "$tmp/session"

# A won game, a lost game and a draw: taken back and counted.
play_lines '3\nu\n3\nn\nq\n' random --from 445566
out_says 'You have won with move 7.'
out_says 'Score: you 1, computer 0, draws 0'
check "a game is counted twice" test "$(grep -c 'you 2' "$tmp/out")" -eq 0
out_says '1 | .  . *X**X**X**X* . |'
play_lines 'q\n' forward --from 112233 --side second
out_says 'You are O and move second; the computer is X.'
out_says 'The computer played 4.'
out_says 'The computer has won with move 7.'
out_says 'Score: you 0, computer 1, draws 0'
drawn=225344533673453576212645522737771141641166
play_lines '' random --from "${drawn%?}" --side first
out_says 'The computer played 6.'
out_says 'The board is full: a draw.'
out_says 'Score: you 0, computer 0, draws 1'

# Every command, and input that is not a command.
play_lines '?\nl\n+\n-\n-\nh\ne\ns\nu\nx\n44\n\n  4  \n0\n8\nQ\n4\n'
for letter in u h e a w s n + - l q; do
    check "help does not list $letter" grep -qE "^\\$letter  " "$tmp/out"
done
out_has '> 4  the champion, looking 2 moves ahead'
out_says 'Computer: level 5 of 9, the champion, looking 4 moves ahead'
out_says 'Computer: level 3 of 9, the evolved champion, looking at its own move only'
out_has 'Hint: column 4. Level 9 thinks you are '
out_has 'The computer thinks you are '
out_says 'You are O and move second; the computer is X.'
check "not five lines are refused" test \
    "$(grep -cx 'Type a column from 1 to 7, or a letter; ? for help.' "$tmp/out")" -eq 5
check "something was played after Q" test "$(tail -n 1 "$tmp/out" | grep -c 'Q$')" -eq 1
play_lines 'e\nh\nl\n+\n' random
out_says 'The computer does not look ahead, so it expects nothing.'
out_has 'Hint: column 4.'
out_says 'Levels apply only when no player is named. You are playing'
out_says 'a named player has no levels'

# Hints have reasons, warnings come before mistakes and only once, and a game is analysed.
play_lines 'h\n1\n1\na\n' random --from 4455 --warn
out_has 'The move makes two threats at once, on b1 and f1 and wins.'
out_says 'Careful: 1 gives away the win: O wins with best play. Play 1 again if you want it.'
out_has 'The computer played'
out_has 'Move 5, X: 1 gives away the win: O wins with best play. Better: 3 makes two threats'
out_has 'After the opening X could force a win. X was winning until move 5; '
play_lines 'w\nw\n1\n' random --from 4455
out_says 'You will be warned before a mistake.'
out_says 'You will not be warned before mistakes.'
out_has 'The computer played'
play_lines '1\n' random --from 111111
check "a full column is not refused" grep -qx 'That column is full.' "$tmp/out"
play_lines '+\n' --level 9
out_says 'there is no stronger level'
play_lines '-\n' --level 1
out_says 'there is no weaker level'
play_lines 'u\n'
out_says 'There is nothing to take back.'

# Empty input, input without a last newline, a long line, bytes that are not text.
play_lines ''
play_lines '4' forward
out_has 'The computer played'
play_lines "$(head -c 3000 /dev/zero | tr '\0' 4)\n4\n" forward
check "a long line is more than one command" test "$(grep -c '^The computer played' "$tmp/out")" -eq 1
play_lines '\377\376\n\000\n4\n' forward
out_has 'The computer played'

# The same seed gives the same game.
n=0
for seed in 1 1 2; do
    play_lines '1\n2\n3\n4\n5\nn\n1\n2\n3\n4\n5\n' random --seed $seed
    n=$((n + 1))
    sed -n 's/^The computer played \(.\)\.$/\1/p' "$tmp/out" | tr -d '\n' >"$tmp/game$seed.$n"
done
check "the same seed gives another game" cmp "$tmp/game1.1" "$tmp/game1.2"
check "another seed gives the same game" bash -c "! cmp -s $tmp/game1.1 $tmp/game2.3"

# Wrong command lines, and a full disk.
expect_error 2 "--side: 'third' is neither first nor second" play --side third
expect_error 2 "--level: '10' is not a whole number from 1 to 9" play --level 10
expect_error 2 "--level cannot be combined with a player" play rusak --level 3
expect_error 2 "position '4444444': move 7, '4': the column is full" play --from 4444444
expect_error 2 "position '4343434': the game is over" play --from 4343434
expect_error 2 "no genome file 'nosuch'" play nosuch
expect_error 2 'play: too many arguments' play random random
if [ -w /dev/full ]; then
    command_line='c4evolve play >/dev/full'
    yes 4 | "$C4EVOLVE" play random >/dev/full 2>"$tmp/err"
    code=$?
    : >"$tmp/out"
    expect_code 1
    err_has 'standard output'
fi
finish
