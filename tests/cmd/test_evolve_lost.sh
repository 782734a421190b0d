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

lose rm -rf "$tmp/run"
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
finish
