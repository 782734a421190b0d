#!/usr/bin/env bash
# export --as html: pages to play in, in a real browser. What they answer is compared with what other
# commands print.
. "$(dirname "$0")/lib.sh"
for program in node chromium; do
    command -v $program >/dev/null || { echo "$program is missing: install nodejs and chromium"; exit 1; }
done
run export champion --as html
[ "$code" -eq 0 ] || { cat "$tmp/err"; echo "the engine for pages was not built"; exit 1; }

# look KIND PAGE...: the browser's checks are counted with ours.
look() {
    command_line="node play.js $*"
    C4EVOLVE=$C4EVOLVE timeout 900 node "$PWD/tests/page/play.js" "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    out_has "checks passed"
    grep answered "$tmp/out"
}

# page FILE ARGUMENTS...: exports one.
page() {
    local file=$1
    shift
    run export "$@" --as html -o "$tmp/$file"
    expect_code 0
    err_is_empty
}

# All of it but tables is small enough to be a part of another page.
page small.html fevalb
check "larger than 600 kB" test "$(stat -c %s "$tmp/small.html")" -lt 600000
page play.html champion --depth 6
check "not the same as on standard output" cmp "$tmp/play.html" <("$C4EVOLVE" export champion --as html --depth 6)

# The same answers as here: with tables, by depth, by nodes, under other rules, for any genome.
check "the champion has no tables" grep -q '^\[tables\]' genomes/champion.ini
look moves "$tmp/play.html" champion:depth=6 500
n=0
for player in truthful:depth=5,view=root fevala:depth=3,ties=random,win=decay rusak:depth=4,win=flat,ties=first \
    fevalb:nodes=2000 cs7is2:search=greedy lines:search=minimax,depth=4 champion:depth=3,extend=forced; do
    n=$((n + 1))
    page "other$n.html" "$player"
    look moves "$tmp/other$n.html" "$player" 40
done

# Games, under a name that tries to be HTML.
name="<img src=x onerror=alert(2)>'\"&\\ äöü😀<!--<script>"
{ echo "; </script><script>alert(1)</script><!-- <b>"; cat genomes/champion.ini; } >"$tmp/$name.ini"
page hostile.html "$tmp/$name.ini" --depth 4
look games "$tmp/hostile.html" "$name"

# Two genomes, and one that thinks for minutes.
page two.html champion --against fevalb --depth 3
look two "$tmp/two.html" champion:depth=3 fevalb:depth=3
page slow.html champion --depth 30
look slow "$tmp/slow.html"

# Errors.
expect_error 2 'cannot export search=expectimax as HTML' export fevalb:search=expectimax --as html
expect_error 2 'cannot export a player with a book as HTML' export fevalb:book=shipped --as html
expect_error 2 'cannot export search=expectimax as HTML' export fevalb --against fevalb:search=expectimax --as html
expect_error 2 "no genome file 'nosuch'" export fevalb --against nosuch --as html
expect_error 2 'random has no genome to export' export fevalb --against random --as html
expect_error 2 '--against needs --as html' export fevalb --against rusak --as c
if [ -w /dev/full ]; then
    expect_error 1 '/dev/full cannot be written: No space left' export rusak --as html -o /dev/full
fi
finish
