#!/usr/bin/env bash
# experiment: runs of all combinations and seeds, the same result however often it is interrupted,
# and what is refused before anything is played.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"
sed -i "s/^truth .*/truth = 24:20/; s/^against .*/against = ${genomes//\//\\/}\/fevala.ini ${genomes//\//\\/}\/dots.ini random/" "$config"

# without_times: the CSV on stdin without its last column.
without_times() { sed 's/,[^,]*$//'; }
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$tmp/out"; }
first=(experiment "$config" --vary play.openings=2,3 --seeds 1..3 --games 400 --openings 6)

# A whole experiment: tables and a sentence.
expect_done "${first[@]}" --out "$tmp/whole" --threads 2
err_has 'run 1 of 6: openings=2, seed 1'
err_has 'run 6 of 6: openings=3, seed 3'
err_has 'measuring: 6 openings against each of 3 opponents' # fevala has the genes of rusak
for text in 'Champions of 3 seeds against 3 opponents at depth 2' 'Score against games played' 'openings=3'; do
    out_has "$text"
done
check "no sentence" grep -qE '3 seeds do not show a difference|more than openings=' <(tr '\n' ' ' <"$tmp/out")
for run in 01-openings=2/seed-1 02-openings=3/seed-3; do
    check "$run is not a run" test -e "$tmp/whole/$run/run.db" -a -e "$tmp/whole/$run/report.html"
done

# The same command plays nothing, as its runs and the kept measurement show.
before=$(cksum "$tmp"/whole/*/*/run.db "$tmp/whole/measured.txt")
expect_done "${first[@]}" --out "$tmp/whole" --csv --quiet
err_is_empty
out_lines 7
check "something was played" test "$before" = "$(cksum "$tmp"/whole/*/*/run.db "$tmp/whole/measured.txt")"
without_times <"$tmp/out" >"$tmp/wanted"
check "other columns" grep -qx 'play.openings,seed,score,low,high,wins,draws,losses,generations,games,champion,positions,mistakes,.*' "$tmp/wanted"
check "other seeds" test "$(column seed | tr '\n' ' ')" = "1 1 2 2 3 3 "
check "other values" test "$(column play.openings | tr '\n' ' ')" = "2 3 2 3 2 3 "
for row in 1 2 3 4 5 6; do # the budget is used up, but not by a generation more
    holds "$(column games | sed -n ${row}p) >= 400 && $(column games | sed -n ${row}p) < 700"
    holds "$(column wins | sed -n ${row}p) + $(column draws | sed -n ${row}p) + $(column losses | sed -n ${row}p) == 36"
    holds "$(column positions | sed -n ${row}p) == 20"
done
# What is measured is what a run hands out: the winner of its play-off.
for run in 01-openings=2/seed-1 02-openings=3/seed-1 01-openings=2/seed-2 02-openings=3/seed-2 01-openings=2/seed-3 02-openings=3/seed-3; do
    "$C4EVOLVE" log "$tmp/whole/$run" playoff --csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "id") at = i } NR == 2 { print $at }'
done >"$tmp/winners"
check "others than the winners of play-offs" cmp "$tmp/winners" <(column champion)

# One thread gives the same; so does one that is killed again and again.
expect_done "${first[@]}" --out "$tmp/one" --csv --quiet --threads 1
check "one thread gives something else" cmp "$tmp/wanted" <(without_times <"$tmp/out")
for i in $(seq 25); do
    command_line="c4evolve ${first[*]}, killed"
    "$C4EVOLVE" "${first[@]}" --out "$tmp/killed" --quiet --threads 2 >"$tmp/out" 2>"$tmp/err" </dev/null &
    pid=$!
    sleep "$(printf '0.%03d' $((RANDOM % 120 + 4 * i)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
expect_done "${first[@]}" --out "$tmp/killed" --csv --quiet
check "killed and resumed it gives something else" cmp "$tmp/wanted" <(without_times <"$tmp/out")

# A result that was torn off when it was written is measured again.
head -c -9 "$tmp/killed/measured.txt" >"$tmp/torn"
cp "$tmp/torn" "$tmp/killed/measured.txt"
expect_done "${first[@]}" --out "$tmp/killed" --csv --quiet
check "after a torn line it gives something else" cmp "$tmp/wanted" <(without_times <"$tmp/out")
check "the line was not added" test "$(wc -c <"$tmp/torn")" -lt "$(wc -c <"$tmp/killed/measured.txt")"

