#!/usr/bin/env bash
# The habits of the house that a script can check: includes point downward, every header has its
# guard, nothing is left to do, and the sources are formatted.
set -u
failures=0
checked=0

fail() {
    failures=$((failures + 1))
    echo "FAILED: $1"
}

# rank LAYER: a file includes only from its own layer and from layers with a lower rank.
rank() {
    case $1 in
    main) echo 9 ;; cmd) echo 8 ;; report | export) echo 7 ;; store) echo 6 ;; evolve) echo 5 ;;
    arena) echo 4 ;; search) echo 3 ;; heuristic) echo 2 ;; game) echo 1 ;; base) echo 0 ;;
    *) echo unknown ;;
    esac
}

# layer_of PATH-BELOW-SRC
layer_of() {
    case $1 in
    main.c) echo main ;;
    */*) echo "${1%%/*}" ;;
    *) echo "none" ;;
    esac
}

# may_include LAYER OTHER
may_include() {
    local above below
    above=$(rank "$1") below=$(rank "$2")
    [ "$above" != unknown ] && [ "$below" != unknown ] || return 1
    [ "$1" = "$2" ] || [ "$below" -lt "$above" ]
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
report export no
export report no
base game no
heuristic search no
store cmd no
cmd nosuch no
none base no
CASES

while IFS= read -r file; do
    layer=$(layer_of "${file#src/}")
    while IFS= read -r header; do
        checked=$((checked + 1))
        may_include "$layer" "$(layer_of "$header")" ||
            fail "$file includes $header, which is not below $layer"
        [ -f "src/$header" ] || fail "$file includes $header, which is not in src"
    done < <(sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\(.*\)".*/\1/p' "$file")
done < <(find src -name '*.[ch]' | sort)

# A guard is the first thing after the opening comment, and named after the file.
while IFS= read -r file; do
    checked=$((checked + 1))
    name=C4E_$(echo "${file#src/}" | tr 'a-z/.-' 'A-Z___')
    guard=$(sed -n '/^#/ { s/^#ifndef //p; q }' "$file")
    [ "$guard" = "$name" ] || fail "$file: its guard is '$guard' instead of $name"
    grep -qx "#define $name" "$file" || fail "$file does not define $name"
    [ "$(tail -n 1 "$file")" = '#endif' ] || fail "$file does not end with #endif"
done < <(find src tests -name '*.h' | sort)

# The words are spelled apart, so that this file passes, too.
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
