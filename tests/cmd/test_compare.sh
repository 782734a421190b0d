#!/usr/bin/env bash
# compare: weights, games at several depths and at equal nodes, mistakes, a verdict.
. tests/cmd/lib.sh
. tests/cmd/evolution.sh
export XDG_CACHE_HOME=$tmp/cache
quick='--depths 2,3 --games 200 --positions 28:60'

# compare_of ARGUMENTS...: text in $tmp/out, and the same answers as JSON in $tmp/json.
compare_of() {
    expect_done compare "$@" --json
    parse_json
    check "something is not finite" awk '/ (nan|inf|-inf)$/ { exit 1 }' "$tmp/json"
}
value() { json ".opponents.$1.matches.$2.$3"; }

# A player that searches deeper beats one that does not, by every measure; the parts fit together.
compare_of fevalb:depth=4 fevalb:depth=1 $quick
holds "$(json .interrupted | grep -c false) == 1"
check "it is not once" test "$(json .opponents.0.matches.1.games)" = ''
check "not as they are" test "$(value 0 0 limit)" = own
holds "$(value 0 0 score) > 0.6 && $(value 0 0 los) > 0.99"
check "no difference is found" test "$(value 0 0 finding)" = better
check "weights of the same genome differ" test "$(json .weights.0.gene)" = ''
holds "$(json .players.0.mistakes.mistakes) <= $(json .players.1.mistakes.mistakes)"
case $(json .opponents.0.verdict) in
'fevalb:depth=4 is better than fevalb:depth=1 (Elo +'*) ;;
*) fail "the verdict is $(json .opponents.0.verdict)" ;;
esac

# Depths, then as many nodes as at the middle depth; each adds up.
compare_of champion fevalb rusak random $quick
for opponent in 0 1 2; do
    for m in 0 1 2; do
        [ "$opponent$m" = 22 ] && continue
        holds "$(value $opponent $m wins) + $(value $opponent $m draws) + \
            $(value $opponent $m losses) == 200"
        holds "$(value $opponent $m moving_first.wins) + $(value $opponent $m moving_second.wins) \
            == $(value $opponent $m wins)"
        holds "$(value $opponent $m low) <= $(value $opponent $m score)"
        holds "$(value $opponent $m elo_low) <= $(value $opponent $m elo)"
        pairs=0
        for i in 0 1 2 3 4; do pairs=$((pairs + $(value $opponent $m "pairs.$i"))); done
        holds "$pairs == 100"
    done
done
holds "$(value 0 0 amount) == 2 && $(value 0 1 amount) == 3"
check "not at equal nodes" test "$(value 0 2 limit)" = nodes
holds "$(value 0 2 amount) - ($(value 0 1 nodes_first) + $(value 0 1 nodes_other)) / 2 <= 0.5"
holds "($(value 0 1 nodes_first) + $(value 0 1 nodes_other)) / 2 - $(value 0 2 amount) <= 0.5"
# A search stops between nodes, and the last one may have seven leaves.
holds "$(value 0 2 nodes_first) <= $(value 0 2 amount) + 7"
check "random has equal nodes" test "$(value 2 2 limit)" = ''
holds "$(value 2 0 score) > 0.9"
check "random has a genome" test "$(json .players.3.genome)" = false
check "random has weights" test "$(json .weights.0.scaled.3)" = null
holds "$(json .weights.0.effect.1) > 0 || $(json .weights.0.effect.2) > 0"
check "there is timing" test "$(grep -c '^\.timing' "$tmp/json")" -eq 0
holds "$(json .openings.plies) == 7"

# The same bytes for any number of threads, from the cache or not; but --seed matters.
cp "$tmp/out" "$tmp/one"
for how in '--threads 1' '--threads 2' "--cache $tmp/other"; do
    expect_done compare champion fevalb rusak random $quick $how --json
    check "$how makes a difference" cmp "$tmp/out" "$tmp/one"
done
expect_done compare champion fevalb $quick --threads 1
out_has 'A  champion'
out_has 'gene '
out_has '--all shows them.'
out_has "A against B, from A's side; unseen openings of 7 plies"
out_has 'depth 2 '
out_has 'LOS %'
out_has 'Mistakes against perfect play in 60 solved positions'
check "no verdict" grep -q '^champion is better than fevalb at both depths' "$tmp/out"
check "times on stdout" test "$(grep -c Measured "$tmp/out")" -eq 0
err_has 'Speed, measured on one thread'
cp "$tmp/out" "$tmp/text"
expect_done compare champion fevalb $quick --threads 2
check "two threads make a difference" cmp "$tmp/out" "$tmp/text"
check "a line is longer than 80 columns" awk 'length > 80 { exit 1 }' "$tmp/out"
expect_done compare champion fevalb $quick --seed 2
check "--seed makes no difference" test "$(cmp -s "$tmp/out" "$tmp/text"; echo $?)" -eq 1
expect_done compare champion fevalb $quick --all --timing
check "--all shows no more" test "$(wc -l <"$tmp/out")" -gt "$(($(wc -l <"$tmp/text") + 10))"
out_has 'ns per evaluation'

