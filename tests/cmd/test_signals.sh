#!/usr/bin/env bash
# Signals that end a run: it saves and stops, and one signal is enough at any time.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# start ARGUMENTS...: starts the program in the background; $job is its number.
start() {
    command_line="c4evolve $*"
    "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null &
    job=$!
}

# await TEXT: until stderr says TEXT.
await() {
    until grep -q "$1" "$tmp/err"; do
        kill -0 $job 2>/dev/null || break
        sleep 0.05
    done
}

# ended: waits for the end, at most half a minute; the exit code is in $code.
ended() {
    local try
    for try in $(seq 300); do
        kill -0 $job 2>/dev/null || break
        sleep 0.1
    done
    check "still runs after the signal" eval "! kill -0 $job"
    kill -9 $job 2>/dev/null
    wait $job
    code=$?
}

run "$config" --out "$tmp/whole" --quiet --set run.generations=12
keep_tables "$tmp/whole"
for signal in HUP TERM; do
    start "$config" --out "$tmp/$signal" --set run.generations=12
    await '^generation 1'
    kill -$signal $job
    [ $signal = TERM ] || kill -$signal $job # a terminal that goes away may send it twice
    ended
    expect_code 1
    err_has "interrupted; all finished games are saved"
    expect_done resume "$tmp/$signal" --quiet
    expect_same "$tmp/$signal"
done

# From the moment on that the folder is there, a signal does not just kill.
for signal in HUP TERM; do
    for command in evolve experiment; do
        rm -rf "$tmp/early"
        more=
        [ $command = evolve ] || more='--seeds 1..50'
        start $command "$config" --out "$tmp/early" --set run.generations=12 $more
        until [ -e "$tmp/early" ]; do kill -0 $job 2>/dev/null || break; done
        kill -$signal $job
        ended
        expect_code 1
        err_has "interrupted; all finished games are saved"
    done
done

# nohup keeps its promise.
command_line='nohup c4evolve'
: >"$tmp/err"
(trap '' HUP; exec "$C4EVOLVE" "$config" --out "$tmp/nohup" --set run.generations=12 \
    >"$tmp/out" 2>"$tmp/err" </dev/null) &
job=$!
await '^generation 1'
kill -HUP $job
wait $job
code=$?
expect_code 0
expect_same "$tmp/nohup"

# Whatever a command is doing: reading without end, drawing, solving, searching, writing.
mkfifo "$tmp/endless"
# The feeder can read it, too: so it outlives the readers that are killed.
(while :; do echo 44; done 1<>"$tmp/endless") 2>/dev/null &
feeder=$!
one_is_enough() {
    local after=$1
    shift
    start "$@"
    sleep "$after"
    kill -TERM $job 2>/dev/null
    ended
    checks=$((checks + 1))
    [ "$code" -eq 1 ] || [ "$code" -eq 143 ] || fail "exit code $code"
}
for after in 0.05 0.5; do
    one_is_enough $after truth fevalb --positions "$tmp/endless"
    one_is_enough $after truth fevalb --positions 8:1000000 --cache "$tmp/cache"
    one_is_enough $after fit "$tmp/endless" --start fevalb
    one_is_enough $after match champion:depth=12 champion:depth=12 --games 100000
    one_is_enough $after compare champion:depth=12 fevalb:depth=12 --games 100000
    one_is_enough $after perft 20
    one_is_enough $after openings --plies 20 --count 1000000
    one_is_enough $after positions --count 1000000 --plies 8..8 -o "$tmp/set"
    one_is_enough $after book --plies 7 -o "$tmp/book"
    one_is_enough $after solve - --no-book
done
# Lines without a position never fill a batch.
for after in 0.05 0.5; do
    command_line='c4evolve solve <ENDLESS'
    "$C4EVOLVE" solve < <(yes '# 44') >"$tmp/out" 2>"$tmp/err" &
    job=$!
    sleep $after
    kill -TERM $job
    ended
    check "exit code $code" test "$code" -eq 1 -o "$code" -eq 143
done
kill $feeder 2>/dev/null
finish
