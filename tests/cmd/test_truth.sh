#!/usr/bin/env bash
# truth: players against perfect play, on late positions, which are solved quickly.
. tests/cmd/lib.sh
export XDG_CACHE_HOME=$tmp/cache
late='--positions 24:80,30:40'

# truth_of ARGUMENTS...: without the times, which differ from run to run.
truth_of() {
    expect_done truth "$@"
    sed -i 's/,[^,]*$//' "$tmp/out"
}

# column N ROW-PATTERN: a field of $tmp/csv.
column() { awk -F, -v n="$1" -v row="$2" '$1 "," $2 ~ row { print $n }' "$tmp/csv"; }

truth_of fevalb:depth=3 random $late --csv
err_is_empty
cp "$tmp/out" "$tmp/csv"
out_lines 13
check "no header" grep -q '^player,group,positions,at_stake,mistakes,rate,low,high,loss' "$tmp/csv"
holds "$(column 3 'random,all') == 120"
holds "$(column 3 'random,24 plies') == 80"
holds "$(column 3 'random,30 plies') == 40"
holds "$(column 3 'random,won') + $(column 3 'random,drawn') + $(column 3 'random,lost') == 120"
holds "$(column 5 'random,won') + $(column 5 'random,drawn') == $(column 5 'random,all')"
holds "$(column 5 'random,lost') == 0"
holds "$(column 5 'random,all') > 2 * $(column 5 'fevalb:depth=3,all')"
holds "$(column 7 'random,all') < $(column 6 'random,all')"
holds "$(column 6 'random,all') < $(column 8 'random,all')"
holds "$(column 11 'fevalb:depth=3,all') > 0.3"

# The same with one thread and with two, from the cache and without one, for random players, too.
check "no cache was made" test -s "$tmp/cache/c4evolve/solved.txt"
check "not one line a position" test "$(wc -l <"$tmp/cache/c4evolve/solved.txt")" -eq 121
for how in '--threads 1' '--threads 2' "--cache $tmp/another.txt" '--seed 1'; do
    truth_of fevalb:depth=3 random $late --csv $how
    check "$how makes a difference" cmp "$tmp/out" "$tmp/csv"
done
check "the cache has grown" test "$(wc -l <"$tmp/cache/c4evolve/solved.txt")" -eq 121
check "the other cache differs" cmp <(sort "$tmp/another.txt") \
    <(sort "$tmp/cache/c4evolve/solved.txt")
truth_of fevalb:depth=3 random $late --csv --seed 2
check "--seed makes no difference" test "$(cmp -s "$tmp/out" "$tmp/csv"; echo $?)" -eq 1

# Text: one line a player, then by plies and result, then the comparison.
expect_done truth fevalb:depth=3 random wineval $late
err_is_empty
out_has '120 positions: '
out_has '80 of 24 plies, 40 of 30 plies'
out_has '  - better than random: '
check "the players are not compared" grep -qE '  - (better than|no clear difference from) wineval: ' "$tmp/out"

# JSON says the same as CSV.
expect_done truth fevalb:depth=3 random $late --json --list
parse_json
holds "$(json .positions) == 120"
holds "$(json .players.1.groups.0.mistakes) == $(column 5 'random,all')"
holds "$(json .players.0.groups.1.rate) == $(column 6 'fevalb:depth=3,24 plies')"
holds "$(json .players.1.against_first.p) < 0.001"
wrong=$(grep -c '^\.players\.1\.wrong\.[0-9]*\.position ' "$tmp/json")
holds "$wrong == $(column 5 'random,all')"

# The list has every mistake, and the player really makes these moves.
expect_done truth fevalb:depth=3 $late --list --csv
cp "$tmp/out" "$tmp/list"
holds "$(wc -l <"$tmp/list") == 1 + $(column 5 'fevalb:depth=3,all')"
while IFS=, read -r player position move result best best_result scores; do
    [ "$player" = player ] && continue
    expect_output "$move" move "$player" "$position"
    check "$position: $move is among the best" test "${best/$move/}" = "$best"
    check "$position: $result is not worse than $best_result" \
        grep -qx 'loss win\|loss draw\|draw win' <<<"$result $best_result"
