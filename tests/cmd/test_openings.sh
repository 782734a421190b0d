#!/usr/bin/env bash
# openings: distinct positions, one per line.
. tests/cmd/lib.sh

# distinct: no line on stdout occurs twice, not even mirrored. Positions that differ only in
# the order of moves are compared as boards.
distinct() {
    check "an opening twice" awk '
        function board(line, mirror,    i, c, col, text) {
            for (c = 1; c <= 7; c++) col[c] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (mirror) c = 8 - c
                col[c] = col[c] (i % 2 ? "X" : "O")
            }
            for (c = 1; c <= 7; c++) text = text col[c] "/"
            return text
        }
        { a = board($0, 0); b = board($0, 1)
          if (a in seen || b in seen) exit 1
          seen[a] }' "$tmp/out"
}

expect_done openings
err_is_empty
out_lines 100
distinct
for plies in 1 2 3 4 6 8 15 30; do
    count=200
    case $plies in 1) count=4 ;; 2) count=25 ;; 3) count=121 ;; esac
    expect_done openings --plies $plies --count $count --seed 7
    err_is_empty
    out_lines $count
    check "not lines of $plies moves" awk -v n=$plies '!/^[1-7]+$/ || length != n { exit 1 }' "$tmp/out"
    distinct
done

# None is over and none can be won at once.
expect_done openings --plies 12 --count 40
for opening in $(cat "$tmp/out"); do
    run show $opening
    expect_code 0
    check "$opening is over or can be won" awk '/is over|can win/ { exit 1 }' "$tmp/out"
done

# The same seed gives the same openings, another one others.
expect_done openings --plies 6 --count 200 --seed 1
cp "$tmp/out" "$tmp/first"
expect_done openings --plies 6 --count 200 --seed 1
check "differs from run to run" cmp "$tmp/out" "$tmp/first"
expect_done openings --plies 6 --count 200 --seed 2
check "seed 2 is like seed 1" eval "! cmp -s '$tmp/out' '$tmp/first'"

# Sets of one seed have nothing in common, mirror images included.
for seed in 1 2 3; do
    : >"$tmp/sets"
    for set in train validate test; do
        expect_done openings --plies 5 --count 250 --seed $seed --set $set
        out_lines 250
        cat "$tmp/out" >>"$tmp/sets"
    done
    cp "$tmp/sets" "$tmp/out"
    out_lines 750
    distinct
done

# If there are too few: all of them, and an error.
run openings --plies 2 --count 100
expect_code 1
out_lines 25
distinct
err_has 'only 25 distinct openings of 2 plies'

expect_error 2 "--plies: '0' is not a whole number from 1" openings --plies 0
expect_error 2 "--plies: '42'" openings --plies 42
expect_error 2 "--count: '-5'" openings --count -5
expect_error 2 "--set: 'all' is not one of any, train, validate, test" openings --set all
expect_error 2 "starting with '6'" openings 6
finish
