#!/usr/bin/env bash
# resume: after Ctrl-C, for more generations, as a fork; and runs that cannot be written.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

closed() { "$C4EVOLVE" log "$1" generations --csv 2>/dev/null | tail -n +2 | wc -l; }

# begin_long DIR: an endless run in the background, with at least one closed generation.
begin_long() {
    command_line="c4evolve $config --out $1"
    "$C4EVOLVE" "$config" --out "$1" --set run.generations=100000 --threads 2 \
        >"$tmp/long.out" 2>"$tmp/long.err" </dev/null &
    pid=$!
    while [ "$(closed "$1")" -lt 1 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}

# end_long SIGNAL: the run's answer is in $tmp/out, $tmp/err and $code.
end_long() {
    kill -"$1" "$pid"
    wait "$pid" 2>/dev/null
    code=$?
    mv "$tmp/long.out" "$tmp/out"
    mv "$tmp/long.err" "$tmp/err"
}

# While it runs, others can read but not write.
begin_long "$tmp/long"
for table in $tables; do
    expect_done log "$tmp/long" "$table" --csv
    expect_done log "$tmp/long" "$table"
done
expect_error 1 "another c4evolve (process $pid) is writing this run" resume "$tmp/long"
expect_error 1 "$tmp/long already holds a run" "$config" --out "$tmp/long"
run lineage "$tmp/long" 1
expect_code 0

# Ctrl-C: current games are finished, and the command to continue is printed.
end_long INT
expect_code 1
check "stdout is not empty" test ! -s "$tmp/out"
err_has 'interrupted; all finished games are saved. To continue, run:'
check "the last line is not the command" test "$(tail -1 "$tmp/err")" = "  c4evolve resume $tmp/long"
total=$(($(closed "$tmp/long") + 1))
expect_done "$config" --out "$tmp/whole" --quiet --set run.generations="$total"
keep_tables "$tmp/whole"
expect_done resume "$tmp/long" --generations "$total" --quiet --threads 1
expect_same "$tmp/long"

# One Ctrl-C is enough while the positions of a regression are solved, after the games.
command_line="c4evolve $config --set fit.target=truth, interrupted"
"$C4EVOLVE" "$config" --out "$tmp/solving" --set fit.target=truth --set fit.every=1 \
    --set fit.truth_positions=200000 --threads 1 >"$tmp/long.out" 2>"$tmp/long.err" </dev/null &
pid=$!
pairings() { "$C4EVOLVE" log "$1" winrates --csv 2>/dev/null | tail -n +2 | wc -l; }
while [ "$(pairings "$tmp/solving")" -lt 1 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
sleep 0.1 # solving takes seconds
all=$(pairings "$tmp/solving")
since=$SECONDS
end_long INT
expect_code 1
holds "$((SECONDS - since)) < 5"
err_has 'interrupted; all finished games are saved. To continue, run:'
check "a generation was closed" test "$(closed "$tmp/solving")" -eq 0
check "games were lost" test "$(pairings "$tmp/solving")" -eq "$all"

# The command can be pasted into a shell; SIGTERM does the same.
begin_long "$tmp/it's \$HOME"
end_long TERM
expect_code 1
again=$(tail -1 "$tmp/err")
total=$(($(closed "$tmp/it's \$HOME") + 1))
eval "\"\$C4EVOLVE\" ${again#*c4evolve } --quiet --generations $total" >"$tmp/out" 2>"$tmp/err"
code=$? command_line=$again
expect_code 0

# Resumed at its end a run gives its verdict again and changes nothing; with more
# generations it continues, like a run that was longer from the start.
expect_done "$config" --out "$tmp/run" --quiet --threads 2
cp "$tmp/out" "$tmp/verdict"
keep_tables "$tmp/run"
expect_done resume "$tmp/run" --quiet
check "the verdict differs" cmp "$tmp/out" "$tmp/verdict"
expect_same "$tmp/run"
expect_error 2 'already has 4 generations; --generations is the total' \
    resume "$tmp/run" --generations 3
cp -r "$tmp/run" "$tmp/more"
expect_done resume "$tmp/more" --generations 6 --quiet
expect_done "$config" --out "$tmp/six" --quiet --set run.generations=6
for table in generations lineage winrates genomes; do
    check "$table differs" cmp <("$C4EVOLVE" log "$tmp/more" $table) <("$C4EVOLVE" log "$tmp/six" $table)
done
expect_done resume "$tmp/more" --quiet # six is kept
check "there are not six" test "$(closed "$tmp/more")" -eq 6

# A fork of any generation that changes nothing is the same run, and leaves the old one alone.
before=$(cksum "$tmp/run/run.db")
for generation in 0 1 2 3; do
    expect_done resume "$tmp/run" --generation $generation --out "$tmp/fork$generation" --quiet
    expect_same "$tmp/fork$generation"
done
expect_done resume "$tmp/run" --generation 4 --out "$tmp/fork4" --generations 6 --quiet
check "the fork differs" cmp <("$C4EVOLVE" log "$tmp/fork4" lineage) <("$C4EVOLVE" log "$tmp/six" lineage)
check "the old run was touched" test "$before" = "$(cksum "$tmp/run/run.db")"
expect_error 1 'already holds a run' resume "$tmp/run" --generation 1 --out "$tmp/fork1"
expect_error 1 'cannot continue from generation 9' resume "$tmp/run" --generation 9 --out "$tmp/none"
expect_error 2 'belong together' resume "$tmp/run" --generation 1
expect_error 2 'belong together' resume "$tmp/run" --out "$tmp/none"
expect_error 2 'less than --generation 3' \
    resume "$tmp/run" --generation 3 --generations 2 --out "$tmp/none"
expect_error 2 'No such file' resume "$tmp/none"
expect_error 2 'No such file' resume "$tmp/none" --generation 1 --out "$tmp/none2"
expect_error 2 'is not a run' resume "$tmp"
check "something was made" test ! -e "$tmp/none" -a ! -e "$tmp/none2"

# Files that are damaged or not runs: nothing is written to them.
damage() {
    rm -rf "$tmp/bad"
    cp -r "$tmp/run" "$tmp/bad"
    eval "$2"
    expect_error 2 "$1" resume "$tmp/bad" --generations 9
    check "$1: a file was changed" test "$(closed "$tmp/bad")" -le 4
}
db=$tmp/bad/run.db
damage '' 'echo "this is no database, but long enough for one" >"$db"'
damage '' ': >"$db"'
damage '' 'truncate -s 20000 "$db"'
damage '' 'printf "\0\0\3\347" | dd of="$db" bs=1 seek=60 conv=notrunc 2>/dev/null'
err_has 'format 999'
damage '' 'head -c 50000 /dev/zero | dd of="$db" bs=1 seek=50000 conv=notrunc 2>/dev/null'
err_has 'damaged'

# Runs that were begun by other rules: no generation can be added. What is finished is as it was.
for format in 1 2 3; do
    old=$tmp/old$format
    check "there is no run of format $format" "$OLD_RUN" $format "$old"
    "$C4EVOLVE" log "$old" validation --csv >"$tmp/before"
    expect_error 1 'was begun by another version of c4evolve, by other rules' \
        resume "$old" --generations 3
    err_has 'log, report, export and compare still work'
    expect_error 1 'by other rules' resume "$old" --generation 1 --out "$tmp/none"
    check "something was made" test ! -e "$tmp/none"
    expect_done resume "$old" --quiet
    out_has 'At depth 2 the champion scores'
    check "the verdict of format $format was played again" \
        cmp "$tmp/before" <("$C4EVOLVE" log "$old" validation --csv)
    check "there are not two generations" test "$(closed "$old")" -eq 2
    expect_done log "$old"
    run report "$old" -o "$tmp/old.html"
    expect_code 0
    expect_done export "$old" --as ini
done

# No room left in the middle of a run: a clear message, and nothing is lost.
(
    trap '' XFSZ
    ulimit -f 400
    "$C4EVOLVE" "$config" --out "$tmp/full" --set run.generations=30 --set validate.every=0
) >"$tmp/out" 2>"$tmp/err"
code=$? command_line="c4evolve on a full disk"
expect_code 1
err_has 'the disk'
err_has "  c4evolve resume $tmp/full"
check "nothing was saved" test "$(closed "$tmp/full")" -ge 1
total=$(($(closed "$tmp/full") + 1))
expect_done resume "$tmp/full" --generations "$total" --quiet
expect_done "$config" --out "$tmp/not-full" --set run.generations="$total" \
    --set validate.every=0 --quiet
keep_tables "$tmp/not-full"
expect_same "$tmp/full"

# The same on a disk that is really full, and on one that cannot be written.
disk() {
    unshare -rm bash -c "mount -t tmpfs -o size=$1 none '$tmp/disk' && cd '$tmp/disk' && $2" \
        >"$tmp/out" 2>"$tmp/err"
    code=$? command_line="c4evolve on a disk of $1"
}
mkdir "$tmp/disk"
if unshare -rm mount -t tmpfs none "$tmp/disk" 2>/dev/null; then
    disk 400k "'$C4EVOLVE' '$config' --out run --set run.generations=60; code=\$?
              '$C4EVOLVE' log run --csv; exit \$code"
    expect_code 1
    err_has 'the disk is full'
    err_has '  c4evolve resume run'
    check "nothing was saved" test "$(wc -l <"$tmp/out")" -gt 1
    disk 4m "cp -r '$tmp/run' . && mount -o remount,ro . && '$C4EVOLVE' log run && '$C4EVOLVE' resume run"
    expect_code 1
    out_has 'champion'
    err_has 'cannot be written: Read-only file system'
    disk 4m "mount -o remount,ro . && '$C4EVOLVE' '$config'"
    expect_code 1
    err_has 'Read-only file system'
else
    echo "skipped: no disk can be mounted here"
fi

finish
