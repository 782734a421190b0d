#!/usr/bin/env bash
# evolve --from: a genome is tuned without a config, and the end says what was gained and why.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
mkdir 'a folder'
cat >'a folder/mine,1.ini' <<END
[line]
own2 = 20
own3 = 1
opp2 = 20
opp3 = 1
END
cat >rest.ini <<END
[line]
own3 = 5
[disc]
disc0 = 1
END
quick="--set population.size=8 --set play.depth=2 --set run.generations=4 --set run.minutes=0
    --set fit.truth_positions=300 --set fit.openings=2 --set validate.changes=60
    --set validate.verdict_openings=4 --set validate.playoff_openings=4 --threads 2"

# The genes that are not zero evolve, and the sentence at the end has the score against the founder.
expect_done evolve --from 'a folder/mine,1.ini' $quick --save-config config.ini
err_has 'reports/mine,1/champion.ini'
out_has 'The champion scores 0.'
out_has 'against mine,1, which it'
out_has 'it is better by'
out_has 'What each change is worth'
check "no gene is named" grep -q '^  own3 .*(.* to .*)' "$tmp/out"
tail -3 "$tmp/out" >last
check "the sentence is not the last" grep -q 'What did it\|No single change' last
"$C4EVOLVE" log 'reports/mine,1' genomes --csv >genomes.csv
changed() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
    at && $3 != "opponent" && $3 != "yardstick" { seen[$at] = 1 } END { n = 0; for (v in seen) n++; print n + 0 }' genomes.csv; }
check "own2 did not evolve" test "$(changed own2)" -gt 5
check "own1 evolved" test "$(changed own1)" -eq 1

# The saved config does the same, and so does another number of threads.
sed 's/^name = .*/name = again/' config.ini >again.ini
expect_done evolve again.ini $quick --threads 1
"$C4EVOLVE" log reports/again genomes --csv >again.csv
check "the saved config is another run" cmp genomes.csv again.csv

# What does not evolve keeps the founder's value; a second run gets a folder of its own. --genes adds
# genes, --against names the opponents, and a config of it is not needed.
expect_done evolve --from rest.ini --genes tempo $quick --set genes.evolve=tempo --against fevalb lines --quiet
expect_done evolve --from rest.ini --genes tempo $quick --set run.generations=1 --against fevalb lines --quiet
check "there is no second folder" test -f reports/rest-2/run.db
"$C4EVOLVE" log reports/rest genomes --csv >genomes.csv
check "own3 changed" test "$(changed own3)" -eq 1
"$C4EVOLVE" export reports/rest --as ini >champion.ini
check "the champion lost own3" grep -qx 'own3 = 5' champion.ini
check "the champion lost disc0" grep -qx 'disc0 = 1' champion.ini
run log reports/rest lineage --csv
check "other opponents" test "$(awk -F, '$4 == "opponent" { printf "%s ", $7 }' "$tmp/out")" = 'rest fevalb lines '

# What a tie does to the founder is told at the start, and is no gene's merit at the end.
printf '[line]\nown2 = 2\nown3 = 9\nopp3 = 5\n' >tied.ini
expect_done evolve --from tied.ini --symmetric $quick
err_has 'Tied genes replace what tied says: opp2 2 instead of 0, opp3 9 instead of 5'
out_has 'Before the run began, the tie changed tied:'
check "the tie is not a change of its own" grep -q '^  the tie  .* [+-]0\.' "$tmp/out"
"$C4EVOLVE" export reports/tied --as ini >champion.ini
check "the champion is not symmetric" test "$(sed -n 's/^own[123] = //p' champion.ini)" = "$(sed -n 's/^opp[123] = //p' champion.ini)"
expect_done resume reports/tied --generations 5 --quiet

# Any genome of the run is a player.
expect_done match 'reports/rest#1:depth=2' reports/rest:depth=2 --games 20
expect_done move 'reports/rest#2:depth=3' 44
expect_done compare 'reports/rest#1' reports/rest --games 8 --depths 1 --nodes 0 --positions none
expect_error 2 'there is no genome 99999' match 'reports/rest#99999' random
# ...and can be exported and tuned, as its champion can, also against others.
expect_done export 'reports/rest#1' --as ini
out_has '; A genome of generation 0 of the run rest'
check "it is another genome" grep -qx 'own3 = 5' "$tmp/out"
expect_done export reports/rest --as ini
out_has '; Champion after generation'
expect_done evolve --from 'reports/rest#1' $quick --against 'reports/rest#2' 'reports/rest#3' --quiet
run log reports/rest-1 lineage --csv
check "other opponents" test "$(awk -F, '$4 == "opponent" { printf "%s ", $7 }' "$tmp/out")" = 'rest#1 rest#2 rest#3 '
expect_done evolve --from reports/rest --dry-run
expect_error 2 'there is no genome 99999' evolve --from 'reports/rest#99999'
expect_error 2 "'x' is not the id of a genome" match 'reports/rest#x' random

# resume ends with the same words.
expect_done resume reports/rest --generations 5 --quiet
out_has 'The champion '

# The time is the budget: lines about generations tell what is left of it.
expect_done evolve --from rest.ini --minutes 0.05 --set play.depth=1 --set population.size=8 \
    --set fit.every=0 --set validate.changes=10 --set validate.verdict_openings=2 \
    --set validate.playoff=0 --set surface.start=1
err_has 'The time budget is used up.'
check "more time is left than there is" awk '/^generation [0-9]/ && $NF + 0 > 3 { exit 1 }' "$tmp/err"

# Errors.
expect_error 2 "no genome file 'nosuch.ini'" evolve --from nosuch.ini
echo '[line]' >empty.ini
expect_error 2 'all genes have their defaults; name some to evolve' evolve --from empty.ini
expect_error 2 "'own9' is neither a family nor a gene" evolve --from rest.ini --genes own9
expect_error 2 "--minutes: '0' is not a number above 0" evolve --from rest.ini --minutes 0
expect_error 2 '--from needs no config: what is again.ini?' evolve --from rest.ini again.ini
expect_error 2 'one genome at a time' evolve --from rest.ini --from again.ini
expect_error 2 'belong to --from' evolve again.ini --symmetric
expect_error 2 'belong to --from' evolve again.ini --minutes 3
expect_error 2 'CONFIG.ini is missing, or --from GENOME' evolve
expect_error 2 'one config at a time' evolve again.ini config.ini
expect_error 2 "no genome file 'nobody'" evolve --from rest.ini --against fevalb nobody
expect_error 1 'nowhere' evolve --from rest.ini --save-config nowhere/config.ini
check "something was left behind" test ! -e nowhere

# A name cannot add lines to the config.
name=$'x\n[genes]\nengine = uci:evil\n[foo]\na = b.ini'
cp rest.ini "$name"
expect_error 2 'a config cannot name what has control characters in it' evolve --from "$name" --dry-run
mkdir "$tmp/"$'y\nengine = uci:'
cp rest.ini "$tmp/"$'y\nengine = uci:/evil.ini'
expect_error 2 'a config cannot name what has control characters in it' evolve --from "$tmp/"$'y\nengine = uci:/evil.ini' --dry-run
finish