# Ctrl-C, in the middle of a run: the command to continue is printed, and it continues.
run_interrupted 'run 1 of' "${first[@]}" --games 300000 --out "$tmp/long"
expect_code 1
holds "$took < 5"
check "stdout is not empty" test ! -s "$tmp/out"
err_has 'interrupted; all finished games are saved. To continue, run:'
err_has "  c4evolve experiment $config --vary play.openings=2,3 --seeds 1..3 --games 400 --openings 6 --games 300000 --out $tmp/long"

# Other seeds may be added; their runs alone are played.
expect_done "${first[@]}" --seeds 1..4 --out "$tmp/whole" --csv
check "other runs were played" test "$(grep -c '^run ' "$tmp/err")" -eq 2
out_lines 9
check "the runs are not the same" cmp <(cut -d, -f1,2,9-11 "$tmp/wanted") <(cut -d, -f1,2,9-11 "$tmp/out" | head -7)

# JSON has the same figures.
expect_done "${first[@]}" --out "$tmp/one" --json --quiet
parse_json
check "no sentence" test -n "$(json .findings.0)"
check "not one comparison" test "$(grep -c '^\.comparisons\.[0-9]*\.p ' "$tmp/json")" -eq 1
check "not six runs" test "$(grep -c '^\.combinations\.[0-9]*\.runs\.[0-9]*\.folder ' "$tmp/json")" -eq 6
for c in 0 1; do # the mean of the runs' scores, and the same number in CSV
    mean=$(awk -v c=$c '$1 ~ "^[.]combinations[.]" c "[.]runs[.][0-9]+[.]score[.]mean$" { sum += $2; n++ } END { print sum / n }' "$tmp/json")
    holds "($mean - $(json .combinations.$c.score.mean)) ^ 2 < 1e-8"
    csv=$(awk -F, -v v=$((c + 2)) '$1 == v { sum += $3; n++ } END { print sum / n }' "$tmp/wanted")
    holds "($mean - $csv) ^ 2 < 1e-8"
done
holds "$(json .comparisons.0.p) == $(json .comparisons.0.p_corrected)"

# Several keys, quoted values, a correction for six comparisons.
expect_done experiment "$config" --vary 'genes.evolve="line shape",line' --vary play.depth=1,2 --seeds 4,9 \
    --set run.generations=2 --openings 3 --out "$tmp/quoted" --quiet
tr '\n' ' ' <"$tmp/out" >"$tmp/text"
out_has 'evolve=line shape, depth=1'
check "no correction" grep -q 'after correction for 6 comparisons' "$tmp/text"
check "no such folder" test -e "$tmp/quoted/03-evolve=line__depth=1/seed-9/champion.ini"
expect_done log "$tmp/quoted/01-evolve=line_shape__depth=1/seed-4"

# One seed has no intervals; no varied key is one combination.
expect_done experiment "$config" --vary play.openings=2,3 --seeds 5 --openings 3 --set run.generations=1 --out "$tmp/seed" --quiet
out_has 'With one seed there are no intervals'
out_has 'The largest difference with seed 5'
check "it tests" test "$(grep -c 'corrected' "$tmp/out")" -eq 0
check "nan" test "$(grep -ciw nan "$tmp/out")" -eq 0
expect_done experiment "$config" --seeds 5,6 --openings 3 --set run.generations=1 --out "$tmp/plain" --quiet
out_has 'The champions of 2 seeds score'

# A time budget ends runs, too.
expect_done experiment "$config" --seeds 1 --minutes 1e-9 --openings 3 --out "$tmp/minutes" --quiet --csv
check "not one generation" test "$(column generations)" = 1

# A plan is printed without playing; it does not create the folder.
expect_done "${first[@]}" --out "$tmp/none" --dry-run
out_has '2 combinations, 3 seeds: 6 runs'
out_has 'openings=2: up to'

