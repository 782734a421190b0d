#!/usr/bin/env bash
# Kills runs N times at random moments, with kill -9, and compares each result with that of a run
# that nobody killed. Some kills are aimed: at a validation, the play-off, the verdict, an extension,
# and the step from an older format. Threads vary, and so do processes if there is mpirun.
#
#     tests/kill_many.sh N [BUILD]      BUILD is a folder with a build that has tests; default build
#
# About two seconds for each kill on two cores: 1,000 take half an hour.
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

# strike: kills it, and counts that if it was still running.
strike() {
    pkill -9 -P "$pid" 2>/dev/null # the processes of mpirun
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    code=$?
    [ "$code" -ge 128 ] && kills=$((kills + 1))
    [ "$code" -ge 128 ]
}

# await TEXT: until stderr says so, or the program has ended.
await() {
    until grep -q "$1" "$tmp/err"; do
        kill -0 "$pid" 2>/dev/null || return
        sleep 0.01
    done
}

doze() { sleep "$(printf '0.%03d' $((RANDOM % 400)))"; }

# One run that is killed until it is done; each kill is at random, or after a line about this.
torment() {
    local dir=$1 aim
    shift
    local aims=('' '' '' '^generation 2' '^validation' '^generation 3' 'Play-off')
    for ((try = 0; try < 60; try++)); do
        aim=${aims[RANDOM % ${#aims[@]}]}
        if [ -e "$dir/run.db" ]; then launch resume "$dir"; else launch "$config" --out "$dir" "$@"; fi
        [ -z "$aim" ] || await "$aim"
        doze
        strike && [ "$kills" -lt "$wanted" ] && continue
        [ "$code" -ge 128 ] || [ "$code" -eq 0 ] || fail "exit code $code"
        break
    done
    run resume "$dir" --quiet
    expect_code 0
    expect_same "$dir"
}

# An extension that is killed, then finished.
extend() {
    local dir=$1
    for ((try = 0; try < 5; try++)); do
        launch resume "$dir" --generations 6
        doze
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
    "$OLD_RUN" $format "$tmp/old"
    "$C4EVOLVE" log "$tmp/old" lineage --csv >"$tmp/before"
    launch resume "$tmp/old" --quiet
    sleep "$(printf '0.%03d' $((RANDOM % 60)))"
    strike
    "$C4EVOLVE" log "$tmp/old" lineage --csv >"$tmp/after" 2>"$tmp/err"
    check "a run of format $format reads differently" cmp "$tmp/before" "$tmp/after"
    rm -rf "$tmp/old"
}

"$C4EVOLVE" "$config" --out "$tmp/six" --quiet --set run.generations=6 >/dev/null 2>&1
tables_of "$tmp/six" >"$tmp/wanted-6"
run "$config" --out "$tmp/whole" --quiet
expect_code 0
keep_tables "$tmp/whole"
runs=0
while [ "$kills" -lt "$wanted" ] && [ "$failures" -lt 10 ]; do
    torment "$tmp/run"
    [ $((RANDOM % 3)) -ne 0 ] || extend "$tmp/run"
    [ $((RANDOM % 3)) -ne 0 ] || migrate
    rm -rf "$tmp/run"
    runs=$((runs + 1))
done
echo "$kills kills of $runs runs"
finish
