#!/usr/bin/env bash
# Runs that train on sets of solved positions: fitness = both and regressions with target = truth.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

run positions --count 3000 --plies 20..30 -o "$tmp/train.c4p"
expect_code 0
run positions --count 200 --plies 20..30 --set validate -o "$tmp/other.c4p"
expect_code 0
sed -i -e 's/^positions = 2000/target = truth\ntruth_positions = 2000\ntruth_file = train.c4p/' \
    -e 's/^hall  .*/hall = 1\nfitness = both\ntruth_positions = 20\ntruth_file = train.c4p\ntruth_block = 2/' \
    "$config"

# Threads, a pause and another folder do not matter. (A verdict after the pause stays in the run.)
tables="generations lineage winrates genomes"
expect_done "$config" --out "$tmp/plain" --quiet --threads 2
keep_tables "$tmp/plain"
run log "$tmp/plain" genomes --csv
out_has 'fit'
expect_done "$config" --out "$tmp/alone" --quiet --threads 1
expect_same "$tmp/alone"
expect_done "$config" --out "$tmp/short" --quiet --set run.generations=2
command_line='resume in another folder'
(cd / && "$C4EVOLVE" resume "$tmp/short" --generations 4 --quiet >"$tmp/out" 2>"$tmp/err")
code=$?
expect_code 0
expect_same "$tmp/short"

# Other positions are other runs, so it is the sets that are used.
run positions --count 3000 --plies 20..30 --seed 2 -o "$tmp/more.c4p"
expect_code 0
expect_done "$config" --out "$tmp/more" --quiet --set "fit.truth_file=$tmp/more.c4p"
tables_of "$tmp/more" >"$tmp/got"
check "the set makes no difference" test "$(cmp "$tmp/wanted" "$tmp/got" | wc -l)" -gt 0

# A set that has changed, or is gone, is noticed.
expect_done "$config" --out "$tmp/changed" --quiet --set run.generations=2
mv "$tmp/train.c4p" "$tmp/kept.c4p"
expect_error 1 'No such file' resume "$tmp/changed" --generations 4 --quiet
cp "$tmp/more.c4p" "$tmp/train.c4p"
expect_error 1 'has changed since the run began' resume "$tmp/changed" --generations 4 --quiet
mv "$tmp/kept.c4p" "$tmp/train.c4p"

# Wrong use.
expect_error 2 'must not train on it' "$config" --out "$tmp/x" --set "play.truth_file=$tmp/other.c4p"
expect_error 2 'needs fitness = truth or both' "$config" --out "$tmp/x" --set play.fitness=games
expect_error 2 'needs target = truth' "$config" --out "$tmp/x" --set fit.target=games
expect_error 2 'No such file' "$config" --out "$tmp/x" --set fit.truth_file=nosuch.c4p
check "a run was made" test ! -e "$tmp/x"
finish
