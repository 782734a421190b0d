#!/usr/bin/env bash
# Links that somebody put into a run folder: what they point to is never written to.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

echo precious >"$tmp/victim"
untouched() { check "$1: the target of the link was changed" grep -qx precious "$tmp/victim"; }

# plant NAME: makes a link in the run folder.
plant() { rm -f "$tmp/run/$1" && ln -s "$tmp/victim" "$tmp/run/$1"; }

expect_done "$config" --out "$tmp/run" --quiet --set run.generations=1
for name in champion.ini winrates.csv generations.csv lineage.csv report.html; do
    for link in $name $name.new; do
        echo precious >"$tmp/victim"
        plant "$link"
        expect_done resume "$tmp/run" --quiet
        run report "$tmp/run"
        expect_code 0
        untouched "$link"
        check "$name is missing" test -s "$tmp/run/$name" -a ! -L "$tmp/run/$name"
    done
done

# Neither a lock nor a run file is a link.
echo precious >"$tmp/victim"
plant run.lock
run resume "$tmp/run" --quiet
expect_code 1
err_has 'run.lock is a link or not a file: remove it'
untouched run.lock
rm "$tmp/run/run.lock"
ln "$tmp/victim" "$tmp/run/run.lock"
run resume "$tmp/run" --quiet
expect_code 1
untouched 'run.lock, a second name'
rm "$tmp/run/run.lock"
mkdir "$tmp/other"
ln -s "$tmp/run/run.db" "$tmp/other/run.db"
run resume "$tmp/other" --quiet
expect_code 1
err_has 'run.db is a link'
run log "$tmp/other" generations # reading is harmless
expect_code 0
# The same for what SQLite keeps beside it, with the same words and the same exit code from all.
for name in run.db-wal run.db-shm run.db-journal; do
    plant $name
    for arguments in "log $tmp/run generations" "report $tmp/run -o $tmp/page.html" \
        "resume $tmp/run --quiet" "resume $tmp/run --generation 1 --out $tmp/fork" \
        "lineage $tmp/run champion"; do
        expect_error 2 "$name is a link or not a file: remove it" $arguments
        untouched $name
    done
    rm "$tmp/run/$name"
done
mkdir "$tmp/new"
ln -s "$tmp/victim" "$tmp/new/run.db.new"
expect_done "$config" --out "$tmp/new" --quiet --set run.generations=1
untouched run.db.new

# Beside a file that the user names, too; only a link that the user names is followed.
ln -s "$tmp/victim" "$tmp/x.html.new"
run report "$tmp/run" -o "$tmp/x.html"
expect_code 0
untouched x.html.new
ln -s "$tmp/victim" "$tmp/x.ini.new"
run export fevalb --as ini -o "$tmp/x.ini"
expect_code 0
untouched x.ini.new
ln -s "$tmp/behind.ini" "$tmp/named.ini"
run export fevalb --as ini -o "$tmp/named.ini"
expect_code 0
check "the link was replaced" test -L "$tmp/named.ini"
check "nothing behind the link" test -s "$tmp/behind.ini"

# What a killed process left is removed; a file that only looks like it is not.
touch "$tmp/run/champion.ini.new-0123456789abcdef" "$tmp/run/champion.ini.new-mine"
expect_done resume "$tmp/run" --quiet
check "a leftover stays" test ! -e "$tmp/run/champion.ini.new-0123456789abcdef"
check "a file of the user is gone" test -e "$tmp/run/champion.ini.new-mine"
check "new files are left" test "$(ls "$tmp/run" | grep -c 'new-')" -eq 1
finish
