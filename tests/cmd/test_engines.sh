#!/usr/bin/env bash
# UCI engines as players: a real one, through `match` and by its own protocol, and fake ones that
# do everything that an engine should not.
. tests/cmd/lib.sh
: "${FAKE_ENGINE:?is not set to fake-engine}"
real=/usr/games/fairy-stockfish
[ -x $real ] || { echo "no $real: it is one of the packages that bootstrap installs"; exit 1; }
marker=engine-of-test-$$

# left_over: the engines of this test that are still running, by the first word of their command.
left_over() {
    LC_ALL=C grep -lsaP "^[^\x00]*/fake-engine\x00.*$marker" /proc/[0-9]*/cmdline
}

# nothing_left: they end within a few seconds, however busy the machine is.
nothing_left() {
    local try
    for try in $(seq 100); do
        [ -z "$(left_over)" ] && break
        sleep 0.1
    done
    check "an engine still runs" test -z "$(left_over)"
}

tag() { sed -n "s/^\[$1 \"\(.*\)\"\]$/\1/p" "$tmp/games.pgn"; }

# drops COLUMNS: the moves as an engine reads them.
drops() {
    local -a height=(0 0 0 0 0 0 0 0)
    local i c text=''
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        height[c]=$((height[c] + 1))
        text+=" P@$(echo "$c" | tr 1-7 a-g)${height[c]}"
    done
    echo "$text"
}