# Mistakes of the command line and of any combination are found before anything is played.
refused() {
    local text=$1
    shift
    expect_error 2 "$text" experiment "$config" --out "$tmp/none" "$@"
    check "the folder was made" test ! -e "$tmp/none"
}
refused "play.openings: 'x' is not a whole number" --vary play.openings=2,x
refused 'play.nosuch' --vary play.nosuch=1,2
refused 'no such key' --vary nosuch.key=1
refused "genes.evolve: 'nosuch' is neither" --vary 'genes.evolve="line nosuch",line'
refused 'is not of the form' --vary openings=2
refused 'given twice' --vary play.openings=2,2
refused 'use --seeds' --vary run.seed=1,2
refused "--seeds: 'x' is neither" --seeds x
refused 'is empty' --seeds 5..1
refused '--vary and --set both set play.openings' --vary play.openings=2,3 --set play.openings=4
refused '--games and --vary both set run.generations' --games 100 --vary run.generations=2,3
refused '--games and --minutes' --games 100 --minutes 1
refused 'run.minutes' --minutes x
refused '--csv and --json' --csv --json
refused '--openings' --openings 0
refused 'no file matches' --set population.founders=nosuch.ini
refused 'size' --vary population.size=6,2 --set population.elites=3
expect_error 2 'No such file' experiment "$tmp/nosuch.ini"
run experiment "$config" --vary play.openings=x,y --vary play.plies=z --out "$tmp/none" # all errors
for value in x y z; do err_has "'$value' is not a whole number"; done
check "an error is repeated" test "$(grep -c "'z' is not" "$tmp/err")" -eq 1

# The folder of another experiment, of a run, or one that is in use.
expect_error 2 "$tmp/one belongs to another experiment: line 4 of experiment.txt is 'vary play.openings=2', not 'vary play.openings=4'" \
    experiment "$config" --vary play.openings=4,5 --seeds 1..3 --games 400 --out "$tmp/one"
expect_error 2 "belongs to another experiment" "${first[@]}" --set play.plies=7 --out "$tmp/one"
sed 's/^depth .*/depth = 1/' "$config" >"$tmp/other.ini"
expect_error 2 "belongs to another experiment" "${first[@]/$config/$tmp/other.ini}" --out "$tmp/one"
err_has "'depth     = 2', not 'depth = 1'"
expect_error 2 "holds a run" "${first[@]}" --out "$tmp/one/01-openings=2/seed-1"
cp -r "$tmp/one" "$tmp/mixed"
rm -r "$tmp/mixed/01-openings=2/seed-2"
cp -r "$tmp/one/02-openings=3/seed-2" "$tmp/mixed/01-openings=2/seed-2"
expect_error 2 "01-openings=2/seed-2 is not a run of this experiment" "${first[@]}" --out "$tmp/mixed"
exec 9>>"$tmp/one/run.lock"
if flock -n 9; then
    expect_error 2 "another c4evolve" "${first[@]}" --out "$tmp/one"
fi
exec 9>&-

# Somebody else's folder: neither a pipe nor a link is read from or written to.
echo precious >"$tmp/victim"
for name in experiment.txt measured.txt; do
    for make in 'mkfifo' "ln -s $tmp/victim"; do
        rm -rf "$tmp/theirs" && cp -r "$tmp/whole" "$tmp/theirs" && rm "$tmp/theirs/$name"
        $make "$tmp/theirs/$name"
        command_line="c4evolve ${first[*]}, $make $name"
        timeout 60 "$C4EVOLVE" "${first[@]}" --out "$tmp/theirs" --quiet >"$tmp/out" 2>"$tmp/err" </dev/null
        code=$?
        check "exit code $code" test $code -eq 1 -o $code -eq 2
        err_has "$name is a link or not a file: remove it"
        check "the target of a link was changed" grep -qx precious "$tmp/victim"
    done
done
for place in 01-openings=2 01-openings=2/seed-1; do
    rm -rf "$tmp/theirs" "$tmp/ours" && cp -r "$tmp/whole" "$tmp/theirs" && rm -r "$tmp/theirs/$place" "$tmp/theirs/measured.txt"
    mkdir "$tmp/ours" && ln -s "$tmp/ours" "$tmp/theirs/$place"
    expect_error 1 "$place is a link: remove it" "${first[@]}" --out "$tmp/theirs" --quiet
    check "files behind the link" test -z "$(ls "$tmp/ours")"
done
finish
