#!/usr/bin/env bash
# The project's rules that a script can check: includes point downward, every header has its
# guard, nothing is left to do, and the sources are formatted.
set -u
failures=0
checked=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $1"
}

# A file includes only from its own layer and from layers with a lower rank.
# The rooms from top to bottom, as in src/ARCHITECTURE.md.
rooms=(main cmd library report play export store study evolve truth arena engines stats search heuristic
    rules parallel game base)
declare -A rank
for i in "${!rooms[@]}"; do rank[${rooms[i]}]=$((${#rooms[@]} - i)); done

# may_include LAYER OTHER
may_include() {
    local above=${rank[$1]:-} below=${rank[$2]:-}
    [[ $above && $below ]] && { [[ $1 == "$2" ]] || ((below < above)); }
}

# find_layer PATH-BELOW-SRC: sets $layer.
find_layer() {
    case $1 in
    main.c) layer=main ;;
    */*) layer=${1%%/*} ;;
    *) layer=none ;;
    esac
}

# The check itself, on cases that are known.
while read -r from to expected; do
    may_include "$from" "$to" && answer=yes || answer=no
    [ "$answer" = "$expected" ] || fail "the check says $answer to $from including $to"
done <<'CASES'
main cmd yes
cmd base yes
cmd cmd yes
search heuristic yes
evolve arena yes
arena evolve no
report export yes
export report no
play arena yes
play report no
parallel search no
stats arena no
truth arena yes
arena truth no
base game no
heuristic search no
store cmd no
cmd nosuch no
none base no
CASES

while IFS=: read -r file line; do
    header=${line#*\"} header=${header%\"*}
    checked=$((checked + 1))
    find_layer "${file#src/}"
    from=$layer
    find_layer "$header"
    may_include "$from" "$layer" || fail "$file includes $header, which is not below $from"
    [ -f "src/$header" ] || fail "$file includes $header, which is not in src"
done < <(grep -rE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src --include='*.[ch]')

# A guard is the first thing after the opening comment, and named after the file.
while IFS= read -r file; do
    checked=$((checked + 1))
    name=C4E_$(echo "${file#src/}" | tr 'a-z/.-' 'A-Z___')
    guard=$(sed -n '/^#/ { s/^#ifndef //p; q }' "$file")
    [ "$guard" = "$name" ] || fail "$file: its guard is '$guard' instead of $name"
    grep -qx "#define $name" "$file" || fail "$file does not define $name"
    [ "$(tail -n 1 "$file")" = '#endif' ] || fail "$file does not end with #endif"
done < <(find src tests -name '*.h' | sort)

# No two headers have the same name: exported players know files by their names without folders.
while IFS= read -r name; do
    fail "two headers are called $name"
done < <(find src tests -name '*.h' -printf '%f\n' | sort | uniq -d)

# Waiting goes by a clock that nobody sets: base/clock.h. The clock of a thread (custom_guard.c) counts its work, and the
# standalone player in C (export) has no other clock.
clocks='CLOCK_REALTIME|gettimeofday|clock_gettime *\(|timespec_get *\(|pthread_cond_timedwait *\(|[^a-z_.>]time *\((NULL|0|&)'
while IFS=: read -r file line; do
    case $file:$line in
    src/base/clock.c:*CLOCK_MONOTONIC* | src/heuristic/custom_guard.c:*clock_gettime\(clock,* | src/export/stub_posix.h:*) checked=$((checked + 1)) ;;
    *) fail "$file uses a clock of its own: $line" ;;
    esac
done < <(grep -rE "$clocks" src --include='*.[ch]')

# The words are split, so that this file passes too.
left='TO''DO|FIX''ME|X''XX'
while IFS= read -r line; do
    fail "left to do: $line"
done < <(grep -rnwE "$left" src tests --include='*.[ch]' --include='*.sh' --include='*.txt' --include='*.bash')

if command -v clang-format >/dev/null; then
    while IFS= read -r file; do
        fail "$file is not formatted"
    done < <(find src tests -name '*.[ch]' -exec clang-format --dry-run {} + 2>&1 |
        sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: warning: code should be clang-formatted.*/\1/p' | sort -u)
fi

[ "$checked" -gt 100 ] || fail "only $checked things to check: is this the root of the project?"
echo "$checked checked, $failures failed"
[ "$failures" -eq 0 ]
