#!/usr/bin/env bash
# One short run of an evolution, a page and an export under valgrind: errors and leaks. A minute.
#
#     tests/valgrind.sh BUILD
#
# BUILD must be built with C4E_NATIVE=OFF: valgrind does not know the newest instructions.
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:?usage: tests/valgrind.sh BUILD}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=/bin/true
command -v valgrind >/dev/null || { echo "no valgrind"; exit 1; }
. tests/cmd/lib.sh
. tests/fault/commands.sh

clean() {
    command_line="valgrind c4evolve $*"
    (cd "$tmp/before" && valgrind -q --error-exitcode=99 --leak-check=full \
        --errors-for-leak-kinds=definite --child-silent-after-fork=yes \
        "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null)
    code=$?
    expect_code 0
}
clean mini.ini --out again --quiet --threads 1
clean report again -o x.html
clean export again --as ini -o x.ini
clean tournament t.ini --threads 1 --csv x.csv
finish
