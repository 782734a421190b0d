#!/usr/bin/env bash
# solve: exact scores, as arguments or as a filter.
. tests/cmd/lib.sh

# filter FILE ARGUMENTS...: runs solve on the lines of a file.
filter() {
    local input=$1
    shift
    command_line="c4evolve solve $* <FILE"
    "$C4EVOLVE" solve "$@" <"$input" >"$tmp/out" 2>"$tmp/err"
    code=$?
}

late=12121234343456565621212143434365
middle=4444443265333666
expect_output "$middle $("$C4EVOLVE" solve $middle --no-book | cut -d' ' -f2)" solve $middle
err_is_empty
expect_output "121212 18" solve 121212
expect_output "33445 -18" solve 33445
expect_output "1212121 -18" solve 1212121
expect_output "1212121 -1 . . . . . . ." solve 1212121 --wdl --moves
expect_output "121212343434565656212121434343656565777777 0" \
    solve 121212343434565656212121434343656565777777
expect_output "121212 1" solve 121212 --wdl
expect_output "${late}6565777777 0 . . . . . . ." solve --moves ${late}6565777777

# --moves: '.' for a full column, and the best of them is the score.
expect_done solve --moves $middle 44444432653336662 444444326533366622
out_lines 3
check "the score is not that of the best move" awk '
    NF != 9 { exit 1 }
    { best = -99; for (i = 3; i <= 9; i++) if ($i != "." && $i > best) best = $i }
    best != $2 || $6 != "." { exit 1 }' "$tmp/out"
cut -d' ' -f2- "$tmp/out" >"$tmp/scores"
expect_done solve --moves --wdl $middle 44444432653336662 444444326533366622
awk '{ for (i = 1; i <= NF; i++) $i = $i == "." ? "." : ($i > 0) - ($i < 0); print }' \
    "$tmp/scores" >"$tmp/signs"
check "--wdl is not the sign" eval "cut -d' ' -f2- '$tmp/out' | cmp - '$tmp/signs'"

# The scores that come with the program: the first move and the eighth take no searching.
expect_output "- 1 -2 -1 0 1 0 -1 -2" solve - --moves
expect_done solve --stats 44447723
check "searched what is in the book" test "$(sed 's/.*positions, \([0-9]*\) nodes.*/\1/' "$tmp/err")" -lt 10

# Standard input: the first word of each line, in order, the same with any number of threads.
"$C4EVOLVE" openings --plies 22 --count 300 --seed 5 >"$tmp/positions"
filter "$tmp/positions" --threads 1
expect_code 0
err_is_empty
out_lines 300
check "another order" eval "cut -d' ' -f1 '$tmp/out' | cmp - '$tmp/positions'"
cp "$tmp/out" "$tmp/single"
for threads in 2 5; do
    filter "$tmp/single" --threads $threads
    expect_code 0
    check "$threads threads answer otherwise" cmp "$tmp/out" "$tmp/single"
done
filter "$tmp/positions" --no-book
expect_code 0
check "differs without a book" cmp "$tmp/out" "$tmp/single"
filter "$tmp/positions" --wdl
expect_code 0
check "--wdl is not the sign" eval "awk '{ print \$1, (\$2 > 0) - (\$2 < 0) }' '$tmp/single' |
    cmp - '$tmp/out'"

# Bad lines are reported and do not stop the others; the last line may lack a newline.
printf '121212 junk\n\n44a\n# a comment\n\t33445\r\n4444444\n1212121' >"$tmp/input"
printf '121212 18\n33445 -18\n1212121 -18\n' >"$tmp/wanted"
filter "$tmp/input"
expect_code 2
check "other answers" cmp "$tmp/out" "$tmp/wanted"
err_has "line 3: position '44a': move 3, 'a': not a column from 1 to 7"
err_has "line 6: position '4444444': move 7, '4': the column is full"
check "more than two errors" test "$(wc -l <"$tmp/err")" -eq 2
run solve 121212 5x 33445
expect_code 2
out_lines 2
err_has "position '5x'"
{ head -c 300000 /dev/zero | tr '\0' '1'; echo; echo 121212; printf '12\0001212\n33445\n'; } >"$tmp/input"
filter "$tmp/input"
expect_code 2
out_lines 1 # what comes before the zero byte
err_has 'line 1:'
err_has 'c4evolve: standard input:3: zero byte: not a text file'
filter /dev/null
expect_code 0
out_lines 0

# A person gets an answer to each line before the next one.
command_line='a conversation with c4evolve solve'
coproc "$C4EVOLVE" solve
for position in 121212 33445; do
    echo $position >&"${COPROC[1]}"
    answer=
    read -r -t 20 answer <&"${COPROC[0]}"
    check "no prompt answer to $position" test "${answer%% *}" = $position
done
eval "exec ${COPROC[1]}>&-"
wait

# Ctrl-C works while a position is being solved: finished answers are printed.
command_line='c4evolve solve, interrupted'
"$C4EVOLVE" solve 121212 - --no-book --threads 1 >"$tmp/out" 2>"$tmp/err" &
job=$!
sleep 1
kill -INT $job
wait $job
code=$?
expect_code 1
err_has 'c4evolve: interrupted'
check "other answers" test "$(cat "$tmp/out")" = '121212 18'

expect_done solve --stats --threads 1 $middle
err_has '1 positions, '
err_has ' nodes, '
err_has ' ms a position'
expect_error 2 "No such file" solve --book "$tmp/nothing" 121212
expect_error 2 "not a book" solve --book tests/cmd/lib.sh 121212

# Without a book, early positions have to be searched; with it, they are known.
expect_output '- 1 -1 -1 0 1 0 -1 -1' solve - --wdl --moves
expect_output '- 1 -2 -1 0 1 0 -1 -2' solve - --moves
expect_output '4 -1' solve 4
finish
