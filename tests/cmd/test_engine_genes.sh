#!/usr/bin/env bash
# Engines whose options are genes: our own through UCI is tuned as inside; one in Python; never
# started unasked; every mistake has its message.
. tests/cmd/lib.sh
root=$PWD
cd "$tmp" || exit 1

# config NAME FOUNDER GENES: a small run.
config() {
    cat >"$1.ini" <<INI
[run]
name = $1
generations = 3
seed = 7
[population]
size = 5
founders = $2
elites = 2
[genes]
$3
[play]
depth = 2
openings = 1
opponents = $root/genomes/fevalb.ini
opponent_openings = 2
[surface]
every = 0
[validate]
against = random
verdict_openings = 4
panel = 0
playoff = 0
truth =
INI
}

# 1. Our own program through UCI, tuned as it is inside: the same games, to the byte.
cp "$root/genomes/fevala.ini" .
config inside fevala.ini 'evolve = own1 own2 own3'
config outside c4evolve "engine = uci:$C4EVOLVE uci $root/genomes/fevala.ini:tune=own1+own2+own3
c4evolve.own1 = -1000 1000 1
c4evolve.own2 = -1000 1000 2
c4evolve.own3 = -1000 1000 4"
run evolve inside.ini --threads 2
expect_code 0
for threads in 1 2; do
    rm -rf reports/outside
    run evolve outside.ini --threads $threads
    expect_code 0
    check "other results than inside" cmp reports/inside/winrates.csv reports/outside/winrates.csv
done
run report reports/inside --table genomes --csv
cut -d, -f 6-8 "$tmp/out" | tail -n +2 >genes.inside
run report reports/outside --table genomes --csv --engine "uci:$C4EVOLVE uci $root/genomes/fevala.ini:tune=own1+own2+own3"
if [ -s "$tmp/out" ]; then
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "c4evolve.own1") c = i; next }
        $c != "" { print $c "," $(c + 1) "," $(c + 2) }' "$tmp/out" >genes.outside
fi
ours="uci:$C4EVOLVE uci $root/genomes/fevala.ini:tune=own1+own2+own3"
rm -rf reports/outside
run evolve outside.ini --set run.generations=1
expect_code 0
run resume reports/outside --generations 3 --engine "$ours"
expect_code 0
check "resumed, it plays other games" cmp reports/inside/winrates.csv reports/outside/winrates.csv
run export reports/outside --as uci --engine "$ours" -o lines
expect_code 0
check "no setoption lines" test "$(grep -c '^setoption name own[123] value ' lines)" -eq 3
run match reports/outside random --games 4 --engine "$ours"
expect_code 0
run export reports/outside --as ini --engine "$ours" -o champion.ini
expect_code 0
check "the genome does not name its engine" grep -qF '[engine c4evolve]' champion.ini
run match champion.ini:depth=2 fevala.ini:depth=2 --games 4 --engine "$ours"
expect_code 0

# A poor start gets better, and the changes of its options are named in steps of their own.
sed 's/^own2 = .*/own2 = 0/; s/^own3 = .*/own3 = 0/' fevala.ini >poor.ini
poor="uci:$C4EVOLVE uci $tmp/poor.ini:tune=own1+own2+own3"
run evolve --from c4evolve --engine "$poor" --set play.depth=1 --set run.minutes=0 --set run.generations=6 --against fevala fevalb \
    --set validate.changes=40 --set validate.verdict_openings=2 --set validate.playoff=0 \
    --set population.size=12 --set play.opponent_openings=6 --out reports/poor
expect_code 0
out_has 'A typical step of each'
out_has 'The champion scores 0.'
check "no option is named" grep -q '^  c4evolve.own[123]  ' "$tmp/out"
for sentence in 'evaluations equally' 'The champion is c4evolve itself' 'Only proportions matter'; do
    check "it says '$sentence'" test "$(grep -c "$sentence" "$tmp/out")" -eq 0
done

# 2. Never unasked.
expect_error 2 "uses the engine 'c4evolve'" match champion.ini random
for command in log report resume; do
    run $command reports/outside
    expect_code 2
    err_has "uses the engine 'c4evolve'"
