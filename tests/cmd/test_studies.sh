#!/usr/bin/env bash
# studies: the list, one experiment, a study, all of them; for any number of threads, cut short, and
# with files that are wrong.
. tests/cmd/lib.sh

# The list: every study, and a line for each of its experiments.
expect_done studies
err_is_empty
for study in bleskachek-2019 cs7is2-2020 karplus-2010 rusak-2005 sethi-2018; do
    check "$study is not listed" grep -q "^$study: " "$tmp/out"
done
for file in configs/studies/*.ini; do
    name=$(basename "$file" .ini)
    check "$name is not listed" grep -Eq "^( *$name |$name: )" "$tmp/out"
done
check "a line is longer than 120" awk 'length > 120 { exit 1 }' "$tmp/out"
program=$(realpath "$C4EVOLVE")
(cd / && "$program" studies) >"$tmp/elsewhere.txt"
check "the list is another one elsewhere" cmp "$tmp/out" "$tmp/elsewhere.txt"

# One experiment: the published wins come out, and the question that it decides is asked.
expect_done studies rusak-2005-round1 --threads 2
out_has 'Published wins: 11 of 11 players won exactly as often as published.'
out_has '| rusak-2005-round1 | strongest(2/3): Elo over 4/9 |'
out_has 'As its program played: the claim does not hold.'
check "another experiment is reported" eval "! grep -q 'zero' '$tmp/out'"
check "not eleven players" test "$(grep -c '^| [0-9.]*/[0-9.]* *| *-\?[0-9]* |' "$tmp/out")" -ge 11

# A study, made small: every question, both ways, and the same bytes with any number of threads.
expect_done studies rusak-2005 --games 4 --threads 1
cp "$tmp/out" "$tmp/one"
out_has '11 players, 440 games, 4 openings'
out_has 'As it should be run: '
check "not three verdicts" test "$(grep -c '^\*\*Verdict: ' "$tmp/out")" -eq 3
expect_done studies rusak-2005 --games 4 --threads 3
check "three threads differ from one" cmp "$tmp/out" "$tmp/one"
err_has 'rusak-2005-zero (3 of 3)'

# The report that is shipped is what the program prints, whichever folder it is called from.
expect_done studies rusak-2005
sed -n '/^## Rusak 2005/,/^## /p' reports/studies.md | sed '/^## Sethi/d' >"$tmp/shipped"
check "reports/studies.md was made by another program" diff <(sed '/^$/d' "$tmp/shipped") \
    <(sed '/^$/d' "$tmp/out")
expect_done studies rusak-2005-round1
cp "$tmp/out" "$tmp/here"
(cd / && "$program" studies rusak-2005-round1 --configs "$OLDPWD/configs/studies") >"$tmp/out" 2>/dev/null
check "another folder makes a difference" cmp "$tmp/out" "$tmp/here"

# Effort: nodes always, times only when asked for.
expect_done studies bleskachek-2019-generation1 --games 3
out_has '| nodes per move | nodes per game |'
check "times are shown" eval "! grep -q measured '$tmp/out'"
expect_done studies bleskachek-2019-generation1 --games 3 --time
out_has '| ms per game (measured) |'

# What holds no chance comes out of the studies' programs, and --explain says how they play.
expect_done studies bleskachek-2019-records
out_has 'records: 110 of 110'
out_has 'utilities: 60 of 60'
out_has 'Every figure is as published.'
expect_done studies sethi-2018-cells
out_has 'cells: 75 of 75'
expect_done studies cs7is2-2020-cells
out_has 'cells: 29 of 32'
out_has 'Not as published: Minimax D4 against Minimax D3 (1, published 0); '
for study in bleskachek-2019 sethi-2018 cs7is2-2020; do
    expect_done studies $study --explain
    err_is_empty
    for word in Paper: Program: ' 1. ' Check: 'Missing for an exact replay:'; do out_has "$word"; done
    check "$study: a line is longer than 100" awk 'length > 100 { exit 1 }' "$tmp/out"
done

# Our own folder, with one quick study.
mkdir "$tmp/own"
cat >"$tmp/own/tiny.ini" <<'INI'
[study]
title   = Tiny 2000
about   = Two players.
missing = nothing.
[experiment tiny-one]
about = From the empty board.
[experiment tiny-two]
about = From openings.
kind  = proper
[experiment tiny-slow]
about    = Not for everybody.
optional = yes
[question better]
ask       = Is fevalb better than random play?
published = yes.
claim     = score(b, a) > 0.5 and draws(*, *) < 0.5
in        = tiny-one tiny-two
[question open]
ask       = Is random play the best?
published = not answered.
answer    = open
claim     = strongest(a)
in        = tiny-two
[question wrong]
ask       = Does random play win?
published = yes.
claim     = score(a, b) > 0.5
in        = tiny-one
cause     = Tiny chance.
[finding one]
read  = Two players.
check = Look.
INI
players='[player a]
genome = random
[player b]
genome = fevalb
depth  = 2'
printf '[tournament]\nname = tiny-one\nopenings = empty\ngames = 20\n%s\n' "$players" >"$tmp/own/tiny-one.ini"
printf '[tournament]\nname = tiny-two\nopenings = 4:30\n%s\n' "$players" >"$tmp/own/tiny-two.ini"
printf '[tournament]\nname = tiny-slow\nopenings = 4:500\ngames = 200\n[defaults]\ndepth = 9\n%s\n' \
    "${players/depth*/}" >"$tmp/own/tiny-slow.ini"

