#!/usr/bin/env bash
# log and lineage: the results of a run, in three formats, killed or not.
. "$(dirname "$0")/lib.sh"

# A minimal run: every origin of genomes, regression and validation.
cat >"$tmp/small.ini" <<CONFIG
[run]
name = small
seed = 5
generations = 4
[population]
size = 8
founders = $PWD/genomes/rusak.ini $PWD/genomes/fevalb.ini
elites = 2
immigrants = 1
[genes]
evolve = line tempo
[play]
depth = 1
openings = 2
opponents = $PWD/genomes/lines.ini
[crossover]
method = uniform
[mutation]
method = gaussian
[fit]
every = 2
positions = 500
[validate]
against = $PWD/genomes/wineval.ini $PWD/genomes/dots.ini
every = 2
openings = 5
verdict_openings = 5
depths = 2
CONFIG

tables='generations lineage winrates genomes validation playoff'
run evolve "$tmp/small.ini" --out "$tmp/run" --quiet --threads 1
expect_code 0

# Every table in every format; the rows of CSV and JSON are the same in number.
for table in $tables; do
    expect_done log "$tmp/run" "$table"
    err_is_empty
    expect_done log "$tmp/run" "$table" --csv
    rows=$(($(wc -l <"$tmp/out") - 1))
    check "$table is empty" test "$rows" -gt 0
    expect_done log "$tmp/run" "$table" --json
    parse_json
    check "$table: not $rows objects" grep -q "^\.$((rows - 1))\." "$tmp/json"
    check "$table: more than $rows objects" test "$(grep -c "^\.$rows\." "$tmp/json")" -eq 0
done

# The files in the folder are the tables, and generations are the default.
for table in generations lineage winrates; do
    run log "$tmp/run" "$table" --csv
    check "$table.csv differs" cmp "$tmp/out" "$tmp/run/$table.csv"
done
run log "$tmp/run" generations
mv "$tmp/out" "$tmp/generations"
run log "$tmp/run"
check "generations is not the default" cmp "$tmp/out" "$tmp/generations"
out_lines 5

# The champion's file is a genome that any command accepts.
expect_done move "$tmp/run/champion.ini:search=alphabeta,depth=2" 44
out_is_one_column
check "no comment" grep -q '^; Champion after generation 3 of the run small$' "$tmp/run/champion.ini"

# The play-off has a winner, whose place is 1: the genome of champion.ini.
run log "$tmp/run" playoff --csv
check "no winner" grep -q '^4,1,' "$tmp/out"

# A single candidate plays no games, and the run says so.
run evolve "$tmp/small.ini" --out "$tmp/alone" --quiet --set run.generations=1 --set validate.playoff=1
expect_code 0
out_has "is the only candidate, so no games were played"
expect_done log "$tmp/alone" playoff --csv
check "games were played" grep -q '^1,1,[0-9]*,0,,,' "$tmp/out"
check "the page has no verdict" test -s "$tmp/alone/report.html"

# The importance of every gene that evolves, the most important first, once there are enough games.
run evolve "$tmp/small.ini" --out "$tmp/few" --quiet --set "genes.evolve=own2 own3" --set fit.every=0 --set run.generations=8
expect_code 0
out_has "genes matter"
expect_done log "$tmp/few" importance --csv
out_lines 3
check "losses are not sorted" sh -c "tail -n +2 '$tmp/out' | cut -d, -f9 | sort -gr -c"
check "the columns of a step" grep -q '^gene,family,step,loss,loss_error,slope,slope_error,metric_step,metric_loss,metric_loss_error,metric_slope,metric_slope_error$' "$tmp/out"
# A loss grows with the square of the step.
check "the steps do not agree" awk -F, 'NR > 1 { k = $8 / $3; d = $9 - k * k * $4; if (d > 1e-9 || d < -1e-9) exit 1 }' "$tmp/out"
expect_done log "$tmp/few" importance
out_lines 3
check "typical steps are shown" test "$(head -1 "$tmp/out" | grep -o step | wc -l)" = 1
expect_done log "$tmp/run" importance --json
parse_json

# lineage
expect_done lineage "$tmp/run" champion
out_has "founder"
run log "$tmp/run" playoff --csv
champion=$(awk -F, '$2 == 1 { print $3 }' "$tmp/out")
run lineage "$tmp/run" champion
mv "$tmp/out" "$tmp/champion"
run lineage "$tmp/run" "$champion"
check "the champion is not genome $champion" cmp "$tmp/out" "$tmp/champion"
expect_done lineage "$tmp/run" champion --json
parse_json
check "another genome" test "$(json .id)" = "$champion"
expect_done lineage "$tmp/run" champion --dot
out_has "digraph"
expect_done lineage "$tmp/run" champion --tree
out_has "digraph"
check "more than 40 steps" test "$(grep -c label "$tmp/out")" -le 40
expect_done lineage "$tmp/run" champion --all

