#!/usr/bin/env bash
# evolve: a run, what it prints and leaves behind, and every way of getting it wrong.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# The same run with one thread and with two, in short and in full.
expect_done evolve "$config" --out "$tmp/one" --threads 1
out_has 'champion against'
out_has 'At depth 2 the champion scores'
check "stderr is not plain lines" test -z "$(tr -d '[:print:]\n' <"$tmp/err")"
check "not one line for each generation" test "$(grep -c '^generation [0-9]' "$tmp/err")" -eq 4
err_has 'validation at depth 2: champion #'
err_has "Champion: $tmp/one/champion.ini"
keep_tables "$tmp/one"
expect_done "$config" --out "$tmp/two" --threads 2
expect_same "$tmp/two"
for file in champion.ini generations.csv lineage.csv winrates.csv; do
    check "$file is not there" test -s "$tmp/one/$file"
    check "$file differs" cmp "$tmp/one/$file" "$tmp/two/$file"
done

# Another seed is another run; --set is kept.
expect_done "$config" --out "$tmp/seed" --set run.seed=2 --set run.generations=1 --quiet
err_is_empty
out_has 'At depth 2 the champion scores'
run log "$tmp/seed" genomes --csv
check "another seed changes nothing" test "$(head -9 "$tmp/out" | cksum)" != \
    "$("$C4EVOLVE" log "$tmp/one" genomes --csv | head -9 | cksum)"
run log "$tmp/seed" generations --csv
out_lines 2

# By default a run is kept in reports/NAME, and never overwritten.
(cd "$tmp" && "$C4EVOLVE" tiny.ini --quiet --set run.generations=1 >out 2>err)
code=$? command_line="c4evolve tiny.ini"
expect_code 0
check "reports/tiny is no run" test -f "$tmp/reports/tiny/run.db"
before=$(cksum "$tmp/one"/*)
expect_error 1 "$tmp/one already holds a run: continue it with 'c4evolve resume $tmp/one'" \
    evolve "$config" --out "$tmp/one"
err_has '--out DIR'
check "the run was touched" test "$before" = "$(cksum "$tmp/one"/*)"

# Other commands accept the champion as a genome.
champion=$("$C4EVOLVE" log "$tmp/one" playoff --csv | awk -F, '$2 == 1 { print $3 }')
run move "$tmp/one/champion.ini:depth=2" 44
expect_code 0
out_is_one_column
expect_done match "$tmp/one/champion.ini:depth=1" random --games 20
expect_done "$config" --out "$tmp/heir" --quiet --set run.generations=1 \
    --set population.founders="$tmp/one/champion.ini"
genes() { "$C4EVOLVE" log "$1" genomes --csv | awk -F, -v id="$2" '$1 == id' | cut -d, -f6-; }
check "the champion is $champion" test -n "$(genes "$tmp/one" "$champion")"
check "the champion has other genes in its file" \
    test "$(genes "$tmp/heir" 1)" = "$(genes "$tmp/one" "$champion")"

# A dry run prints the plan and writes nothing.
expect_done evolve "$config" --dry-run --out "$tmp/dry" --threads 1
out_has 'tiny: 4 generations of 6 genomes, seed 1'
out_has '2 founders, 2 opponents, up to 1 earlier champion'
out_has 'selection tournament, crossover uniform, mutation gaussian, fit yes'
out_has '204 games per generation, 816 in all'
out_has 'games per second here'
check "a dry run wrote something" test ! -e "$tmp/dry"

# The config for clusters has a hundred times the games of the one that it is made from.
expect_done configs/champion.ini --dry-run --threads 1
out_has ' 2600 games per generation'
expect_done configs/cluster/large.ini --dry-run --threads 1
out_has ' 260000 games per generation'

# A bad config creates no file, and all its errors are reported.
bad() {
    local text=$1
    shift
    expect_error 2 "$text" evolve "$config" --out "$tmp/bad" "$@"
    check "something was made" test ! -e "$tmp/bad"
}
bad "$config: population.size: '1' is not a whole number" --set population.size=1
bad 'population.founders: no file matches' --set population.founders=nothing/*
bad 'population.founders: founders need a genome' --set population.founders=random
bad 'no such family' --set population.founders="$config"
bad 'is too small for' --set population.founders="$genomes/*"
bad 'population.founders: at least one' --set population.founders=
bad 'genes.evolve: at least one' --set genes.evolve= --set fit.every=0
bad 'play.time: a run must not depend on the clock' --set play.time=1
bad "unknown mutation 'magic'; choose one of gaussian" --set mutation.method=magic
bad 'mutation.strength: strength is 0' --set mutation.strength=0
bad "'run.seed' is not of the form section.key=value" --set run.seed
bad '--set takes one line' --set $'run.name=a\nb'
bad "no such key" --set run.wish=1
printf '[run]\nname = x\nseed = a\n[oops]\n[play]\ndepth = 99\n' >"$tmp/wrong.ini"
expect_error 2 "$tmp/wrong.ini:3: run.seed: " "$tmp/wrong.ini" --out "$tmp/bad"
err_has "$tmp/wrong.ini:4: oops: no such section"
err_has "$tmp/wrong.ini:6: play.depth: "
err_has "$tmp/wrong.ini: population.founders: missing"
err_has "$tmp/wrong.ini: validate.against: missing"
check "something was made" test ! -e "$tmp/bad"
expect_error 2 'No such file' evolve "$tmp/nosuch.ini"
expect_error 2 'Is a directory' evolve "$tmp"
expect_error 2 'CONFIG.ini is missing' evolve
expect_error 2 'one config at a time' evolve "$config" "$config"
expect_error 2 '--threads' evolve "$config" --threads 0
expect_error 2 '--out: the name is empty' evolve "$config" --out ''
expect_error 1 'cannot be created' evolve "$config" --out "$config/inside"

# A run that stops by itself says why.
expect_done "$config" --out "$tmp/patient" --set run.patience=1 --set population.confidence=1
err_has 'Stopped after 2 generations: the last 1 brought no new champion.'
expect_done "$config" --out "$tmp/late" --set run.minutes=0.000001 --threads 1
err_has 'The time budget is used up. To continue, run:'
err_has "  c4evolve resume $tmp/late"
run log "$tmp/late" generations --csv
out_lines 2

# The mistakes of the champion, where they are asked for.
expect_done "$config" --out "$tmp/truth" --quiet --set run.generations=1 \
    --set validate.truth=24:20 --set validate.depths=
out_has 'solved positions at depth 2'

finish