# ask COLUMNS GO END: has the real engine, which we talk to ourselves, work on a position; $tmp/out
# is what it says up to a line that begins with END.
ask() {
    local line
    command_line="fairy-stockfish: $2 after '$1'"
    printf 'position startpos moves%s\n%s\n' "$(drops "${1#-}")" "$2" >&"${ENGINE[1]}"
    : >"$tmp/out"
    while read -t 60 -r line <&"${ENGINE[0]}"; do
        echo "$line" >>"$tmp/out"
        [[ $line == "$3"* ]] && return
    done
    fail "no line that begins with $3"
}

# --- A real engine, also found outside PATH, with both colours and many threads.
PATH=/bin:/usr/bin expect_done match fevalb:depth=2 uci:fairy-stockfish:depth=3,option.Hash=1 \
    --games 12 --json --threads 2 --pgn "$tmp/games.pgn"
parse_json
holds "$(json .games) == 12 && $(json .wins) + $(json .draws) + $(json .losses) == 12"
check "it forfeited" eval "! grep -q forfeit '$tmp/err'"
check "not 6 games with the first move" test "$(tag White | grep -c '^uci:fairy')" -eq 6

# By its own protocol. The games are over for the engine, too, with the same result: lost by the
# side to move, or drawn.
coproc ENGINE { exec $real; }
engine=$ENGINE_PID
printf 'setoption name %s\n' 'VariantPath value configs/uci/connect4.ini' \
    'UCI_Variant value connect4' 'Hash value 1' >&"${ENGINE[1]}"
paste <(tag Columns) <(tag Result) >"$tmp/list"
echo '121212343434565656212121434343656565777777 1/2-1/2' >>"$tmp/list"
while read -r columns result; do
    ask "$columns" 'go depth 2' bestmove
    out_has 'bestmove (none)'
    [ "$result" = 1/2-1/2 ] && out_has 'score cp 0' || out_has 'score mate 0'
done <"$tmp/list"

# Its rules are ours: as many sequences of moves from positions in which some end with a win.
for columns in - 4545 44433321 112233 4444443333332222; do
    ask "$columns" 'go perft 5' 'Nodes searched'
    theirs=$(sed -n 's/^Nodes searched: //p' "$tmp/out")
    run perft 5 "$columns"
    expect_code 0
    check "perft is not $theirs" test "$(awk 'END { print $NF }' "$tmp/out")" = "$theirs"
done

# A game with each colour: it takes our moves, and we take its.
for ours in 0 1; do
    columns=''
    while run show "${columns:--}" && grep -q 'is to move' "$tmp/out"; do
        if ((${#columns} % 2 == ours)); then
            run move fevalb:depth=3 "${columns:--}"
            columns+=$(cat "$tmp/out")
        else
            ask "$columns" 'go depth 3' bestmove
            move=$(awk '$1 == "bestmove" { print $2 }' "$tmp/out")
            check "it answers '$move'" grep -qx 'P@[a-g][1-6]' <<<"$move"
            columns+=$(echo "${move:2:1}" | tr a-g 1-7)
        fi
        [ ${#columns} -gt 42 ] && break
    done
    check "the game did not end well: $columns" grep -qE 'has won|a draw' "$tmp/out"
    check "a short game: $columns" test ${#columns} -ge 7
done
echo quit >&"${ENGINE[1]}"
wait "$engine" 2>/dev/null

# One move, with what it says about it; solved positions.
expect_done move uci:fairy-stockfish:depth=6 444 --verbose
out_is_one_column
err_has 'depth 6'
err_has 'nodes '
expect_output 3 move "uci:$real:nodes=2000" 435353
expect_done truth uci:fairy-stockfish:depth=4 random --positions 30:20 --cache "$tmp/solved" --json
parse_json
holds "$(json .players.0.groups.0.mistakes) < $(json .players.1.groups.0.mistakes)"
expect_done compare fevalb uci:fairy-stockfish:option.Hash=1 --depths 2,3 --games 4 \
    --positions none --json
parse_json
check "not compared with the engine" grep -qF 'uci:fairy-stockfish:option.Hash=1' "$tmp/json"

# --- Our own engine: through the protocol a genome makes the moves that it makes without.
same_games() {
    expect_done match "$1" "$2" --games 20 --pgn "$tmp/games.pgn"
    tag Columns >"$tmp/direct"
    expect_done match "$3" "$4" --games 20 --threads 2 --pgn "$tmp/games.pgn"
    check "it forfeited" eval "! grep -q forfeit '$tmp/err'"
    tag Columns >"$tmp/spoken"
    check "not 20 games" test "$(wc -l <"$tmp/spoken")" -eq 20
    check "the games differ" cmp "$tmp/direct" "$tmp/spoken"
}
same_games champion:depth=4 rusak:depth=5 champion:depth=4 "uci:'$C4EVOLVE' uci rusak:depth=5"
same_games fevalb:depth=6 rusak:ties=first,depth=3 "uci:'$C4EVOLVE' uci fevalb:depth=6" \
    "uci:'$C4EVOLVE' uci 'rusak:ties=first':depth=3"
same_games champion:nodes=300 rusak:own2=9,depth=3 "uci:'$C4EVOLVE' uci champion:nodes=300" \
    "uci:'$C4EVOLVE' uci rusak:option.own2=9,depth=3"

# --- An engine that fails loses its games; ours are counted, and the program ends well.
expect_done match random "uci:$FAKE_ENGINE illegal 1 $marker" --games 6 --json --threads 2 \
    --pgn "$tmp/games.pgn"
parse_json
holds "$(json .wins) == 6"
check "not 6 forfeits" test "$(grep -c '^\.forfeits\.[0-9]*\.game ' "$tmp/json")" -eq 6
holds "$(json .forfeits.0.game) == 1 && $(json .forfeits.5.game) == 6"
check "no reason" grep -qF "illegal move 'P@d9' in 7/" "$tmp/json"
err_has "$marker forfeited 6 games; the first, game 1: illegal move 'P@d9' in 7/"
check "not 6 infractions" test "$(tag Termination | grep -cx 'rules infraction')" -eq 6
check "no reason in the PGN" grep -qF "{illegal move 'P@d9' in 7/" "$tmp/games.pgn"
nothing_left
for how in crash exit hang close garbage none; do
    expect_done match random "uci:$FAKE_ENGINE $how 2 $marker:timeout=0.3" --games 2 --threads 2
    out_has '2 games: 2 wins'
    err_has "$marker:timeout=0.3 forfeited 2 games; the first, game 1: "
done
nothing_left
expect_done match random "uci:$FAKE_ENGINE stubborn 1 $marker" --games 1
nothing_left
expect_error 1 "illegal move '(none)' in 7/7/7/7/7/7 w" move "uci:$FAKE_ENGINE none" -
expect_done truth "uci:$FAKE_ENGINE none 3" --positions 34:5 --cache "$tmp/solved" --threads 1
err_has 'none 3 failed to move in 1 of 5 positions; illegal move'

# --- A lack of descriptors, processes or memory is ours: no engine loses a game for it.
for limit in 9 10 12 14 16 18 20 24 32; do
    (
        ulimit -n $limit
        failures=0
        run match "uci:$FAKE_ENGINE well 1 $marker" fevalb:depth=1 --games 4 --threads 2
        check "a shortage is forfeited" eval "! grep -q forfeit '$tmp/err'"
        if [ "$code" -eq 0 ]; then
            out_has '4 games'
        else
            expect_code 1
            check "stdout is not empty" test ! -s "$tmp/out"
            err_has 'Too many open files'
        fi
        exit $failures
    )
    check "with $limit descriptors" test $? -eq 0
done
nothing_left

# --- Errors are reported before a game is played.
expect_error 2 "uci:nosuch: no program 'nosuch' in PATH or in /usr/games" match random uci:nosuch
expect_error 2 "no program './nosuch'" move 'uci:./nosuch uci' -
expect_error 2 'the command is missing' match random uci:
expect_error 2 'the engine ended with status 7: then that went wrong' match random \
    "uci:$FAKE_ENGINE dead"
expect_error 2 "did not say 'uciok' in time (timeout 0.2 s)" match random \
    "uci:$FAKE_ENGINE mute 1 $marker:timeout=0.2"
expect_error 2 'knows neither the variant cfour nor connect4' truth "uci:$FAKE_ENGINE chess"
expect_error 2 "the engine has no option 'Hsh'" match random uci:fairy-stockfish:option.Hsh=1
expect_error 2 "ties: not a key of UCI engines" match random "uci:$FAKE_ENGINE x:ties=first"
nothing_left

# --- Tournaments: keys on their own lines, limits from the defaults, paths beside the file.
mkdir "$tmp/folder"
ln -s "$FAKE_ENGINE" "$tmp/folder/fake-engine"
cat >"$tmp/folder/t.ini" <<INI
[tournament]
openings = 2:3

[defaults]
depth = 2
ties = first
nodes = 500

[player ours]
genome = forward

[player fake]
genome = uci:./fake-engine 'well' 1 $marker
option.Skill Level = 3
timeout = 60

[player fish]
genome = uci:fairy-stockfish
depth = 3
option.Hash = 1
INI
export FAKE_LOG=$tmp/log
expect_done tournament "$tmp/folder/t.ini" --json --threads 2
unset FAKE_LOG
parse_json
holds "$(json .games) == 18"
check "the option was not set" grep -qx 'setoption name Skill Level value 3' "$tmp/log"
check "the limits are not those of the defaults" grep -qx 'go depth 2 nodes 500' "$tmp/log"
check "something was forfeited" eval "! grep -q '^\.forfeits\.' '$tmp/json'"
nothing_left
sed -i 's/fake-engine/nosuch/' "$tmp/folder/t.ini"
expect_error 2 "t.ini:12: player fake: no program '" tournament "$tmp/folder/t.ini"
err_has "folder/./nosuch'"
sed -i 's/^timeout = .*/book = none/' "$tmp/folder/t.ini"
expect_error 2 "t.ini:15: player fake.book: not a key of UCI engines" tournament "$tmp/folder/t.ini"

# --- Ctrl-C and even kill -9 leave no engine behind.
for signal in INT KILL; do
    command_line="c4evolve match with an engine, then SIG$signal"
    set -m
    "$C4EVOLVE" match fevalb:depth=4 "uci:$FAKE_ENGINE well 1 $marker" --games 20000 --openings 8 \
        --threads 2 >"$tmp/out" 2>"$tmp/err" &
    job=$!
    set +m
    for try in $(seq 100); do
        [ "$(left_over | wc -l)" -ge 2 ] && break
        sleep 0.1
    done
    check "no engines run" test "$(left_over | wc -l)" -ge 1
    kill -$signal $job
    wait $job 2>/dev/null
    code=$?
    [ $signal = INT ] && expect_code 1 && err_has 'interrupted after'
    nothing_left
done

# Not even one that hangs, whatever becomes of us.
for signal in INT KILL; do
    command_line="c4evolve move with an engine that hangs, then SIG$signal"
    : >"$tmp/log"
    set -m
    FAKE_LOG=$tmp/log "$C4EVOLVE" move "uci:$FAKE_ENGINE hang 1 $marker:timeout=3000" - \
        >"$tmp/out" 2>"$tmp/err" &
    job=$!
    set +m
    for try in $(seq 100); do
        grep -q '^go' "$tmp/log" && break
        sleep 0.1
    done
    check "no engine hangs" test "$(left_over | wc -l)" -eq 1
    kill -$signal $job
    wait $job 2>/dev/null
    nothing_left
done

# Nor its children, not even those that started a session of their own.
expect_done match random "uci:$FAKE_ENGINE session 1 $marker" --games 4 --threads 2
nothing_left
for signal in INT KILL; do
    command_line="c4evolve match with an engine that has a runaway child, then SIG$signal"
    set -m
    "$C4EVOLVE" match fevalb:depth=4 "uci:$FAKE_ENGINE session 1 $marker" --games 20000 \
        --openings 8 --threads 2 >"$tmp/out" 2>"$tmp/err" &
    job=$!
    set +m
    for try in $(seq 100); do
        [ "$(left_over | wc -l)" -ge 4 ] && break
        sleep 0.1
    done
    check "no children run" test "$(left_over | wc -l)" -ge 2
    kill -$signal $job
    wait $job 2>/dev/null
    nothing_left
done

# Ctrl-C does not wait for an engine that hangs, nor count that as its loss.
for command in 'match random' 'compare random' "truth --positions 34:5 --cache $tmp/solved"; do
    command_line="c4evolve $command with an engine that hangs, then SIGINT"
    : >"$tmp/log"
    set -m
    FAKE_LOG=$tmp/log "$C4EVOLVE" $command "uci:$FAKE_ENGINE hang 1 $marker:timeout=3000" \
        --threads 2 >"$tmp/out" 2>"$tmp/err" &
    job=$!
    set +m
    for try in $(seq 100); do
        grep -q '^go' "$tmp/log" && break
        sleep 0.1
    done
    check "the engine was not asked" grep -q '^go' "$tmp/log"
    kill -INT $job
    for try in $(seq 300); do
        kill -0 $job 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL $job 2>/dev/null
    wait $job
    code=$?
    expect_code 1
    err_has interrupted
    check "the hang is counted" test "$(grep -c 'forfeit\|failed to move' "$tmp/err")" -eq 0
    nothing_left
done
finish
