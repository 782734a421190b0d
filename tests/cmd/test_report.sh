#!/usr/bin/env bash
# report: a run as a page; tests/page looks at it in a browser.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# data PAGE: the JSON of a page into $tmp/json.
data() {
    sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' "$1" >"$tmp/out"
    parse_json
}

run evolve "$config" --out "$tmp/run" --quiet --threads 1 --set validate.truth=20:10
expect_code 0
check "a run writes no page of its own" test -s "$tmp/run/report.html"
err_is_empty

# The page has the figures of the tables.
run report "$tmp/run" -o "$tmp/page.html"
expect_code 0
err_has "$tmp/page.html"
check "stdout is not empty" test ! -s "$tmp/out"
check "it differs from the page that the run wrote" cmp "$tmp/page.html" "$tmp/run/report.html"
check "no page is left half-written" test ! -e "$tmp/page.html.new"
data "$tmp/page.html"
check "it is not over" test "$(json .making.over)" = true
check "not 4 generations" test "$(json .making.closed)" = 4
check "not 4 times" test "$(grep -c '^\.times\.[0-9]*\.0 ' "$tmp/json")" -eq 4
check "mistakes are missing" test "$(grep -c '^\.mistakes\.[0-9]*\.name ' "$tmp/json")" -eq 3
check "the play-off is missing" grep -q '^\.playoff\.0\.id ' "$tmp/json"
check "a reference is not marked as met in training or not" test "$(grep -c '^\.verdict\.[0-9]*\.met ' "$tmp/json")" -eq 4
check "there is no panel" grep -q '^\.generations\.3\.panel [0-9]' "$tmp/json"
check "the verdict is missing" test "$(grep -c '^\.verdict\.[0-9]*\.opponent ' "$tmp/json")" -eq 4
cp "$tmp/json" "$tmp/page.json"
run log "$tmp/run" generations --csv
games=$(awk -F, 'NR > 1 { n += $3 } END { print n }' "$tmp/out")
check "not $games games" test "$(awk '/^\.generations\.[0-9]*\.games / { n += $2 } END { print n }' "$tmp/page.json")" = "$games"
run log "$tmp/run" lineage --csv
genomes=$(($(wc -l <"$tmp/out") - 1))
check "not $genomes genomes" test "$(grep -c '^\.genomes\.[0-9]*\.id ' "$tmp/page.json")" -eq "$genomes"

# Of two files with the same weights one counts, and the run says so at its start, its end and later.
run evolve "$config" --out "$tmp/twins" --set run.generations=2 --set fit.every=0 \
    --set "validate.against=$PWD/genomes/fevala.ini $PWD/genomes/rusak.ini $PWD/genomes/lines.ini"
expect_code 0
err_has "rusak has the same weights as fevala: counted once"
out_has "rusak has the same weights as fevala: counted once"
out_has "fevala is rusak in training: they have the same weights"
run log "$tmp/twins" validation --csv
check "not 2 references at 2 depths" test "$(awk -F, 'NR > 1 && $1 == 2' "$tmp/out" | wc -l)" -eq 4
check "fevala was not met as rusak" test "$(awk -F, '$3 == "fevala" && $12 == 1' "$tmp/out" | wc -l)" -eq 2
run report "$tmp/twins" -o "$tmp/twins.html"
data "$tmp/twins.html"
check "the page does not name the twin" grep -q '^\.twins\.0\.0 rusak' "$tmp/json"
check "the page does not name the alias" grep -q '^\.aliases\.0\.1 rusak' "$tmp/json"

# A run that is not over says so, and its page reloads itself only under --watch.
"$C4EVOLVE" evolve "$config" --out "$tmp/live" --quiet --set run.generations=60 --set play.depth=4 >"$tmp/log" 2>&1 &
evolve=$!
for _ in $(seq 500); do
    run log "$tmp/live" --csv
    [ "$(wc -l <"$tmp/out")" -gt 2 ] && break
    sleep 0.05
done
run report "$tmp/live" -o "$tmp/live.html"
expect_code 0
data "$tmp/live.html"
check "it is over" test "$(json .making.over)" = false
check "it reloads" test "$(json .reload)" = 0
"$C4EVOLVE" report "$tmp/live" -o "$tmp/live.html" --watch 2>"$tmp/err" &
watch=$!
first=$(cksum <"$tmp/live.html")
for _ in $(seq 400); do
    [ "$(cksum <"$tmp/live.html")" != "$first" ] && break
    sleep 0.05
done
data "$tmp/live.html"
check "it does not reload" test "$(json .reload)" = 2
kill -INT $evolve
wait $evolve
kill -INT $watch
wait $watch
code=$?
command_line="report --watch, interrupted"
expect_code 0
run report "$tmp/run" --watch -o "$tmp/watched.html" # is over: returns at once
expect_code 0
check "the page of a run that is over differs when it was watched" cmp "$tmp/watched.html" "$tmp/page.html"

# The plot that reports/README.md shows how to draw.
if command -v gnuplot >/dev/null; then
    mkdir -p "$tmp/plot/reports"
    ln -s "$tmp/run" "$tmp/plot/reports/gen3"
    sed -n "s|^    ||; s|^c4evolve |'$C4EVOLVE' |; /^'.*log /,/^END/p" reports/README.md >"$tmp/plot/draw.sh"
    (cd "$tmp/plot" && bash draw.sh) >"$tmp/out" 2>"$tmp/err"
    code=$?
    command_line="the script of reports/README.md"
    expect_code 0
    err_is_empty
    check "there is no plot with curves" test "$(grep -c '<path' "$tmp/plot/gen3.svg")" -gt 4
fi

# Places that cannot be written; a run does not fail because of its page.
expect_error 1 "cannot be written" report "$tmp/run" -o "$tmp/nosuch/page.html"
expect_error 1 "No space left" report "$tmp/run" -o /dev/full
expect_error 2 "No such file" report "$tmp/nosuch"
expect_error 2 "is not a run" report "$tmp"
expect_error 2 "too few arguments" report

# A link is written through and stays a link.
ln -s "$tmp/behind.html" "$tmp/link.html"
: >"$tmp/behind.html"
run report "$tmp/run" -o "$tmp/link.html"
expect_code 0
check "the link is gone" test -L "$tmp/link.html"
check "there is no page behind the link" cmp "$tmp/behind.html" "$tmp/page.html"
mkdir -p "$tmp/blocked/report.html/folder"
run evolve "$config" --out "$tmp/blocked" --quiet --set run.generations=1
expect_code 0
err_has "cannot write the report"
finish
