#!/usr/bin/env bash
# A run folder that is removed or moved away during the run: the run stops at once and says so.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# lose COMMAND...: starts a run that would take long, and runs the command after some generations.
lose() {
    local since
    command_line="c4evolve evolve, then $*"
    : >"$tmp/err"
    "$C4EVOLVE" "$config" --out "$tmp/run" --set run.generations=100000 --threads 1 \
        >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
    until grep -q '^generation 2' "$tmp/err"; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    "$@"
    since=$SECONDS
    for try in $(seq 200); do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    check "it goes on for $((SECONDS - since)) s" eval "! kill -0 $pid"
    kill -9 $pid 2>/dev/null
    wait $pid
    code=$?
}

# Files that are written meanwhile may need a second try.
clear_away() { rm -rf "$1" 2>/dev/null || rm -rf "$1"; }

lose clear_away "$tmp/run"
expect_code 1
err_has "$tmp/run/run.db is gone: it was removed, moved or replaced"
check "the reason is given twice" test "$(grep -c '^c4evolve:.*run.db is gone' "$tmp/err")" -eq 1
check "it promises that games are saved" eval "! grep -q 'saved games are intact' '$tmp/err'"
check "the folder came back" test ! -e "$tmp/run/run.db"

lose mv "$tmp/run" "$tmp/moved"
expect_code 1
err_has "run.db is gone"
# What was saved before is intact, however far the run was.
saved=$("$C4EVOLVE" log "$tmp/moved" --csv | wc -l)
expect_done resume "$tmp/moved" --quiet --generations $((saved + 2))

# The files beside the run file are written after it: whenever the folder goes, there is one reason.
for try in 1 2 3 4 5 6; do
    lose clear_away "$tmp/run"
    expect_code 1
    err_has "run.db is gone"
    check "another reason is given" test "$(grep -c '^c4evolve:' "$tmp/err")" -eq 1
done

# An experiment: the folder does not come back with the next of its runs.
lose_runs() {
    local pid try since dir=$1
    shift
    command_line="c4evolve experiment, then $*"
    : >"$tmp/err"
    rm -rf "$dir"
    "$C4EVOLVE" experiment "$config" --seeds 1..200 --out "$dir" --set run.generations=1 \
        --set validate.every=0 --set validate.verdict_openings=1 --set validate.playoff_openings=1 \
        --threads 1 >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
    until grep -q '^run 3 ' "$tmp/err"; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.02
    done
    "$@"
    since=$(grep -c '^run ' "$tmp/err")
    for try in $(seq 300); do
        kill -0 $pid 2>/dev/null || break
        sleep 0.1
    done
    check "it goes on" eval "! kill -0 $pid"
    kill -9 $pid 2>/dev/null
    wait $pid
    code=$?
    expect_code 1
    check "it promises that games are saved" eval "! grep -q 'games are saved' '$tmp/err'"
    check "it begins more runs" test "$(grep -c '^run ' "$tmp/err")" -le $((since + 1))
    check "there is another reason" test "$(grep -c '^c4evolve:' "$tmp/err")" -eq 1
}
lose_runs "$tmp/ex" mv "$tmp/ex" "$tmp/ex-moved"
check "runs are lost" test "$(find "$tmp/ex-moved" -name run.db | wc -l)" -ge 2
# That run 1 is missing is noticed before the next one.
lose_runs "$tmp/ex" eval 'rm -rf "$(dirname "$(find "$tmp/ex" -name run.db | sort | head -1)")"'
err_has 'seed-1 is gone: it was removed or moved while the experiment was using it'
lose_runs "$tmp/ex" rm -f "$tmp/ex/experiment.txt"
err_has 'experiment.txt is gone: it was removed or moved'
finish
