#!/usr/bin/env bash
# Help, version, and bad command lines.
. tests/cmd/lib.sh

for overview in --help help; do
    expect_done $overview
    err_is_empty
    out_has 'usage: c4evolve'
    out_has "c4evolve help COMMAND"
done
commands=$(awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' "$tmp/out")
for command in move match openings genes show perft bench; do
    check "the overview does not list $command" grep -qw "$command" <<<"$commands"
done

# Every command, including those added later.
for command in $commands; do
    expect_done help "$command"
    err_is_empty
    out_has "usage: c4evolve $command"
    out_has '--help'
    cp "$tmp/out" "$tmp/help"
    for form in "$command --help" "--help $command"; do
        run $form
        expect_code 0
        err_is_empty
        check "differs from 'help $command'" cmp "$tmp/out" "$tmp/help"
    done
    expect_error 2 'unknown option --no-such-option' "$command" --no-such-option
    err_has "usage: c4evolve $command"
    err_has "c4evolve help $command"
    expect_error 2 'unknown option -x' "$command" -x
    check "a line of help is longer than 100" awk 'length > 100 { exit 1 }' "$tmp/help"
done

for command in move match openings show perft bench; do
    expect_error 2 "$command: too many arguments, starting with '" $command 1 2 3
done

expect_done help players
err_is_empty
for word in search depth ties win view nodes time alphabeta minimax random; do
    out_has "$word"
done
check "a long name has no line of its own" grep -qx '  sethi-2018-sampling' "$tmp/out"
expect_done --version
err_is_empty
out_lines 2
check "is not a version" grep -qxE 'c4evolve [0-9]+\.[0-9]+\.[0-9]+' <(head -1 "$tmp/out")
check "does not say what it was built with" \
    grep -qxE 'built with .*, OpenMP .*, GSL .*, SQLite .*, .*MPI.*' <(tail -1 "$tmp/out")

# Without a command: the overview, but as an error.
run
expect_code 2
check "stdout is not empty" test ! -s "$tmp/out"
err_has 'usage: c4evolve COMMAND'

expect_error 2 "'nosuch'" nosuch
err_has 'c4evolve --help'
expect_error 2 "did you mean 'evolve'?" evlove
expect_error 2 "did you mean 'players'?" help playrs
expect_error 2 "did you mean '--seed'?" move random - --sed 3
expect_error 2 "did you mean 'own2'?" move rusak:onw2=3 -
expect_error 2 "did you mean 'population.size'?" configs/gen3.ini --dry-run --set population.siez=3
expect_error 2 "selection.methd: no such key; did you mean 'selection.method'?" configs/gen3.ini --dry-run --set selection.methd=rank
expect_error 2 "did you mean 'fevalb'?" match fevlab rusak
expect_error 2 "did you mean 'fevalb'?" match fevlab.ini rusak
expect_error 2 "did you mean 'perfect'?" match prefect rusak
expect_error 2 "did you mean 'own3'? 'c4evolve genes' lists all" genes onw3
expect_error 2 "did you mean 'karplus-2010'? 'c4evolve studies' lists them" studies karpus-2010
# An unknown method is the only mistake: its parameters are not complained of.
expect_error 2 "unknown selection 'truncaton'" configs/gen3.ini --dry-run --set selection.method=truncaton
check "its parameters are unknown, too" test "$(grep -c 'selection.fraction' "$tmp/err")" -eq 0
printf '[line]\nonw1 = 3\n' >"$tmp/typo.ini"
expect_error 2 "typo.ini:2: line.onw1: no such gene; did you mean 'own1'?" move "$tmp/typo.ini" -
for short in -h 'move -h'; do
    expect_done $short
    out_has 'usage: c4evolve'
done
expect_error 2 "'nosuch'" help nosuch
expect_error 2 "'--nosuch'" --nosuch

# Options with values.
expect_error 2 '--seed needs a value' move random - --seed
expect_error 2 "--seed: 'x' is not a whole number" move random - --seed x
expect_error 2 "--seed: '-1' is not a whole number" move random - --seed -1
expect_error 2 "--seed: '18446744073709551616'" move random - --seed 18446744073709551616
expect_error 2 "--seed: '' is not" move random - --seed=
expect_error 2 '--verbose takes no value' move random - --verbose=yes
expect_error 2 "--games: '0' is not a whole number from 1" match random random --games 0
expect_error 2 "--games: '1.5' is not" match random random --games 1.5
expect_error 2 "--threads: '0' is not a whole number from 1" match random random --threads 0
expect_error 2 'move: too few arguments' move random
expect_error 2 'match: too few arguments' match random
expect_error 2 'perft: too few arguments' perft
expect_error 2 'show: too few arguments' show

# A value after = or as the next word, options before or after arguments, and -- before arguments.
expect_done move random - --seed 5
cp "$tmp/out" "$tmp/first"
for line in 'move random - --seed=5' 'move --seed 5 random -' 'move --seed 5 -- random -'; do
    expect_done $line
    check "differs from --seed 5 at the end" cmp "$tmp/out" "$tmp/first"
done

# A full disk is an error, whatever was printed.
if [ -w /dev/full ]; then
    for line in --version --help genes 'genes --json' 'show -' 'perft 3' 'move random -' \
        'openings --count 500' 'match random random --games 2' 'bench --signature'; do
        command_line="c4evolve $line >/dev/full"
        "$C4EVOLVE" $line >/dev/full 2>"$tmp/err"
        code=$?
        : >"$tmp/out"
        expect_code 1
        err_has 'standard output'
    done
fi
finish
