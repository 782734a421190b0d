#!/usr/bin/env bash
# A long run writes as much for a late generation as for an early one, in bytes and in memory.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"
[ -r /proc/self/io ] || { echo "no /proc/self/io"; exit 77; }

# written GENERATIONS: plays that many; the bytes that the program wrote are in $bytes.
written() {
    run_counted "$config" --out "$tmp/run-$1" --quiet --threads 1 --set run.generations="$1" \
        --set population.size=24 --set play.depth=1 --set play.openings=1 --set race.rounds=1 \
        --set play.opponents=random --set play.opponent_openings=1 --set play.hall=0 \
        --set fit.every=0 --set validate.every=0
    expect_code 0
}

# The io of a shell includes that of the programs that it has waited for.
run_counted() {
    command_line="c4evolve $*"
    bash -c '"$@" >/dev/null; code=$?; sed -n "s/^wchar: //p" /proc/$$/io; exit $code' - \
        "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
    bytes=$(cat "$tmp/out")
}

written 30
few=$bytes
written 180
echo "$few bytes for 30 generations, $bytes for 180"
holds "$bytes < 8 * $few" # 6 times as many, and a little for longer numbers
for table in generations lineage winrates; do
    "$C4EVOLVE" log "$tmp/run-180" $table --csv >"$tmp/wanted"
    check "$table.csv differs from the table" cmp "$tmp/wanted" "$tmp/run-180/$table.csv"
done

# The most memory that the program has had by some generation is in $peak, in kB.
peak_at() {
    until grep -q "^generation $1 " "$tmp/err"; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.02
    done
    peak=$(awk '/^VmHWM/ { print $2 }' /proc/$pid/status)
}
command_line='c4evolve evolve, 160 generations'
: >"$tmp/err"
"$C4EVOLVE" "$config" --out "$tmp/long" --threads 1 --set run.generations=160 \
    --set population.size=24 --set play.depth=1 --set play.openings=1 --set race.rounds=1 \
    --set play.opponents=random --set play.opponent_openings=1 --set play.hall=0 --set fit.every=0 \
    --set validate.every=0 >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
peak_at 30
few=${peak:-0}
peak_at 150
echo "at most $few kB in 30 generations, $peak in 150"
holds "$few > 0 && $peak < 1.25 * $few + 2000"
kill -KILL $pid
wait $pid 2>/dev/null

# Whatever a user does to the files, continuing the run brings them back.
rm "$tmp/run-30/generations.csv"
echo edited >"$tmp/run-30/lineage.csv"
truncate -s -7 "$tmp/run-30/winrates.csv"
expect_done resume "$tmp/run-30" --quiet --generations 180 --threads 2
for table in generations lineage winrates; do
    check "$table.csv differs" cmp "$tmp/run-30/$table.csv" "$tmp/run-180/$table.csv"
done
finish
