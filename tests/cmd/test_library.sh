#!/usr/bin/env bash
# libc4evolve: the example compiles with pkg-config alone, and says what the program says.
. tests/cmd/lib.sh

build=$(dirname "$(realpath "$C4EVOLVE")")
[ -e "$build/libc4evolve.a" ] || { echo "the library is not built here"; exit 77; }
command -v pkg-config >/dev/null || { echo "pkg-config is not installed"; exit 77; }
mkdir -p "$tmp/usr/lib/pkgconfig" "$tmp/usr/include"
cp "$build/libc4evolve.a" "$tmp/usr/lib/"
cp src/library/c4evolve.h "$tmp/usr/include/"
sed "s|^libdir=.*|libdir=$tmp/usr/lib|; s|^includedir=.*|includedir=$tmp/usr/include|" "$build/c4evolve.pc" \
    >"$tmp/usr/lib/pkgconfig/c4evolve.pc"
export PKG_CONFIG_PATH=$tmp/usr/lib/pkgconfig
command_line='the example'
# shellcheck disable=SC2046
check "does not compile" cc -std=c99 -Wall -Wextra -Wpedantic -Werror configs/library/best_move.c -o "$tmp/best_move" \
    $(pkg-config --cflags --libs c4evolve)
check "the header is not C++" cc -x c++ -fsyntax-only -Wall -Werror src/library/c4evolve.h
for position in 44433 1212127 2252576253462244111563365343671351441; do
    "$tmp/best_move" "$position" fevalb:depth=6 >"$tmp/example" 2>"$tmp/err"
    code=$?
    expect_code 0
    err_is_empty
    run move fevalb:depth=6 "$position"
    check "another move than the program" grep -q "plays $(cat "$tmp/out") after $position" "$tmp/example"
    run solve "$position" --moves
    wanted=$(cut -d' ' -f3- "$tmp/out")
    found=$(awk '/^column/ { print ($3 == "is" ? "." : $3 + 0) } /is full/ { }' "$tmp/example" | tr '\n' ' ' | sed 's/ $//')
    check "other scores than the program: $found instead of $wanted" test "$found" = "$wanted"
done
"$tmp/best_move" 448 >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 1
err_has 'not a column'
"$tmp/best_move" 44 nosuch >"$tmp/out" 2>"$tmp/err"
err_has "nosuch"
# Nothing but the functions of the header can be seen.
command_line='names of the library'
nm -g --defined-only "$build/libc4evolve.a" | awk 'NF == 3 { print $3 }' >"$tmp/out"
check "other names are visible" test -z "$(grep -v '^c4_' "$tmp/out")"
check "few functions" test "$(wc -l <"$tmp/out")" -ge 10
finish
