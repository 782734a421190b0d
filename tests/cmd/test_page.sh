#!/usr/bin/env bash
# Pages in a real browser: a run that is over, one that is not, and one with hostile names. What
# they have to show is counted in what other commands print.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"
for program in node chromium; do
    command -v $program >/dev/null || { echo "$program is missing: install nodejs and chromium"; exit 1; }
done

# rows RUN TABLE CONDITION: the number of rows of a table that meet an awk condition.
rows() { "$C4EVOLVE" log "$1" "$2" --csv | awk -F, "NR > 1 && ($3)" | wc -l; }

# expectations RUN PAGE: fills the array `expected`.
expectations() {
    local run=$1 closed pairings champion at='-1' opponents=0 depths=0 heads
    closed=$(rows "$run" generations 1)
    champion=$("$C4EVOLVE" log "$run" playoff --csv | awk -F, '$2 == 1 { id = $3 } END { print id }')
    [ -n "$champion" ] || champion=$("$C4EVOLVE" log "$run" --csv | tail -n 1 | cut -d, -f8)
    pairings=$("$C4EVOLVE" log "$run" winrates --csv | awk -F, -v g=$((closed - 1)) 'NR > 1 && $1 == g && $5 > 0 { print $3, $4 }' | sort -u | wc -l)
    at=$("$C4EVOLVE" log "$run" validation --csv | tail -n 1 | cut -d, -f1)
    expected=("generations=$closed" "ratings=$((closed + $(rows "$run" generations '$11 == "true" || $11 == 1')))"
        "champions=$(rows "$run" generations '$11 == "true" || $11 == 1')" "champion=$champion"
        "games=$closed" "times=$closed" "crosstable=$((2 * pairings))"
        "lineage=$("$C4EVOLVE" lineage "$run" champion --dot | grep -c '\[label=')"
        "genes=$evolved" "diversity=$closed"
        "weights=$(awk -F' *= *' '/^\[/ { usual = $0 == "[map]" } /^[a-z]/ && NF == 2 && $2 != usual' "$run/champion.ini" | wc -l)")
    [ "$(rows "$run" importance 1)" -gt 0 ] && expected+=("importance=$(rows "$run" importance 1)")
    [ "$at" = generations ] && return
    depths=$("$C4EVOLVE" log "$run" validation --csv | awk -F, -v g="$at" 'NR > 1 && $1 == g { print $4 }' | sort -u | wc -l)
    opponents=$(rows "$run" validation "\$1 == $at")
    heads=1 # all together; with both groups, one for each of them too
    [ "$(rows "$run" validation '$12 == 1')" -gt 0 ] && [ "$(rows "$run" validation '$12 == 0')" -gt 0 ] && heads=3
    expected+=("verdict=$((opponents + depths * heads))" "playoff=$(rows "$run" playoff 1)" "colours=$((2 * opponents))")
}

# Pages of runs have a board if the engine could be compiled.
board=yes
"$C4EVOLVE" export champion --as html >/dev/null 2>&1 || board=no

# look KIND PAGE EXPECTED...: the browser's checks are counted with ours.
look() {
    command_line="node check.js $*"
    timeout 300 node "$PWD/tests/page/check.js" "$@" board=$board >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    out_has "checks passed"
}

# A run that is over.
sed -i 's/^\[play\]/[genes]\nevolve = line disc tempo\n&/' "$config"
evolved=$("$C4EVOLVE" genes --json | grep -o '"family":"[a-z]*"' | grep -cE '"(line|disc|tempo)"')
run evolve "$config" --out "$tmp/run" --quiet --threads 2 --set validate.truth=20:12
expect_code 0
expectations "$tmp/run"
look run "$tmp/run/report.html" name=tiny mistakes=3 validation=2 "${expected[@]}"

# A run that is not over, interrupted in its third generation or later, before it has a verdict.
"$C4EVOLVE" evolve "$config" --out "$tmp/half" --quiet --set run.generations=80 --set validate.every=0 >"$tmp/log" 2>&1 &
evolve=$!
for _ in $(seq 500); do
    run log "$tmp/half" --csv
    [ "$(wc -l <"$tmp/out")" -gt 3 ] && break
    sleep 0.02
done
kill -INT $evolve
wait $evolve
run report "$tmp/half"
expect_code 0
expectations "$tmp/half"
look run "$tmp/half/report.html" looks=few name=tiny "${expected[@]}"

# Names that try to be HTML or code.
name='<script>alert(1)<img src=x onerror=alert(1)>"&amp; ä€'
hostile="$tmp/<img src=x onerror=alert(2)>'\"&\\ äöü😀.ini"
cp genomes/fevalb.ini "$hostile"
cp genomes/lines.ini "$tmp/<!--<script>.ini"
map=$("$C4EVOLVE" genes | sed -n '/^\[map\]/,/^\[/ s/^  \([a-z_0-9]*\) .*/\1/p')
for file in "$hostile" "$tmp/<!--<script>.ini"; do
    { echo; echo "[map]"; printf '%s = 1.5\n' $map; } >>"$file"
