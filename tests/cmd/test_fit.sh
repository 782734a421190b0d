#!/usr/bin/env bash
# fit: weights by regression on the games of a run, and of a file.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# check_fit: all weights with their errors, and a loss that is lower afterwards.
check_fit() {
    out_has 'loss on held-out positions: '
    check "not all weights" test "$(grep -c '^[a-z0-9_]* *-\?[0-9]' "$tmp/out")" -ge 51
    read -r before after < <(sed -n 's/^loss.*: \([0-9.]*\) before, \([0-9.]*\) after$/\1 \2/p' "$tmp/out")
    holds "$after < $before && $before < 1"
}

run "$config" --out "$tmp/run" --quiet
expect_code 0
expect_done fit "$tmp/run" --start "$genomes/fevalb.ini" -o "$tmp/fitted.ini" --positions 20000
err_is_empty
check_fit
cp "$tmp/out" "$tmp/first"
expect_done fit "$tmp/run" --start "$genomes/fevalb.ini" --positions 20000
check "the same games give other weights" cmp "$tmp/out" "$tmp/first"
expect_done fit "$tmp/run" --start "$genomes/fevalb.ini" --positions 20000 --seed 2
check "another seed changes nothing" test "$(cksum <"$tmp/out")" != "$(cksum <"$tmp/first")"

# The genome that it writes plays, and has the weights that were printed.
for text in '; Fitted to results of games by c4evolve ' "; games: $tmp/run" "; start: $genomes/fevalb.ini" \
    '; families: default; seed 1' '; genes: ' '; log loss: '; do
    check "the genome does not say '$text'" grep -qF -- "$text" "$tmp/fitted.ini"
done
run move "$tmp/fitted.ini:depth=3" 4
expect_code 0
out_is_one_column
own1=$(awk '$1 == "own1" { print $3 }' "$tmp/first")
holds "$(awk '$1 == "own1" { print $3 }' "$tmp/fitted.ini") - $own1 < 0.001"
expect_done fit "$tmp/run" --start "$tmp/fitted.ini" --positions 20000

# As JSON.
expect_done fit "$tmp/run" --start "$genomes/fevalb.ini" --positions 20000 --json
parse_json
holds "$(json .loss_after) < $(json .loss_before)"
holds "$(json .positions) + $(json .held_out) == 20000"
check "not the first weight" grep -q '^\.genes\.0\.name .*own1' "$tmp/json"
holds "$(json .genes.0.error) > 0"

# The games of a match.
run match fevalb:depth=2 "$genomes/dots.ini:depth=2" --games 200 --pgn "$tmp/games.pgn"
expect_done fit "$tmp/games.pgn" --start fevalb
check_fit
expect_error 1 'too few positions to fit 267 weights' \
    fit "$tmp/games.pgn" --start fevalb --place --positions 800
expect_done fit "$tmp/games.pgn" --start fevalb --target truth --positions 800
out_has 'loss on held-out positions'

# Ctrl-C while positions are solved.
run_interrupted '' fit "$tmp/games.pgn" --start fevalb --target truth --positions 200000 \
    -o "$tmp/never.ini"
expect_code 1
err_has 'interrupted; nothing was fitted'
holds "$took < 5"
check "stdout is not empty" test ! -s "$tmp/out"
check "a genome was written" test ! -s "$tmp/never.ini"

expect_error 2 '--start GENOME is missing' fit "$tmp/run"
expect_error 2 '--start: random has no genome' fit "$tmp/run" --start random
expect_error 2 'nosuch' fit "$tmp/run" --start nosuch
expect_error 2 "own1: 'x' is not a number" fit "$tmp/run" --start fevalb:own1=x
expect_error 2 'No such file' fit "$tmp/nosuch" --start fevalb
expect_error 2 'is not a run' fit "$tmp" --start fevalb
expect_error 2 'no games in the file' fit "$config" --start fevalb
expect_error 2 'No such file' fit "$tmp/games.pgn" --start fevalb -o "$tmp/nosuch/x.ini"
expect_error 2 'Is a directory' fit "$tmp/games.pgn" --start fevalb -o "$tmp"
expect_error 2 '--target' fit "$tmp/games.pgn" --start fevalb --target wishes
expect_error 2 '--positions' fit "$tmp/games.pgn" --start fevalb --positions 1
expect_error 1 'too few positions to fit' fit "$tmp/games.pgn" --start fevalb --positions 100
expect_error 2 'needs RUN or GAMES' fit
run "$config" --out "$tmp/none" --set run.generations=1 --quiet
run match fevalb:depth=1 dots:depth=1 --games 2 --pgn "$tmp/two.pgn"
expect_error 1 'too few positions to fit' fit "$tmp/two.pgn" --start fevalb

finish
