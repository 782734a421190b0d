#!/usr/bin/env bash
# Run files that are damaged, old, foreign or not run files: every command that reads one has the
# same exit code for it, and says what is wrong.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

expect_done "$config" --out "$tmp/good" --quiet --set run.generations=2

# every CODE TEXT: what all commands say about $tmp/run.
every() {
    local arguments
    for arguments in "log $tmp/run" "log $tmp/run winrates --csv" "report $tmp/run -o $tmp/page.html" \
        "resume $tmp/run" "resume $tmp/run --generation 1 --out $tmp/fork" "lineage $tmp/run champion" \
        "export $tmp/run --as ini -o $tmp/x.ini" "fit $tmp/run --start fevalb"; do
        run $arguments
        expect_code "$1"
        err_has "$2"
    done
}

# damage FROM BYTES: a run whose file has other bytes there.
damage() {
    rm -rf "$tmp/run" "$tmp/fork"
    cp -r "$tmp/good" "$tmp/run"
    head -c "$2" /dev/urandom | dd of="$tmp/run/run.db" bs=1 seek="$1" conv=notrunc status=none
}

size=$(stat -c %s "$tmp/good/run.db")
damage 0 100
every 2 'it is damaged, or not a run file'
damage 8192 $((size - 8192))
every 2 'it is damaged'
rm -rf "$tmp/run"
cp -r "$tmp/good" "$tmp/run"
truncate -s $((size / 2)) "$tmp/run/run.db"
every 2 'it is damaged'
truncate -s 0 "$tmp/run/run.db"
every 2 'run.db is not a run file of c4evolve'
check "a fork was left" test ! -e "$tmp/fork/run.db"

# Runs of every earlier format still read.
for format in 1 2 3; do
    "$OLD_RUN" $format "$tmp/old-$format"
    for table in generations lineage winrates genomes; do
        expect_done log "$tmp/old-$format" $table --csv
    done
done
finish