done
awk -v name="name = $name" -v files="$tmp/<*.ini" '/^name/ { print name; next }
    /^(founders|against)/ { print $1 " = " files; next } { print }' "$config" >"$tmp/hostile.conf"
echo "; </script><script>alert(3)</script><!-- \"" >>"$tmp/hostile.conf"
run evolve "$tmp/hostile.conf" --out "$tmp/hostile" --quiet --set run.generations=3 --set validate.truth=20:6 \
    --set "genes.evolve=line map tempo" --set "fit.families=line tempo"
expect_code 0
evolved=$("$C4EVOLVE" genes --json | grep -o '"family":"[a-z]*"' | grep -cE '"(line|map|tempo)"')
expectations "$tmp/hostile"
look run "$tmp/hostile/report.html" looks=few "name=$name" mistakes=3 places=42 map="$(echo $map)" "${expected[@]}"

# A tournament of the same, and a comparison. Of n players who all meet, each meets n - 1.
cat >"$tmp/tournament.ini" <<END
[tournament]
name     = $name
schedule = round-robin
pairs    = swapped
openings = 4:3
[defaults]
depth    = 2
[player <img src=x onerror=alert(4)>]
genome   = $genomes/fevalb.ini
[player ä "b" & c]
genome   = $genomes/lines.ini
[player random]
genome   = random
END
run tournament "$tmp/tournament.ini" --html "$tmp/tournament.html"
expect_code 0
out_has "random"
look tournament "$tmp/tournament.html" looks=few "name=$name" standing=3 crosstable=6 games=yes
run compare "$hostile" random "$genomes/lines.ini" --depths 1,2 --games 20 --positions 20:10 --html "$tmp/compare.html"
expect_code 0
run compare "$hostile" random "$genomes/lines.ini" --depths 1,2 --games 20 --positions 20:10 --json
parse_json
matches=$(grep -c '^\.opponents\.[0-9]*\.matches\.[0-9]*\.score ' "$tmp/json")
weights=$(grep -c '^\.weights\.[0-9]*\.gene ' "$tmp/json")
look compare "$tmp/compare.html" looks=few "name=$hostile against random and others" scores="$matches" mistakes=3 genomes=$((2 * weights))

# What tables have learned about threats: a mark for each cell that has a figure.
"${TABLE_GENOME:?is not set to table-genome}" 1 "$tmp/table.ini"
learned=("$tmp/table.ini" "$genomes/lines.ini" --depths 1 --games 20 --nodes 0 --positions none)
run compare "${learned[@]}" --html "$tmp/learned.html"
expect_code 0
run compare "${learned[@]}" --json
parse_json
threats=$(grep '^\.players\.0\.threats\.[a-z]*\.cells\.[0-9]* ' "$tmp/json" | grep -vc 'null$')
holds "$threats > 30"
look compare "$tmp/learned.html" looks=few "name=$tmp/table.ini against $genomes/lines.ini" threats="$threats"

# An experiment: a dot for each run, a mark for each combination, three points of each curve.
run experiment "$tmp/hostile.conf" --vary 'run.name="<img src=x onerror=alert(5)>","b & c"' --vary run.generations=3,4 \
    --seeds 1..3 --openings 4 --set validate.truth=20:6 --set fit.every=0 --out "$tmp/experiment" --html "$tmp/experiment.html"
expect_code 0
look experiment "$tmp/experiment.html" looks=few "name=$name" combinations=16 differences=6 curves=12

# Analysed games: what perfect play says about each, with names that are not HTML.
cat > "$tmp/games.pgn" <<'END'
[Event "x"]
[White "<img src=x onerror=alert(6)>"]
[Black "b & c"]
[Result "1-0"]
[Columns "1717171"]
[Event "x"]
[Result "0-1"]
[Columns "17271727"]
END
run analyse "$tmp/games.pgn" --html "$tmp/analysis.html"
expect_code 0
look analysis "$tmp/analysis.html" looks=few "name=Analysed games" games=yes

# Files that cannot be written are found before a game is played.
expect_error 2 "nosuch" tournament "$tmp/tournament.ini" --html "$tmp/nosuch/page.html"
expect_error 2 "nosuch" analyse 4455 --html "$tmp/nosuch/page.html"
expect_error 2 "nosuch" compare fevalb rusak --html "$tmp/nosuch/page.html"
expect_error 2 "nosuch" experiment "$config" --out "$tmp/none" --html "$tmp/nosuch/page.html"
check "a folder was made" test ! -e "$tmp/none"
expect_error 2 "same file" tournament "$tmp/tournament.ini" --html "$tmp/a" --csv "$tmp/a"
finish