# The match from the other side is the same.
compare_of champion fevalb $quick --positions none --nodes 0
wins=$(value 0 0 wins) losses=$(value 0 0 losses)
check "mistakes are counted" test "$(json .players.0.mistakes.rate)" = ''
check "--nodes 0 plays at equal nodes" test "$(value 0 2 limit)" = ''
compare_of fevalb champion $quick --positions none --nodes 50
holds "$(value 0 0 wins) == $losses && $(value 0 0 losses) == $wins"
check "not worse" test "$(value 0 0 finding)" = worse
holds "$(value 0 2 amount) == 50"

# Twice the weights are the same genome; a sweep has finite figures; no genome at all is fine.
compare_of rusak rusak:own1=2,own2=4,own3=6,opp1=2,opp2=4,opp3=6 $quick
check "weights differ by a factor" test "$(json .weights.0.gene)" = ''
holds "$(value 0 0 score) == 0.5"
check "alike players are told apart" test "$(value 0 0 finding)" = open
compare_of random forward --games 20 --positions none
expect_done compare random forward --games 20 --positions none
compare_of fevalb:depth=6 random --games 60 --positions none
holds "$(value 0 0 wins) >= 59 && $(value 0 0 elo) > 300"

# The sequential test ends early, at the same pair with any number of threads, or not at all.
sprt='--depths 3 --positions none --nodes 0 --json --sprt'
expect_done compare champion random $sprt 0,50 --threads 1
cp "$tmp/out" "$tmp/one"
parse_json
check "not more than 0" test "$(value 0 0 sprt.answer)" = upper
holds "$(value 0 0 sprt.llr) >= $(value 0 0 sprt.llr_high)"
holds "$(value 0 0 games) < 500"
expect_done compare champion random $sprt 0,50 --threads 2
check "two threads make a difference" cmp "$tmp/out" "$tmp/one"
expect_done compare random champion $sprt 0,50
parse_json
check "not less than 50" test "$(value 0 0 sprt.answer)" = lower
check "the verdict is another" grep -qF 'testing 0 against 50 Elo: less than 50 Elo at depth 3' \
    "$tmp/json"
expect_done compare rusak rusak $sprt -10,10 --games 100
parse_json
check "decided after 50 even pairs" test "$(value 0 0 sprt.answer)" = open
expect_done compare rusak random --depths 2 --positions none --sprt 0,100 --games 400
out_has 'more than 0'

# A run folder stands for its champion; its own openings are not used.
expect_done "$config" --out "$tmp/run" --quiet --set play.plies=7 --set validate.plies=8
compare_of "$tmp/run" "$tmp/run/champion.ini" fevalb $quick
check "the champion has no number" test -n "$(json .players.0.champion)"
holds "$(value 0 0 score) == 0.5"
check "it is not the champion" test "$(json .weights.0.effect.1)" = 0
holds "$(json .openings.plies) == 9"
check "the openings are not unseen" test "$(json .openings.unseen)" = true
expect_done compare "$tmp/run:depth=2" random --games 10 --positions none
out_has ', its champion, genome '
expect_done compare "$tmp/run" random --games 10 --depths 2 --positions none --openings 8
err_has 'they are not new to its champion'
check "it says unseen" test "$(grep -c unseen "$tmp/out")" -eq 0
chmod a-w "$tmp/run"
expect_done compare "$tmp/run" random --games 4 --depths 2 --positions none
chmod u+w "$tmp/run"

# There are few openings of few plies.
expect_done compare random forward --games 400 --positions none --openings 2
err_has 'openings have 2 plies: matches are shorter'

# Errors are reported before a game is played.
expect_error 2 'compare: too few arguments' compare fevalb
expect_error 2 "no genome file 'nosuch'" compare fevalb nosuch
mkdir "$tmp/empty"
expect_error 2 'is not a run: there is no run.db' compare "$tmp/empty" fevalb
expect_error 2 'nosuch: neither a player key nor a gene' compare "$tmp/run:nosuch=1" fevalb
expect_error 2 "--depths: '0' is not a number of plies from 1 to 42" compare fevalb rusak --depths 4,0
expect_error 2 '--depths: 4 is given twice' compare fevalb rusak --depths 4,5,4
expect_error 2 '--depths: no depth is given' compare fevalb rusak --depths ,
expect_error 2 "--sprt: '5' is not ELO0,ELO1" compare fevalb rusak --sprt 5
expect_error 2 '--sprt: 5,0 are not two Elo differences' compare fevalb rusak --sprt 5,0
expect_error 2 '--sprt: error rates must lie between' compare fevalb rusak --sprt 0,5 --alpha 0.7
expect_error 2 "--nodes: 'x' is not a whole number" compare fevalb rusak --nodes x
expect_error 2 "--positions: '50:5' is not PLIES:COUNT" compare fevalb rusak --positions 50:5
expect_error 2 'more than 26 players' compare $(yes random | head -27)
if [ -w /dev/full ]; then
    command_line='compare ... >/dev/full'
    "$C4EVOLVE" compare random forward --games 2 --positions none >/dev/full 2>"$tmp/err"
    code=$?
    expect_code 1
    err_has 'No space left'
fi

# Ctrl-C prints the results so far. The note about openings shows that play begins.
run_interrupted 'matches are shorter' compare fevalb rusak --depths 9,12 --games 200000 --json --threads 2
expect_code 1
parse_json
err_has 'interrupted; these are the results so far'
check "it is not said to be interrupted" test "$(json .interrupted)" = true
finish
