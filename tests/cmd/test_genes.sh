#!/usr/bin/env bash
# genes: the reference that genome files are written from.
. tests/cmd/lib.sh

expect_done genes
err_is_empty
awk '/^  / { print $1 }' "$tmp/out" >"$tmp/text"
grep -o '^\[[a-z]*\]' "$tmp/out" | tr -d '[]' >"$tmp/families"
check "a gene stands twice" test -z "$(sort "$tmp/text" | uniq -d)"
check "not ten families" test "$(wc -l <"$tmp/families")" -eq 10
for gene in own1 own3 opp2 empty mix22 height center cowardice tempo odd1 stack2; do
    check "$gene is missing" grep -qx "$gene" "$tmp/text"
done

expect_done genes --json
err_is_empty
parse_json
awk '$1 ~ /\.name$/ { print $2 }' "$tmp/json" >"$tmp/names"
check "JSON and text list different genes" cmp "$tmp/names" "$tmp/text"
count=$(wc -l <"$tmp/names")
for field in family default low high scale help; do
    check "some gene has no $field" \
        test "$(awk -v end=".$field" '$1 ~ "^\\.[0-9]+\\" end "$" && NF > 1' "$tmp/json" | wc -l)" -eq "$count"
done
awk '$1 ~ /\.family$/ { print $2 }' "$tmp/json" | uniq >"$tmp/out"
check "JSON and text have different families" cmp "$tmp/out" "$tmp/families"
check "a default lies out of bounds" awk '
    $1 ~ /\.default$/ { initial = $2 } $1 ~ /\.low$/ { low = $2 }
    $1 ~ /\.high$/ && (initial < low || initial > $2) { exit 1 }' "$tmp/json"

# A genome written from the reference loads, and is the one where only wins count.
awk '/^\[/ { print $1 } /^  / { print $1 " = " $2 }' <("$C4EVOLVE" genes) >"$tmp/all.ini"
expect_done move "$tmp/all.ini:depth=6" 4433
expected=$(cat "$tmp/out")
expect_output "$expected" move genomes/wineval.ini:depth=6 4433

# A part of it.
expect_done genes tempo own1 shape
out_lines 10
out_has '[line]  value of each line'
check "not five genes" test "$(grep -c '^  ' "$tmp/out")" -eq 5
run genes disc
check "oppdisc is not said to be subtracted" test "$(grep -c '^  oppdisc.*subtracted:' "$tmp/out")" -eq 4
expect_done genes opp2 --json
parse_json
check "JSON has other genes" test "$(json .0.name)/$(json .1.name)" = opp2/
expect_error 2 "'own9' is neither a family nor a gene" genes line own9
finish
