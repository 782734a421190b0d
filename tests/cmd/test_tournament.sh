#!/usr/bin/env bash
# tournament: the same result as text, CSV, JSON and PGN, for any number of threads, and cut short.
. tests/cmd/lib.sh

# Names that are hard on every format.
cat >"$tmp/names.ini" <<'INI'
[tournament]
name     = a "test", </script>
openings = 3:6
seed     = 18446744073709551615
[defaults]
genome = rusak
depth  = 2
ties   = random
[player plain]
own2 = 3
[player with, comma]
[player with "quotes"]
genome = random
[player Jürgen €]
genome = forward
[player </script><b>]
depth = 1
INI

# CSV: the first line, then one line for each ordered pair, six games each.
expect_done tournament "$tmp/names.ini" --csv "$tmp/table.csv" --pgn "$tmp/games.pgn" --json
check "the heading" test "$(head -1 "$tmp/table.csv")" = first,second,wins,draws,losses
check "not 20 pairs" test "$(tail -n +2 "$tmp/table.csv" | wc -l)" -eq 20
check "quotes" grep -q '^plain,"with, comma",[0-6],[0-6],[0-6]$' "$tmp/table.csv"
check "doubled quotes" grep -q '^"with ""quotes""",Jürgen €,[0-6],[0-6],[0-6]$' "$tmp/table.csv"
check "not six games a pair" awk -F, 'NR > 1 && $(NF-2) + $(NF-1) + $NF != 6 { exit 1 }' \
    "$tmp/table.csv"

# JSON: well-formed, and the same numbers in the same order.
parse_json
check "the seed" test "$(json .seed)" = 18446744073709551615
check "the name" test "$(json .name)" = 'a "test", ?/script>'
check "a < in JSON" eval "! grep -q '<' '$tmp/out'"
holds "$(json .games) == 120 && $(json .scheduled) == 120"
for i in $(seq 0 19); do
    echo "$(json ".pairs.$i.wins"),$(json ".pairs.$i.draws"),$(json ".pairs.$i.losses")"
done >"$tmp/json-table"
check "CSV and JSON differ" diff "$tmp/json-table" \
    <(tail -n +2 "$tmp/table.csv" | sed 's/.*,\([0-9]*,[0-9]*,[0-9]*\)$/\1/')
for i in 0 1 2 3 4; do
    p=.players.$i
    holds "$(json $p.wins) + $(json $p.draws) + $(json $p.losses) == 48"
    holds "$(json $p.low) <= $(json $p.score) && $(json $p.score) <= $(json $p.high)"
    holds "$i == 0 || $(json $p.elo) <= ${previous:-0}"
    previous=$(json $p.elo)
done

# PGN: all games, with the wins of the table.
won() { awk -F'"' -v who="$1" '/^\[White/ { w = $2 } /^\[Result "1-0"/ { n += w == who } END { print n + 0 }' \
    "$tmp/games.pgn"; }
check "not 120 games" test "$(grep -c '^\[Event ' "$tmp/games.pgn")" -eq 120
holds "$(won plain) == $(awk -F, '/^plain,/ { n += $(NF-2) } END { print n }' "$tmp/table.csv")"

# Text: the crosstable in percent is the CSV file; the rating list has the numbers of the JSON.
expect_done tournament "$tmp/names.ini" --threads 1
cp "$tmp/out" "$tmp/text"
percent() { awk -F, -v from="$1" 'index($0, from) == 1 {
    printf "%.0f ", 100 * ($(NF-2) + $(NF-1) / 2) / 6 }' "$tmp/table.csv"; }
row=$(percent 'plain,')
check "the row of plain is not $row" grep -qE "^  1  plain +- +$(echo $row | sed 's/ / +/g')\$" \
    "$tmp/out"
check "a line of more than 120 columns" eval "! LC_ALL=C.UTF-8 grep -qE '.{121}' '$tmp/out'"
out_has "$(json .players.0.wins)"

# The same bytes with any number of threads, in every format.
for threads in 2 3; do
    run tournament "$tmp/names.ini" --threads $threads --csv "$tmp/again.csv" --pgn "$tmp/again.pgn"
    expect_code 0
    check "text differs with $threads threads" cmp "$tmp/out" "$tmp/text"
    check "CSV differs with $threads threads" cmp "$tmp/again.csv" "$tmp/table.csv"
    check "PGN differs with $threads threads" cmp "$tmp/again.pgn" "$tmp/games.pgn"
done
run tournament "$tmp/names.ini" --json --set tournament.seed=7
check "the seed changes nothing" eval "! cmp -s '$tmp/out' '$tmp/text'"

# A study: its published wins come out, and a curve and cells of another are shown.
expect_done tournament configs/studies/rusak-2005-round1.ini
out_has '11 of 11 players won exactly as often as published'
run tournament configs/studies/karplus-2010-experiment1.ini --set tournament.games=2 --json
expect_code 0
parse_json
check "not 21 cells" test -n "$(json .published.cells.20.z)" -a -z "$(json .published.cells.21.z)"
check "no curve" test -n "$(json .curve.b_error)"
holds "$(json .published.p) > 0 && $(json .published.p) <= 1"

