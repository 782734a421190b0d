#!/usr/bin/env bash
# Runs of genomes with tables: the same bytes whatever happens, and all commands know the tables.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"
: "${TABLE_GENOME:?is not set to table-genome}"

for i in 1 2; do
    "$TABLE_GENOME" $i "$tmp/table$i.ini" || fail "no genome with tables"
    sum[i]=$(sed -n 's/^checksum = //p' "$tmp/table$i.ini")
done
sed -i -e "s#^founders .*#founders = $tmp/table1.ini $tmp/table2.ini#" \
    -e "s#^opponents .*#opponents = $genomes/fevalb.ini $tmp/table2.ini#" \
    -e 's/^\[play\]/[genes]\nevolve = line tempo tables\n[play]/' \
    -e 's/^positions = 2000/positions = 2000\nfamilies = line tables/' "$config"

# One thread or two, killed or not, on one machine or several: the files are the same.
expect_done "$config" --out "$tmp/plain" --quiet --threads 2
keep_tables "$tmp/plain"
same_files() {
    expect_same "$1"
    for file in champion.ini generations.csv lineage.csv winrates.csv; do
        check "$file differs" cmp "$tmp/plain/$file" "$1/$file"
    done
}
expect_done "$config" --out "$tmp/alone" --quiet --threads 1
same_files "$tmp/alone"
command_line='a run that is killed'
for ms in 080 150 240 300; do
    if [ -e "$tmp/killed/run.db" ]; then
        "$C4EVOLVE" resume "$tmp/killed" --quiet >"$tmp/out" 2>"$tmp/err" &
    else
        "$C4EVOLVE" "$config" --out "$tmp/killed" --quiet >"$tmp/out" 2>"$tmp/err" &
    fi
    sleep "0.$ms"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
if [ -e "$tmp/killed/run.db" ]; then
    run resume "$tmp/killed" --quiet
else
    run "$config" --out "$tmp/killed" --quiet
fi
expect_code 0
same_files "$tmp/killed"
if ! "$C4EVOLVE" --version | grep -q 'no MPI$'; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
    export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=
    command_line="mpirun -n 3 c4evolve $config"
    timeout 300 "$MPIEXEC" -n 3 "$C4EVOLVE" "$config" --out "$tmp/many" --quiet --threads 1 \
        >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    expect_code 0
    same_files "$tmp/many"
fi

# A fork that plays the last generations again.
run resume "$tmp/plain" --generation 2 --out "$tmp/fork" --quiet
expect_code 0
same_files "$tmp/fork"

# The champion is in its file, in the run folder, and exported.
champion=$(sed -n 's/^checksum = //p' "$tmp/plain/champion.ini")
expect_done export "$tmp/plain" --as ini
cp "$tmp/out" "$tmp/exported.ini"
check "the champion has no tables" test -n "$champion"
check "its tables differ" test "$(sed -n 's/^checksum = //p' "$tmp/exported.ini")" = "$champion"
for player in "$tmp/plain" "$tmp/plain/champion.ini" "$tmp/exported.ini"; do
    run truth "$player:depth=2" --positions 30:40 --csv --cache "$tmp/solved.txt"
    expect_code 0
    cut -d, -f2-12 "$tmp/out" >"$tmp/mistakes" # without its name and the time
    [ -e "$tmp/first" ] || cp "$tmp/mistakes" "$tmp/first"
    check "it plays differently" cmp "$tmp/first" "$tmp/mistakes"
done

# log, lineage, compare and the page name tables by their checksums.
expect_done log "$tmp/plain" genomes --csv
check "the founder has other tables" test "$(awk -F, '$1 == 1 { print $NF }' "$tmp/out")" = "${sum[1]}"
check "fevalb has tables" test -z "$(awk -F, '$1 == 7 { print $NF }' "$tmp/out")"
expect_done lineage "$tmp/plain" 1
out_has "tables ${sum[1]}"
expect_done lineage "$tmp/plain" 1 --json
out_has "${sum[1]}"
expect_done compare "$tmp/table1.ini" "$tmp/table2.ini" fevalb --depths 1 --games 20 --nodes 0 --positions none
out_has "A  ${sum[1]}"
out_has "B  ${sum[2]}: with these A's evaluation would change by"
out_has "C  none: with these"
out_has "threat in row"
expect_done compare "$tmp/table1.ini" "$tmp/table1.ini:lane_first1=0.5" --depths 1 --games 20 --nodes 0 \
    --positions none
out_has "B  ${sum[1]}, the same"
out_has lane_first1
run report "$tmp/plain" -o "$tmp/page.html"
check "the page does not name the tables" grep -q "\"tables\":\"${sum[1]}\"" "$tmp/page.html"
check "the page does not show what they learned" grep -q '"threats":{' "$tmp/page.html"

# Tables that are weighed but not there.
expect_error 2 'no founder has any' "$config" --out "$tmp/bad" \
    --set population.founders="$genomes/fevalb.ini"

finish
