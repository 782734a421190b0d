#!/usr/bin/env bash
# Kills runs N times at random moments, with kill -9, and compares each result with that of a run
# that nobody killed. Some kills are aimed: at a validation, a round of a race, the play-off, the
# verdict, an extension, and the step from an older format. Threads vary, and so do processes if
# there is mpirun.
#
#     tests/kill_many.sh N [BUILD]      BUILD is a folder with a build that has tests; default build
#
# Some seconds for each kill: 40 took between 3.5 and more than 30 minutes on two cores that were busy with other
# things. SIGTERM ends it after the run that is going on.
cd "$(dirname "$0")/.." || exit 1
wanted=${1:?usage: tests/kill_many.sh N [BUILD]}
build=$(cd "${2:-build}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=$build/tests/json-lines OLD_RUN=$build/tests/old-run
. tests/cmd/lib.sh
. tests/cmd/evolution.sh
mpi=$(command -v mpirun)
"$C4EVOLVE" --version | grep -qi 'without MPI\|no MPI' && mpi=
kills=0

# launch ARGUMENTS...: starts the program in the background, with any number of threads and, once in
# eight times, as two processes.
launch() {
    local before=()
    command_line="c4evolve $*"
    [ -n "$mpi" ] && [ $((RANDOM % 8)) -eq 0 ] &&
        before=(mpirun -n 2 --oversubscribe --allow-run-as-root)
    "${before[@]}" "$C4EVOLVE" "$@" --threads $((RANDOM % 3 + 1)) >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
}

# lives PROCESS: whether it has not ended; one that nobody waited for has.
lives() { grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null; }

# strike: kills it, and counts that if it was still running. mpirun is stopped first, so that it starts no other
# process, and nobody waits for its processes but we: the next one must not find the run locked.
strike() {
    local child children
    kill -STOP "$pid" 2>/dev/null
    children=$(pgrep -P "$pid")
    kill -9 $children "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    code=$?
    for child in $children; do
        while lives "$child"; do sleep 0.01; done
    done
    [ "$code" -ge 128 ] && kills=$((kills + 1))
    [ "$code" -ge 128 ]
}

more() { [ "$kills" -lt "$wanted" ]; }
trap 'wanted=0' TERM

# await COMMAND...: until it succeeds, or the program has ended.
await() {
    until "$@" >/dev/null 2>&1; do
        kill -0 "$pid" 2>/dev/null || return
        sleep 0.01
    done
}

# doze MS: less than so many milliseconds.
doze() { sleep "$(awk "BEGIN { print $((RANDOM % $1)) / 1000 }")"; }

# Whether the run has kept a play-off, after which the verdict is played.
has_playoff() { [ "$("$C4EVOLVE" log "$1" playoff --csv | wc -l)" -gt 1 ]; }

# Whether it has games of the generation that is open, of which a race plays several rounds.
has_open_games() { "$C4EVOLVE" log "$1" winrates --csv | tail -1 | grep -q '^2,'; }

# aim RUN: waits for the moment of the next kill.
aim() {
    case $((RANDOM % 10)) in
    0) await grep -q '^generation 2' "$tmp/err"; doze 400 ;;
    1) await grep -q '^validation' "$tmp/err"; doze 100 ;;
    2) await grep -q '^generation 1' "$tmp/err"; doze 300 ;; # a validation
    3) await has_open_games "$1"; doze 50 ;;
    4 | 5) await grep -q '^generation 3' "$tmp/err"; doze 300 ;; # the play-off
    6) await has_playoff "$1"; doze 400 ;;
    7) await has_playoff "$1"; doze 4000 ;;
    *) doze 400 ;;
    esac
}

# One run that is killed until it is done. What is left after the last kill may be no run yet.
torment() {
    local dir=$1
    shift
    for ((try = 0; try < 60; try++)); do
        if [ -e "$dir/run.db" ]; then launch resume "$dir"; else launch "$config" --out "$dir"; fi
        aim "$dir"
        strike && more && continue
        [ "$code" -ge 128 ] || [ "$code" -eq 0 ] || fail "exit code $code"
        break
    done
    if [ -e "$dir/run.db" ]; then run resume "$dir" --quiet; else run "$config" --out "$dir" --quiet; fi
    expect_code 0
    expect_same "$dir"
}

# An extension that is killed, then finished.
extend() {
    local dir=$1
    for ((try = 0; try < 5; try++)); do
        more || break
        launch resume "$dir" --generations 6
        doze 2000
        strike || break
    done
    run resume "$dir" --generations 6 --quiet
    expect_code 0
    tables_of "$dir" >"$tmp/got"
    check "the tables of the extended run differ" cmp "$tmp/wanted-6" "$tmp/got"
}

# The step from an older format, which is one transaction: killed at any time, the run still reads.
migrate() {
    local format=$((RANDOM % 3 + 1))
    more || return
    "$OLD_RUN" $format "$tmp/old"
    "$C4EVOLVE" log "$tmp/old" lineage --csv >"$tmp/before"
    launch resume "$tmp/old" --quiet
    doze 60
    strike
    "$C4EVOLVE" log "$tmp/old" lineage --csv >"$tmp/after" 2>"$tmp/err"
    check "a run of format $format reads differently" cmp "$tmp/before" "$tmp/after"
    rm -rf "$tmp/old"
}

run "$config" --out "$tmp/whole" --quiet
expect_code 0
keep_tables "$tmp/whole"
cp -r "$tmp/whole" "$tmp/six"
run resume "$tmp/six" --generations 6 --quiet
expect_code 0
tables_of "$tmp/six" >"$tmp/wanted-6"
runs=0
while more && [ "$failures" -lt 10 ]; do
    torment "$tmp/run"
    [ $((RANDOM % 3)) -ne 0 ] || extend "$tmp/run"
    [ $((RANDOM % 3)) -ne 0 ] || migrate
    rm -rf "$tmp/run"
    runs=$((runs + 1))
done
echo "$kills kills of $runs runs"
finish