# Errors: nothing is played, nothing is printed, and all of them are reported.
printf '[tournament]\ngames = x\n[player a]\ngenome = random\n[player b]\n[x]\n' >"$tmp/bad.ini"
expect_error 2 "$tmp/bad.ini:2: tournament.games: " tournament "$tmp/bad.ini" --csv "$tmp/never.csv"
err_has "$tmp/bad.ini:5: player b: search=alphabeta needs a genome"
err_has "$tmp/bad.ini:6: x: no such section"
check "a file was made" test ! -e "$tmp/never.csv"
: >"$tmp/empty.ini"
expect_error 2 'no [player NAME] section' tournament "$tmp/empty.ini"
expect_error 2 "$tmp: Is a directory" tournament "$tmp"
expect_error 2 'No such file' tournament "$tmp/nosuch.ini"
expect_error 2 'too few arguments' tournament
expect_error 2 'section.key=value' tournament "$tmp/names.ini" --set depth=3
expect_error 2 'player nobody.depth: no such section' tournament "$tmp/names.ini" \
    --set 'player nobody.depth=3'

# Files that cannot be written are reported before the games: this tournament would take days.
forever="--set tournament.games=20000 --set tournament.openings=empty --set defaults.depth=12"
for option in --csv --pgn; do
    expect_error 2 'no/such/folder/x: No such file' tournament "$tmp/names.ini" $forever \
        $option no/such/folder/x
    expect_error 2 "$tmp: Is a directory" tournament "$tmp/names.ini" $forever $option "$tmp"
    if [ -w /dev/full ]; then # a full disk shows only when something is written: results are printed
        run tournament "$tmp/names.ini" --threads 2 $option /dev/full
        expect_code 1
        err_has '/dev/full cannot be written: No space left on device'
        check "the result is lost" cmp "$tmp/out" "$tmp/text"
    fi
done
expect_error 2 'name the same file' tournament "$tmp/names.ini" --csv "$tmp/x" --pgn "$tmp/x"
if [ -w /dev/full ]; then
    command_line='c4evolve tournament >/dev/full'
    "$C4EVOLVE" tournament "$tmp/names.ini" >/dev/full 2>"$tmp/err"
    code=$?
    expect_code 1
    err_has 'standard output'
fi

# Ctrl-C ends it soon; it says how far it got, and prints and writes the results so far.
sed 's/^ties.*//; s/^openings.*/openings = empty/' "$tmp/names.ini" >"$tmp/long.ini"
run_interrupted repeat tournament "$tmp/long.ini" --set tournament.games=50000 \
    --set defaults.depth=3 --json --csv "$tmp/part.csv" --threads 2
expect_code 1
parse_json
holds "0 < $(json .games) && $(json .games) < $(json .scheduled)"
err_has "interrupted after $(json .games) of $(json .scheduled) games"
holds "$(awk -F, 'NR > 1 { n += $(NF-2) + $(NF-1) + $NF } END { print n }' "$tmp/part.csv") == $(json .games)"
# Players of the command line: a round robin of game pairs, with any number of threads the same.
expect_done tournament fevalb lines random dots:depth=1 --games 20 --depth 2 --threads 1
out_has '4 players, 120 games, 10 openings'
cp "$tmp/out" "$tmp/one"
expect_done tournament fevalb lines random dots:depth=1 --games 20 --depth 2 --threads 2
check "threads change the tournament" cmp "$tmp/out" "$tmp/one"
check "random is not the last" sh -c 'grep -q "^  4  random" "$1"' - "$tmp/one"
expect_done tournament fevalb:depth=2 lines:depth=2 random dots:depth=1 --games 20 --json
parse_json
"$C4EVOLVE" openings --plies 4 --count 3 >"$tmp/three"
expect_done tournament lines dots --depth 1 --openings "$tmp/three" --csv "$tmp/table.csv" --html "$tmp/t.html"
out_has '6 games, 3 openings'
check "no page" grep -q 'lines' "$tmp/t.html"
# The pairing of two is the match of the two.
expect_done tournament fevalb lines --games 60 --depth 2 --openings 6 --seed 4 --json
parse_json
won=$(json .players.0.wins)
expect_done match fevalb:depth=2 lines:depth=2 --games 60 --openings 6 --seed 4 --json
parse_json
check "other results than a match" test "$won" = "$(json .wins)"
expect_error 2 'fevalb is named twice' tournament fevalb lines fevalb
expect_error 2 'fevalb is neither an INI file nor two players or more' tournament fevalb
expect_error 2 "no genome file 'nobody'" tournament fevalb nobody --depth 3
expect_error 2 '--set changes a config' tournament fevalb lines --set tournament.games=2
expect_error 2 'are for players' tournament configs/studies/rusak-2005-round1.ini --games 5
expect_error 2 "--openings: '99' is neither a file nor a number" tournament fevalb lines --openings 99
expect_error 2 'each opening of a file is played twice' tournament fevalb lines --openings "$tmp/three" --games 9

finish
