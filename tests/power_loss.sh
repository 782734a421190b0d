#!/usr/bin/env bash
# Loses power at the n-th write, sync or rename of a run, for every n. What was not synced is dropped,
# or some files keep it and others do not, or half of a file does. Afterwards the run resumes to the
# same bytes, or starts again, or says clearly that it is damaged; it never gives another result. The
# messages are printed with their numbers.
#
#     tests/power_loss.sh [BUILD] [STEP]      default build 1; with a STEP of 10 every tenth event
#
# About ten minutes on two cores.
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:-build}" && pwd) || exit 1
step=${2:-1}
export C4EVOLVE=$build/c4evolve JSON_LINES=/bin/true LIBPOWER=${LIBPOWER:-$build/tests/libpower.so}
. tests/cmd/lib.sh
. tests/fault/commands.sh

# lose N: the run dies at event N; its folder is $tmp/now/now, what was synced is in $tmp/safe.
lose() {
    rm -rf "$tmp/now" "$tmp/safe"
    cp -r "$tmp/before" "$tmp/now"
    mkdir "$tmp/safe"
    command_line="POWER_AT=$1 c4evolve mini.ini"
    (cd "$tmp/now" && POWER_AT=$1 POWER_SAFE=$tmp/safe POWER_COUNT=$tmp/events XDG_CACHE_HOME=$tmp/now \
        LD_PRELOAD=$LIBPOWER exec "$C4EVOLVE" mini.ini --out now --quiet --threads 1) \
        >"$tmp/out" 2>"$tmp/err" </dev/null
}

# after HOW: leaves in the folder what the disk holds. The index of the log is made again.
after() {
    local file name size
    rm -f "$tmp"/now/now/*-shm
    for file in "$tmp"/now/now/*; do
        name=${file##*/}
        [ -e "$file" ] || continue
        [ "$1" != mixed ] || [ $((RANDOM % 2)) -eq 0 ] || continue
        if [ "$1" = torn ] && [ $((RANDOM % 2)) -eq 0 ]; then
            size=$(stat -c %s "$file")
            [ ! -e "$tmp/safe/$name" ] || head -c "$(stat -c %s "$tmp/safe/$name")" "$tmp/safe/$name" >"$tmp/old"
            [ "$size" -lt 2 ] || truncate -s $((RANDOM * size / 32768)) "$file"
            # what was synced is there in any case
            [ ! -e "$tmp/safe/$name" ] || dd if="$tmp/old" of="$file" conv=notrunc status=none
        elif [ -e "$tmp/safe/$name" ]; then
            cp "$tmp/safe/$name" "$file"
        else
            rm -rf "$file"
        fi
    done
}

# goes_on: the same verdict and tables; or an error that says why.
goes_on() {
    local how=(resume now) table
    [ -e "$tmp/now/now/run.db" ] || how=(mini.ini --out now)
    (cd "$tmp/now" && XDG_CACHE_HOME=$tmp/now "$C4EVOLVE" "${how[@]}" --quiet --threads 1) \
        >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    checks=$((checks + 1))
    if [ $code -ne 0 ]; then
        refused=$((refused + 1))
        grep -q '^c4evolve: ' "$tmp/err" && [ $code -le 2 ] || fail "exit code $code without a message"
        grep -m 1 '^c4evolve: ' "$tmp/err" | sed "s|$tmp/||" >>"$tmp/messages"
        return
    fi
    for table in generations lineage winrates; do
        cmp -s "$tmp/now/now/$table.csv" "$tmp/before/run/$table.csv" || fail "$table.csv differs"
    done
}

refused=0 losses=0
lose 0
events=$(cat "$tmp/events")
for ((n = 1; n <= events; n += step)); do
    for how in dropped mixed torn; do
        lose "$n" 2>/dev/null # the shell tells of each kill
        after $how
        command_line="$command_line, $how"
        goes_on
        losses=$((losses + 1))
    done
    [ "$failures" -lt 10 ] || break
done
echo "$losses losses of power at $events events, $refused runs refused with a clear error"
[ ! -s "$tmp/messages" ] || sort "$tmp/messages" | uniq -c | sort -rn
finish
