#!/usr/bin/env bash
# book: made with interruptions, imported, checked.
. tests/cmd/lib.sh

# writes ARGUMENTS...: book succeeds, and prints nothing on stdout.
writes() {
    run book "$@"
    expect_code 0
    check "stdout is not empty" test ! -s "$tmp/out"
}

small='--plies 10 --wdl --only 100'
writes $small --threads 1 -o "$tmp/whole"
check "the journal stays" test ! -e "$tmp/whole.part"

# Killed as soon as something is saved, then interrupted, then finished.
"$C4EVOLVE" book $small --threads 1 -o "$tmp/killed" 2>/dev/null &
pid=$!
for ((i = 0; i < 600 && $(stat -c %s "$tmp/killed.part" 2>/dev/null || echo 0) < 100; i++)); do
    sleep 0.1
done
kill -9 $pid
wait $pid 2>/dev/null
check "no journal" test -s "$tmp/killed.part"
check "a book, though it was killed" test ! -e "$tmp/killed"
command_line='c4evolve book, interrupted'
"$C4EVOLVE" book $small --threads 1 -o "$tmp/killed" >"$tmp/out" 2>"$tmp/err" &
pid=$!
sleep 0.3
kill -INT $pid
wait $pid
code=$?
if [ $code -ne 0 ]; then # on a fast machine it may be done before
    expect_code 1
    err_has 'run the same command again'
    err_has 'of 100 positions are solved'
    printf 'torn' >>"$tmp/killed.part"
fi
writes $small --threads 2 -o "$tmp/killed"
check "other results after a kill" cmp "$tmp/killed" "$tmp/whole"
check "the journal stays" test ! -e "$tmp/killed.part"

expect_done book --check "$tmp/whole"
err_is_empty
out_has 'complete   no, of 809464 positions'
out_has 'win, draw or loss'
out_has 'positions      100'

# What is known is not solved again, and signs are not scores.
writes $small --known "$tmp/whole" -o "$tmp/again"
check "differs" cmp "$tmp/again" "$tmp/whole"
echo 'something else' >"$tmp/other.part"
expect_error 1 'belongs to another book' book $small -o "$tmp/other"

# The public format.
blank=$(printf 'b,%.0s' $(seq 36))
printf 'x,o,b,b,b,b,%sloss\nb,b,b,b,b,b,x,o,b,b,b,b,%sdraw\n' "$blank" "${blank%b,b,b,b,b,b,}" \
    >"$tmp/data"
writes --import "$tmp/data" -o "$tmp/imported"
err_has '2 positions of 2 plies'
expect_done book --check "$tmp/imported"
out_has 'complete   no, of 25 positions'
out_has '      0 won,       1 lost,       1 drawn'
expect_output '11 -1' solve 11 --book "$tmp/imported" --wdl
expect_output '66 0' solve 66 --book "$tmp/imported" --wdl
echo 'x,o' >>"$tmp/data"
expect_error 2 ':3: field 2' book --import "$tmp/data" -o "$tmp/imported"

# Players use it: the answer to 1 is 1, if 11 is lost for the first player.
expect_output 1 move fevalb:depth=2,book="$tmp/imported",ties=first 1
expect_done move perfect:book="$tmp/whole" 4444443265333666
out_is_one_column
expect_error 2 'win=decay' move fevalb:win=decay,book="$tmp/imported" 1
expect_error 2 'not for random' move random:book="$tmp/imported" 1
expect_error 2 'book: nothing: No such file' move fevalb:book=nothing 1

expect_error 2 'one of --plies, --import and --check' book
expect_error 2 'one of --plies, --import and --check' book --plies 8 --check "$tmp/whole"
expect_error 2 '-o must name the file to write' book --plies 8
expect_error 2 'writes nothing' book --check "$tmp/whole" -o "$tmp/x"
expect_error 2 "--plies: '13'" book --plies 13 -o "$tmp/x"
expect_error 2 '--wdl, --only and --known need --plies' book --import "$tmp/data" --wdl -o "$tmp/x"
expect_error 2 'not a book' book --check tests/cmd/lib.sh
expect_error 2 'No such file' book --check "$tmp/nothing"
expect_error 1 'No such file' book $small -o "$tmp/no/folder"
head -c 60 "$tmp/whole" >"$tmp/cut"
expect_error 2 'damaged' book --check "$tmp/cut"

expect_done book --check src/search/book-8ply.bin
out_has 'complete   yes, of 91295 positions'
out_has 'exact scores'
out_has '67557     44473 won,   16635 lost,    6449 drawn'
check "larger than 300 kB" test "$(stat -c %s src/search/book-8ply.bin)" -lt 300000
expect_done book --check src/search/book-3ply.bin
out_has 'complete   yes, of '
finish
