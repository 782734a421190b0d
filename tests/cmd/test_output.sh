#!/usr/bin/env bash
# What is written: the true reason why it cannot be, and nothing that a spreadsheet computes.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# full ARGUMENTS...: standard output is a full device.
full() {
    command_line="c4evolve $* >/dev/full"
    "$C4EVOLVE" "$@" >/dev/full 2>"$tmp/err" </dev/null
    code=$?
    : >"$tmp/out"
    expect_code 1
    err_has 'standard output: No space left on device'
}

if [ -c /dev/full ]; then
    full genes
    full openings --plies 8 --count 20000 # more than fits into a buffer
    full match fevalb random --games 20 --json
    full truth fevalb:depth=1 --positions 20:5 --csv --cache "$tmp/cache"
    full solve 44
    for option in --pgn --csv; do
        echo '[tournament]
[player a]
genome = random
[player b]
genome = random' >"$tmp/t.ini"
        run tournament "$tmp/t.ini" $option /dev/full
        expect_code 1
        err_has '/dev/full cannot be written: No space left on device'
    done
    run match random random --games 2 --pgn /dev/full
    expect_code 1
    err_has '/dev/full cannot be written: No space left on device'
    run export fevalb --as c -o /dev/full
    expect_code 1
    err_has '/dev/full cannot be written: No space left on device'
fi

# Formulas.
cat >"$tmp/formula.ini" <<END
[tournament]
name = formula
[player =cmd|' /C calc'!A0]
genome = random
[player @SUM(1;2)]
genome = random
[player -2+3]
genome = random
[player plain]
genome = random
END
run tournament "$tmp/formula.ini" --csv "$tmp/formula.csv"
expect_code 0
check "a formula begins a field" eval "! grep -qE '(^|,)\"?[=@+-][^0-9.]' '$tmp/formula.csv'"
check "a formula begins a field" eval "! grep -qE '(^|,)\"?-2' '$tmp/formula.csv'"
check "a separator is not quoted" eval "! grep -qE '(^|,)[^\",]*;' '$tmp/formula.csv'"
check "a plain name has changed" grep -qE '^plain,' "$tmp/formula.csv"
check "a formula is not there at all" grep -qF "'=cmd|" "$tmp/formula.csv"
finish
