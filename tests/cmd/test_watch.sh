#!/usr/bin/env bash
# Games shown in lines of text, and a person as one of the players.
. tests/cmd/lib.sh

expect_done watch champion random
err_is_empty
out_has 'Game 1: X is champion, O is random, from '
out_has 'Move 5: X champion played 4 and thinks it '
check "the last line is not the score" test "$(tail -n 1 "$tmp/out")" = 'Score: champion 1, random 0, draws 0'
cp "$tmp/out" "$tmp/first"
for same in '--plain' '--games 1' '--delay 0' '--seed 1' '--openings 4'; do
    expect_done watch champion random $same
    check "$same changes the game" cmp "$tmp/out" "$tmp/first"
done
expect_done watch champion random --seed 2
check "another seed shows the same game" bash -c "! cmp -s $tmp/out $tmp/first"

# Colours are swapped, then a new opening follows; the moves are those of the move command.
expect_done watch rusak:depth=2 fevalb:depth=2 --games 3 --openings 6
out_has 'Game 2: X is fevalb:depth=2, O is rusak:depth=2, from '
starts=$(sed -n 's/^Game [0-9]*: X is .* from \([1-7]*\)\.$/\1/p' "$tmp/out" | tr '\n' ' ')
read -r one two three <<<"$starts"
check "the first two games begin elsewhere" test "$one" = "$two"
check "the third game begins at the same place" test "$one" != "$three"
expect_done watch rusak:depth=2 fevalb:depth=2 --openings 0
out_has 'from -.'
moves=$(sed -n 's/^Move [0-9]*: .* played \([1-7]\).*/\1/p' "$tmp/out" | tr -d '\n')
expect_done match rusak:depth=2 fevalb:depth=2 --openings empty --games 1 --first a --pgn "$tmp/pgn"
check "a match plays another game" test -n "$moves"
for ((i = 0; i < ${#moves}; i++)); do
    player=rusak:depth=2
    ((i % 2)) && player=fevalb:depth=2
    before=${moves:0:i}
    run move $player "${before:--}"
    check "move $i differs" test "$(cat "$tmp/out")" = "${moves:i:1}"
done
expect_done watch random random --from 445566
out_has 'from 445566.'

# A person is asked on stderr.
answer() {
    local input=$1
    shift
    command_line="c4evolve $* (typing $input)"
    printf '%b' "$input" | "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
}
answer '4\n' move human -
expect_code 0
out_is_one_column
err_has 'Your move, X (1-7, q resigns):'
answer 'x\n8\n44\n1\n2\n' move human 111111
expect_code 0
check "the first good answer was 2" test "$(cat "$tmp/out")" = 2
err_has 'That column is full.'
check "three answers mean nothing" test "$(grep -c 'Type a column from 1 to 7, or q.' "$tmp/err")" -eq 3
answer '4\n4\n4\n4\nq\n' match human random --games 2 --openings empty --seed 1 --json --threads 2
expect_code 0
parse_json
holds "$(json .games) == 2"
holds "$(json .wins) == 1"
holds "$(json .losses) == 1"
err_has 'human forfeited 1 game; game 2: resigned'
answer '' match human random --games 1
expect_code 0
out_has '0 wins, 0 draws, 1 losses'
err_has 'end of input'
answer '3\n' watch human random --from 445566
expect_code 0
out_has 'X human played 3.'
out_has 'Game 1: X has won with move 7.'
answer '' watch human random
expect_code 0
out_has 'X failed to move (end of input) and loses.'
cat >"$tmp/t.ini" <<'INI'
[tournament]
name = one
schedule = round-robin
games = 1
openings = empty
[player me]
genome = human
[player it]
genome = random
INI
answer '1\n' tournament "$tmp/t.ini"
expect_code 0
err_has 'me forfeited 2 games'

expect_error 2 "--delay: 'x' is not a number of seconds from 0 to 3600" watch random random --delay x
expect_error 2 "--delay: '-1' is not" watch random random --delay=-1
expect_error 2 "position '8'" watch random random --from 8
expect_error 2 'the game is over' watch random random --from 4343434
expect_error 2 "no genome file 'nosuch'" watch random nosuch
expect_error 2 'watch: too few arguments' watch random
expect_error 2 "--openings: '21' is not" watch random random --openings 21
if [ -w /dev/full ]; then
    command_line='c4evolve watch >/dev/full'
    "$C4EVOLVE" watch random random --games 1000000 >/dev/full 2>"$tmp/err"
    code=$?
    : >"$tmp/out"
    expect_code 1
    err_has 'standard output'
fi
finish