done
expect_done runs
check "it does not say what the run needs" grep -q '^reports/outside  *needs program  *[0-9.]*$' "$tmp/out"
expect_done runs --engine "$ours"
check "it is not read" grep -qE '^reports/outside  *finished  *3 ' "$tmp/out"

# 3. The example in Python: its options are genes, and a process plays more than one game.
if command -v python3 >/dev/null; then
    simple="uci:$root/configs/engines/simple.py"
    expect_done genes --engine "$simple"
    out_has 'simple.Three'
    check "it is longer than it says" test "$(wc -l <"$root/configs/engines/simple.py")" -le 70
    run match simple:Three=9,depth=2 simple:depth=1 --games 6 --engine "$simple"
    expect_code 0
    out_has '6 games'
    expect_done compare simple:depth=1 simple:Three=9,depth=1 --engine "$simple" --games 2 --depths 1 --nodes 0 --positions none
    check "our evaluation is timed, which it does not use" test "$(grep -c 'ns per' "$tmp/err")" -eq 0
    config python simple "engine = $simple"
    run evolve python.ini --set run.generations=1 --set play.opponent_openings=1 --set play.depth=1
    expect_code 0
    check "no champion" grep -qF '[engine simple]' reports/python/champion.ini
fi

# 4. Every mistake has its message.
# engine NAME LINE...: an engine that lists these options, and plays the first column.
engine() {
    local name=$1
    shift
    {
        echo '#!/bin/sh'
        echo 'while read -r word rest; do case $word in'
        echo 'uci) cat <<END'
        printf '%s\n' "$@" 'uciok' 'END'
        echo ';; isready) echo readyok ;; go) echo bestmove 0000 ;; quit) exit ;; esac; done'
    } >"$name"
    chmod +x "$name"
}
variant='option name UCI_Variant type combo default cfour var cfour'
engine bare "$variant" 'option name Hash type spin default 16 min 1 max 64' 'option name Book type string default none'
expect_error 2 'the engine has no options to tune' genes --engine uci:./bare
engine some "$variant" 'option name Attack Power type spin default 5 min 0 max 10' 'option name Depth2 type spin default 1 min 0 max 3'
expect_done genes --engine uci:./some
out_has 'some.Attack Power'
expect_error 2 "has no option 'Defence' that is a number" genes --engine uci:./some:tune=Defence
expect_error 2 'uci:COMMAND' genes --engine some
expect_error 2 'nosuchengine' genes --engine uci:./nosuchengine
engine chess 'option name Attack type spin default 5 min 0 max 10'
expect_error 2 'does not say that it plays Connect Four' genes --engine uci:./chess
engine twice "$variant" 'option name Attack type spin default 5 min 0 max 10' 'option name attack type spin default 1 min 0 max 3'
expect_error 2 "the engine lists the option 'attack' twice" genes --engine uci:./twice
engine outside "$variant" 'option name Attack type spin default 50 min 0 max 10'
expect_error 2 "option 'Attack': its default 50 is not between its bounds, 0 and 10" genes --engine uci:./outside
engine upside "$variant" 'option name Attack type spin default 5 min 10 max 0'
expect_error 2 "option 'Attack': its lowest value, 10, is above its highest, 0" genes --engine uci:./upside
engine fixed "$variant" 'option name Attack type spin default 1 min 1 max 1' 'option name Far type string default 5000'
expect_done genes --engine uci:./fixed
out_has 'fixed.Far'
check "what is fixed is a gene" test "$(grep -c Attack "$tmp/out")" -eq 0
# Options that no genome can hold, or that would trick a terminal, are left out.
engine odd "$variant" 'option name Seed type spin default 0 min 0 max 18446744073709551615' \
    'option name Wide type spin default 0 min -1e308 max 1e308' 'option name Far type string default 1e300' \
    $'option name At\xe2\x80\xaetack type spin default 5 min 0 max 10' 'option name Real type spin default 5 min 0 max 10'
