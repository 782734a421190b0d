#!/usr/bin/env bash
# A run that is killed again and again at random moments gives the same result as one that is not.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# start DIR OPTIONS...: starts or continues the run in the background.
start() {
    local dir=$1
    shift
    if [ -e "$dir/run.db" ]; then
        set -- resume "$dir"
    else
        set -- "$config" --out "$dir" "$@"
    fi
    command_line="c4evolve $*"
    "$C4EVOLVE" "$@" --quiet --threads $((RANDOM % 3 + 1)) >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
}

# kill_often DIR MS OPTIONS...: kills it within MS milliseconds of each start, at least 20 times.
# A run that ends before that is compared, and started again.
kill_often() {
    local dir=$1 ms=$2 kills=0
    shift 2
    while [ "$kills" -lt 22 ]; do
        start "$dir" "$@"
        sleep "$(printf '0.%03d' $((RANDOM % ms)))"
        kill -9 "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
        code=$?
        if [ "$code" -eq 137 ]; then
            kills=$((kills + 1))
        else
            expect_code 0
            expect_same "$dir"
            rm -rf "$dir"
        fi
    done
    while ! "$C4EVOLVE" resume "$dir" --quiet >"$tmp/out" 2>"$tmp/err"; do
        [ -e "$dir/run.db" ] && { fail "it cannot be resumed"; break; }
        start "$dir" "$@"
        wait "$pid"
    done
    expect_same "$dir"
}

# strategy NAME OPTIONS...: the whole run, then the same with kills.
strategy() {
    local name=$1 began ms
    shift
    began=$(date +%s%3N)
    expect_done "$config" --out "$tmp/$name" --quiet --threads 2 "$@"
    [ "$code" -eq 0 ] || return # killing would never end
    ms=$((($(date +%s%3N) - began) / 8 + 20))
    keep_tables "$tmp/$name"
    kill_often "$tmp/$name-killed" $((ms < 999 ? ms : 999)) "$@"
    for file in champion.ini generations.csv lineage.csv winrates.csv; do
        check "$file differs" cmp "$tmp/$name/$file" "$tmp/$name-killed/$file"
    done
}

strategy gaussian --set run.generations=6
strategy self-adaptive --set mutation.method=self-adaptive --set crossover.method=blend
strategy cma-es --set mutation.method=cma-es --set run.generations=5 --set population.size=8
strategy cloud --set mutation.method=cloud --set run.generations=5 --set genes.evolve=line \
    --set fit.families=line --set population.size=8 --set race.rounds=3

finish