# --all: a file with the summary and the studies, and nothing on stdout; what is optional stays out.
run studies --all --configs "$tmp/own" -o "$tmp/all.md" --threads 2
expect_code 0
check "stdout is not empty" test ! -s "$tmp/out"
cp "$tmp/all.md" "$tmp/out"
out_has '| Tiny 2000 | Is fevalb better than random play? | yes       | yes                   | yes             | confirmed |'
out_has '| Tiny 2000 | Is random play the best?           | open      |                       | no              | no        |'
out_has '| Tiny 2000 | Does random play win?              | yes       | no                    |                 | refuted   | Tiny chance.    |'
out_has '**Verdict: the published answer is confirmed.** As described: the claim holds. As it should be run: the claim holds.'
out_has '**Verdict: our answer is no.** As it should be run: the claim does not hold.'
out_has '**Verdict: the published answer is refuted.** As described: the claim does not hold. Tiny chance.'
check "the optional experiment was run" eval "! grep -q tiny-slow '$tmp/all.md'"
check "a temporary file is left" test ! -e "$tmp/all.md.new"
run studies --all --configs "$tmp/own" -o "$tmp/again.md" --threads 1
expect_code 0
check "one thread makes another file" cmp "$tmp/all.md" "$tmp/again.md"

expect_done studies tiny --explain --configs "$tmp/own"
out_has 'Tiny 2000: Two players.'
out_has ' 1. Two players.'
out_has '    Check: Look.'

# Without -o the report goes to reports/studies.md; the folder is created.
mkdir "$tmp/elsewhere"
cp -r genomes "$tmp/elsewhere/"
(cd "$tmp/elsewhere" && "$program" studies --all --configs "$tmp/own" --threads 2) 2>/dev/null
check "reports/studies.md is not there, or differs" cmp "$tmp/all.md" \
    "$tmp/elsewhere/reports/studies.md"

# Ctrl-C: an existing report stays as it was; a single experiment shows the games so far.
run_interrupted 'tiny-slow (' studies tiny-slow --configs "$tmp/own" --threads 2
expect_code 1
err_has 'interrupted after'
out_has '### tiny-slow'
run_interrupted 'tiny-slow (' studies tiny-slow --configs "$tmp/own" --threads 2 -o "$tmp/all.md"
expect_code 1
err_has 'no report was written'
check "the report was touched" cmp "$tmp/all.md" "$tmp/again.md"
check "a temporary file is left" test ! -e "$tmp/all.md.new"

# Bad command lines and files that cannot be written are reported before anything is played.
expect_error 2 "no study or experiment 'nosuch'" studies nosuch
expect_error 2 "takes no name, but 'rusak-2005' was given" studies rusak-2005 --all
expect_error 2 'too many arguments' studies a b
expect_error 2 "no study 'nosuch'" studies nosuch --explain
expect_error 2 '--explain needs the name of a study' studies --explain
expect_error 2 "no file with a [study] section" studies --configs "$tmp/elsewhere"
expect_error 2 "--games: '0' is not" studies rusak-2005 --games 0
expect_error 2 'no/such/folder/x.md cannot be written' studies tiny-slow --configs "$tmp/own" \
    -o no/such/folder/x.md
# A device or a link is written to, and stays what it is.
if [ -c /dev/full ]; then
    run studies rusak-2005-round1 -o /dev/full
    expect_code 1
    err_has '/dev/full cannot be written: No space left'
    check "/dev/full is gone" test -c /dev/full
fi
: >"$tmp/behind.md"
ln -s "$tmp/behind.md" "$tmp/link.md"
run studies rusak-2005-round1 -o "$tmp/link.md"
expect_code 0
check "the link is gone" test -L "$tmp/link.md"
check "there is no report behind the link" cmp "$tmp/behind.md" "$tmp/here"
if [ -w /dev/full ]; then
    command_line='c4evolve studies >/dev/full'
    "$C4EVOLVE" studies rusak-2005-round1 >/dev/full 2>"$tmp/err"
    code=$?
    expect_code 1
    err_has 'standard output'
fi

# Bad files: the study, its claims and its experiments; errors name the place.
sed -i 's/claim     = strongest(a)/claim     = strongest(nobody)/' "$tmp/own/tiny.ini"
expect_error 2 "tiny.ini:22: question open.claim: no player 'nobody' in tiny-two" \
    studies tiny --configs "$tmp/own"
sed -i 's/^kind .*/kind = strange/' "$tmp/own/tiny.ini"
expect_error 2 "tiny.ini:9: experiment tiny-two.kind: 'strange' is not one of" \
    studies --configs "$tmp/own"
sed -i 's/^kind .*/kind = proper/; s/nobody/a/' "$tmp/own/tiny.ini"
sed -i 's/games = 20/games = twenty/' "$tmp/own/tiny-one.ini"
expect_error 2 "tiny-one.ini:4: tournament.games: 'twenty' is not" studies tiny --configs "$tmp/own"
rm "$tmp/own/tiny-one.ini"
expect_error 2 'tiny-one.ini: No such file' studies tiny --configs "$tmp/own"
finish