expect_done genes --engine uci:./odd
check "not one option" test "$(grep -c ' odd[.]' "$tmp/out")" -eq 2
out_has 'odd.Real'
expect_error 2 "the engine has no option 'Seed' that is a number" genes --engine uci:./odd:tune=Seed
engine .hidden "$variant" 'option name Real type spin default 5 min 0 max 10'
expect_done genes --engine uci:./.hidden
out_has 'hidden.Real'
# A slow engine gets a short run: what --from plays depends on the measured speed.
engine slow "$variant" 'option name Attack type spin default 5 min 0 max 10'
sed -i 's/go) /go) sleep 0.2; /' slow
expect_done evolve --from slow --engine uci:./slow --minutes 0.5 --threads 2 --dry-run --save-config slow.ini
check "the verdict is as long as usual" grep -qx 'verdict_openings = 4' slow.ini
check "the search is as deep as usual" grep -q '^depth = 1 ' slow.ini
check "generations are as large as usual" grep -qx 'size = 12' slow.ini
err_has 'as it is slow'
# A config that --from makes works in any folder, and what a run says at its end can be pasted: the
# engine's path is whole, and so are those of files among its arguments.
if command -v python3 >/dev/null; then
    mkdir 'my bots' other
    cp "$root/configs/engines/simple.py" 'my bots/bot.py'
    cp "$root/configs/engines/simple.py" 'my bots/bot'
    cd 'my bots' || exit 1
    expect_done evolve --from bot --engine 'uci:./bot:tune=Three' --minutes 0.02 --dry-run --save-config ../other/bot.ini
    expect_done evolve --from bot --engine 'uci:python3 bot.py' --minutes 0.02 --dry-run --save-config ../other/script.ini
    cd ../other || exit 1
    check "not the whole path" grep -qx "engine = uci:\"$(realpath "$tmp")/my bots/bot\":tune=Three" bot.ini
    check "not the whole path of the argument" grep -qx "engine = uci:python3 \"$(realpath "$tmp")/my bots/bot.py\"" script.ini
    expect_done evolve script.ini --dry-run
    cd ..
    sed -i 's|^engine = .*|engine = uci:"../my bots/bot":tune=Three|' other/bot.ini
    run_interrupted 'generation 0' evolve other/bot.ini --set run.minutes=0 --set play.depth=1
    expect_code 1
    hint=$(tail -1 "$tmp/err")
    check "it does not name the engine" test "$hint" = "  c4evolve resume reports/bot --engine 'uci:\"other/../my bots/bot\":tune=Three'"
    hint="\"$C4EVOLVE\" ${hint#*c4evolve }"
    generations=$(bash -c "${hint/resume/log} --csv" | tail -1 | cut -d, -f1)
    check "it cannot be pasted: $hint" bash -c "$hint --generations $((generations + 2))"
fi
# An engine that forgets its options: a run that was begun with them is refused.
config forgetful some 'engine = uci:./some'
run evolve forgetful.ini --set run.generations=1 --set play.depth=1
expect_code 0
engine some "$variant" 'option name Depth2 type spin default 1 min 0 max 3'
run resume reports/forgetful --generations 2 --engine uci:./some
expect_code 2
err_has "some has no gene 'Attack Power' any more"
# One that has an option only in its first two processes, and one that ignores setoption.
if command -v python3 >/dev/null; then
    sed "s/^OPTIONS = .*/&\nimport os; open('started', 'a').write('x')\nif os.path.getsize('started') > 2: del OPTIONS['Three']/" \
        "$root/configs/engines/simple.py" >lapsing.py
    sed "s/^    elif words\[:2\] == \['setoption'.*/    elif words[:2] == ['setoption', 'never']:/" "$root/configs/engines/simple.py" >deaf.py
    chmod +x lapsing.py deaf.py
    config lapsing lapsing 'engine = uci:./lapsing.py'
    run evolve lapsing.ini --set run.generations=1 --set play.depth=1
    expect_code 1
    err_has "no longer has the option 'Three', a gene"
    check "it has played" test ! -s reports/lapsing/winrates.csv
    rm started
    expect_error 1 'no longer has the option' match lapsing random --games 4 --engine uci:./lapsing.py
    rm started
    config deaf deaf 'engine = uci:./deaf.py'
    expect_error 2 'none of its options, at its lowest and highest value, changes any of 20 moves' \
        evolve deaf.ini --set play.depth=1
    check "there is a run" test ! -e reports/deaf
fi
cd "$root" || exit 1
finish