# runs: this folder has one that is finished; a run of one generation more is stopped.
expect_done runs "$tmp"
check "the run is not listed" grep -qE "/run +finished " "$tmp/out"
expect_done runs "$tmp/run" --json
parse_json
check "no score" grep -q score "$tmp/json"
# One that its games have ended was not meant to have as many generations as it could.
run evolve "$tmp/small.ini" --out "$tmp/limited" --set run.games=1 --quiet
expect_code 0
expect_done runs "$tmp/limited"
check "it is 1 of more generations" grep -qE "/limited +finished +1 +0\." "$tmp/out"
expect_done runs "$tmp/limited" --json
parse_json
check "no planned generations" test "$(json .0.planned)" -gt 1
mkdir -p "$tmp/none"
run runs "$tmp/none"
expect_code 0
err_has 'There are no runs in'
expect_error 2 'No such file' runs "$tmp/nosuch"
expect_error 2 'cannot be combined' runs --csv --json
# Names of folders do not trick a terminal, and what is no file is no run.
odd=$'odd\e[31m\xe2\x80\xaename'
mkdir -p "$tmp/odd/$odd" "$tmp/odd/pipe" "$tmp/odd/link"
touch "$tmp/odd/$odd/run.db"
mkfifo "$tmp/odd/pipe/run.db"
ln -s /dev/zero "$tmp/odd/link/run.db"
for format in '' --csv --json; do
    expect_done runs "$tmp/odd" $format
    check "$format: control characters" test "$(LC_ALL=C grep -c $'\e\|\xe2\x80\xae' "$tmp/out")" -eq 0
    check "$format: not 3 rows" test "$(grep -o unreadable "$tmp/out" | wc -l)" -eq 3
done

# Nothing that is printed depends on how often a run was killed, or on threads. The first kill
# comes as soon as a reader sees genomes, the others whenever they do.
"$C4EVOLVE" evolve "$tmp/small.ini" --out "$tmp/killed" --quiet --threads 2 >/dev/null 2>&1 &
evolve=$!
for _ in $(seq 500); do
    run log "$tmp/killed" lineage --csv
    [ "$(wc -l <"$tmp/out")" -gt 1 ] && break
    sleep 0.01
done
{ kill -KILL $evolve; wait $evolve; } 2>/dev/null
for delay in 0.02 0.04 0.06 0.08 0.1; do
    "$C4EVOLVE" resume "$tmp/killed" --quiet >/dev/null 2>&1 &
    resume=$!
    sleep $delay
    { kill -KILL $resume; wait $resume; } 2>/dev/null # only then it holds no lock any more
done
run resume "$tmp/killed" --quiet --threads 2
expect_code 0
for table in $tables; do
    for format in '' --csv --json; do
        run log "$tmp/run" "$table" $format
        mv "$tmp/out" "$tmp/wanted"
        run log "$tmp/killed" "$table" $format
        check "differs after kills" cmp "$tmp/out" "$tmp/wanted"
    done
done
for file in champion.ini generations.csv lineage.csv winrates.csv; do
    check "$file differs after kills" cmp "$tmp/run/$file" "$tmp/killed/$file"
done

# Errors.
expect_error 2 "generations, lineage, winrates, genomes, validation, playoff, importance" log "$tmp/run" nosuch
expect_error 2 "cannot be combined" log "$tmp/run" --csv --json
expect_error 2 "cannot be combined" lineage "$tmp/run" 1 --dot --json
expect_error 2 "cannot be combined" lineage "$tmp/run" 1 --all --tree
expect_error 2 "too few arguments" log
expect_error 2 "too many arguments" log "$tmp/run" lineage more
expect_error 2 "No such file" log "$tmp/nosuch"
expect_error 2 "is not a run" log "$tmp"
expect_error 2 "is a file" log "$tmp/run/run.db"
expect_error 2 "neither the id of a genome nor 'champion'" lineage "$tmp/run" 0
expect_error 2 "neither the id of a genome nor 'champion'" lineage "$tmp/run" 12x
expect_error 2 "no genome 4000" lineage "$tmp/run" 4000
expect_error 2 "too few arguments" lineage "$tmp/run"

run log --help
for table in $tables importance; do
    out_has "$table"
done
finish
