#!/usr/bin/env bash
# The gnuplot recipe of reports/README.md, pasted as it is.
. tests/cmd/lib.sh
. tests/cmd/evolution.sh

command -v gnuplot >/dev/null || { echo "gnuplot is not installed"; exit 77; }
run "$config" --out "$tmp/reports/gen3"
expect_code 0
awk '/^```sh/ { on = 1; next } /^```/ { on = 0 } on' reports/README.md >"$tmp/recipe"
check "no recipe" grep -q gnuplot "$tmp/recipe"
mkdir "$tmp/bin"
ln -s "$(realpath "$C4EVOLVE")" "$tmp/bin/c4evolve"
(cd "$tmp" && PATH=$tmp/bin:$PATH bash recipe) >"$tmp/out" 2>"$tmp/err"
code=$?
command_line='the gnuplot recipe'
expect_code 0
err_is_empty
# A line, points and a band for the four generations.
check "no picture" grep -q '<svg' "$tmp/gen3.svg"
check "no titles" grep -q 'mean and spread' "$tmp/gen3.svg"
check "nothing is drawn" test "$(grep -c '<path' "$tmp/gen3.svg")" -ge 3
header=$(head -1 "$tmp/gen3.csv")
check "other columns than the recipe uses: $header" \
    grep -qE '^generation,[a-z_]+,[a-z_]+,best[a-z_]*,best_error,mean[a-z_]*,(spread|sd)' "$tmp/gen3.csv"
finish