done <"$tmp/list"
expect_done truth fevalb:depth=3 $late --list
out_has "$(awk -F, 'NR == 2 { print $2 }' "$tmp/list")"

# A file of positions, with more on each line than a position.
cut -d, -f2 "$tmp/list" | sed '1s/.*/# wrong/; s/$/ 7 and more/' >"$tmp/positions"
truth_of fevalb:depth=3 --positions "$tmp/positions" --csv
cp "$tmp/out" "$tmp/csv2"
check "not all positions of the list are wrong" \
    awk -F, '$2 == "all" && $3 == $5 && $5 > 0 { ok = 1 } END { exit !ok }' "$tmp/csv2"

# A cache that cannot be used only gives a note; a file of another kind is not touched.
cp genomes/rusak.ini "$tmp/precious"
for cache in "$tmp/precious" "$tmp/precious/solved.txt" /dev/full; do
    [ "$cache" != /dev/full ] || [ -w /dev/full ] || continue
    expect_done truth random --positions 30:5 --cache "$cache"
    err_has 'cannot save solved positions: '
done
check "the file was changed" cmp "$tmp/precious" genomes/rusak.ini

expect_error 2 'truth: too few arguments' truth
expect_error 2 "no genome file 'nosuch'" truth nosuch $late
expect_error 2 "--positions: '50:5' is not PLIES:COUNT" truth random --positions 50:5
expect_error 2 '24 plies are given twice' truth random --positions 24:5,24:6
expect_error 2 'nosuch.txt: ' truth random --positions nosuch.txt
printf '44\n4444444\n' >"$tmp/bad"
expect_error 2 "$tmp/bad:2: " truth random --positions "$tmp/bad"
expect_error 2 'cannot be combined' truth random $late --json --csv

# Regression on the results of perfect play.
run match random random --games 400 --openings 8 --pgn "$tmp/games.pgn"
fit="fit $tmp/games.pgn --start fevalb --target truth --positions 3800 --json"
expect_done $fit --threads 1
parse_json
holds "$(json .loss_after) <= $(json .loss_before)"
cp "$tmp/out" "$tmp/fit"
expect_done $fit --threads 2
check "two threads make a difference" cmp "$tmp/out" "$tmp/fit"
expect_error 2 "--target: 'luck' is not one of games, truth" fit "$tmp/games.pgn" --start fevalb \
    --target luck

# An evolution that fits to the truth and counts mistakes in the end: the same bytes for any number
# of threads.
genomes=$PWD/genomes
cat >"$tmp/small.ini" <<CONFIG
[run]
name = small
generations = 2
[population]
size = 6
elites = 1
founders = $genomes/fevalb.ini $genomes/rusak.ini
[genes]
evolve = line tempo
[play]
depth = 1
plies = 16
openings = 6
[fit]
every = 1
target = truth
truth_positions = 300
families = line tempo
[validate]
against = $genomes/wineval.ini random
plies = 16
verdict_openings = 5
truth = 26:40
CONFIG
for threads in 1 2; do
    expect_done "$tmp/small.ini" --out "$tmp/run$threads" --threads $threads --quiet
    out_has 'mistakes in 40 solved positions at depth 1'
    out_has 'The champion errs in '
    cp "$tmp/out" "$tmp/verdict$threads"
done
check "two threads make a difference" cmp "$tmp/verdict1" "$tmp/verdict2"
check "two threads make another champion" cmp "$tmp/run1/champion.ini" "$tmp/run2/champion.ini"
expect_done "$tmp/small.ini" --out "$tmp/run3" --quiet --set validate.truth=
check "mistakes are counted all the same" test "$(grep -c mistakes "$tmp/out")" -eq 0
expect_error 2 "fit.target: 'luck' is not one of games, truth" "$tmp/small.ini" \
    --set fit.target=luck --dry-run
expect_error 2 "validate.truth: '99:5' is not PLIES:COUNT" "$tmp/small.ini" \
    --set validate.truth=99:5 --dry-run
finish
