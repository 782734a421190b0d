#!/usr/bin/env bash
# uci: conversations as front ends and match runners hold them, and their mistakes.
. tests/cmd/lib.sh
. tests/cmd/engine.sh

# Greetings.
engine_start "$C4EVOLVE" uci fevalb:depth=6
say uci
hear '^id name c4evolve .*fevalb:depth=6$'
hear '^id author .'
hear '^uciok$'
for option in 'UCI_Variant type combo default connect4 var cfour var connect4' \
    'Hash type spin default 16 min 4 max 1024' 'Threads type spin default 1 min 1 max 1' \
    'Depth type spin default 6 min 1 max 42' 'own3 type string default 22' \
    'cowardice type string default 1'; do
    check "no option '$option'" grep -qxF "option name $option" "$tmp/said"
done
genes=$("$C4EVOLVE" genes --json | grep -o '"name":' | wc -l)
check "not all genes are options" test "$(grep -c 'type string' "$tmp/said")" -eq "$genes"
say isready
hear '^readyok$'

# A search: steps with depth, score, nodes, speed, time and pv, then the move.
say 'setoption name UCI_Variant value cfour' ucinewgame 'position startpos moves P@d1 P@d2' 'go depth 7'
: >"$tmp/said"
hear '^bestmove P@[a-g][1-6]$'
for depth in 1 2 3 4 5 6 7; do
    check "step $depth is not reported" grep -qE \
        "^info depth $depth score (cp|mate) -?[0-9]+ nodes [0-9]+ nps [0-9]+ time [0-9]+ pv P@[a-g][1-6]" \
        "$tmp/said"
done
check "the pv is not as long as the depth" test \
    "$(grep '^info depth 7' "$tmp/said" | sed 's/.* pv //' | wc -w)" -eq 7
check "the move is not the first of the last pv" test \
    "$(grep '^info depth 7' "$tmp/said" | sed 's/.* pv //; s/ .*//')" = "${line#bestmove }"
say 'd'
hear '^2 \| \.  \.  \.  O'
hear '^Fen: 7/7/7/7/3p3/3P3\[P{20}p{20}\] w - - '
say quit
engine_end
expect_code 0
err_is_empty
check "more after quit" test ! -s "$tmp/out"

# The same moves as the player itself, whatever was asked before: at its own limits, a depth or a
# number of nodes, from the empty board or a FEN, and with random ties.
for player in fevalb:depth=5 fevalc:view=mover,ties=first,win=flat,depth=4 wineval:ties=random,depth=3 \
    fevala:search=minimax,depth=3 champion:nodes=3000 fevalb:search=greedy random perfect \
    fevalb:search=best,nodes=20000; do
    engine_start "$C4EVOLVE" uci "$player"
    for position in 44433 1212127 4444437 26262345 2252576253462244111563365343671351; do
        say "position startpos moves$(drops $position)" go
        hear '^bestmove '
        move=$(column_of "$line")
        expect_output "$move" move "$player" $position
    done
    say quit
    engine_end
    expect_code 0
done
engine_start "$C4EVOLVE" uci champion-genes
for position in 44433 1212127; do
    say "position startpos moves$(drops $position)" 'go depth 8'
    hear '^bestmove '
    expect_output "$(column_of "$line")" move champion-genes:depth=8 $position
    say 'go nodes 5000'
    hear '^bestmove '
    expect_output "$(column_of "$line")" move champion-genes:nodes=5000 $position
    say d
    hear '^Fen: '
    say 'position startpos' "position fen ${line#Fen: }" 'go depth 8'
    hear '^bestmove '
    expect_output "$(column_of "$line")" move champion-genes:depth=8 $position
done

# Wins and losses are given in moves.
say "position startpos moves$(drops 414141)" 'go depth 6'
hear '^info depth 6 score mate 1 .*pv P@d4$'
hear '^bestmove P@d4$'
say "position startpos moves$(drops 44335)" 'go depth 8'
hear '^info depth 8 score mate -'
hear '^bestmove '

# Options change the player.
say 'setoption name Depth value 3' 'position startpos' go
: >"$tmp/said"
hear '^bestmove '
check "the depth is not 3" grep -q '^info depth 3 ' "$tmp/said"
check "the depth is more than 3" test -z "$(grep '^info depth 4 ' "$tmp/said")"
say 'setoption name disc3 value 1000' 'go depth 1'
hear '^bestmove P@a1$'
say 'setoption name DISC3 value 0' 'setoption name Hash value 64' 'go depth 1'
hear '^bestmove P@d1$'
say uci
hear '^option name Hash type spin default 64 '
hear '^uciok$'

# A clock: time is left, and a given depth is not exceeded.
say 'go movetime 50'
hear '^bestmove '
say 'go wtime 1000 btime 1 winc 0 binc 0'
hear '^bestmove '
check "deeper than Depth" test -z "$(grep -E '^info depth ([4-9]|[0-9]{2}) ' "$tmp/said")"
say 'go wtime -20 btime -20 movestogo 1'
hear '^bestmove '

# Infinite: no move before stop, even if the search has finished.
say 'go infinite' isready
hear '^info depth 9 '
say isready
hear '^readyok$'
check "a move before stop" test -z "$(sed -n '/^info depth 9 /,$ { /^bestmove/p }' "$tmp/said")"
say stop
hear '^bestmove P@'
say stop
while read -r position depth; do
    say "position startpos moves$(drops $position)" 'go infinite'
    hear "^info depth $depth "
    say isready isready
    : >"$tmp/said"
    hear '^readyok$'
    hear '^readyok$'
    check "a move before stop" test -z "$(grep '^bestmove' "$tmp/said")"
    say stop
    hear '^bestmove P@'
done <<'POSITIONS'
121212 1
22525762534622441115633653436713514 7
POSITIONS

# Front ends that do not wait: the next command stops an infinite search, and waits for others.
say 'position startpos' 'go infinite' 'go depth 2'
hear '^bestmove '
hear '^info depth 2 '
hear '^bestmove '

# Games that are over.
say "position startpos moves$(drops 4141414)" go
hear '^info string the game is over$'
hear '^bestmove 0000$'
say 'position fen 7/7/7/7/7/PPPPppp w - - 0 1' go
hear '^info string position: '
hear '^bestmove 0000$'

# Errors are reported and change nothing.
say 'position startpos moves P@d1'
while IFS='|' read -r wrong answer; do
    say "$wrong"
    hear "^info string .*$answer"
done <<'WRONG'
hello|unknown command 'hello'
GO|unknown command 'GO'
position|expected 'startpos' or 'fen'
position nowhere|expected 'startpos' or 'fen'
position fen|position: .*keeping the old one
position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|keeping the old one
position fen 7/7/7/7/3P3/7 b - - 0 1|keeping the old one
position startpos moves P@d2|'P@d2' is not a legal move after 0 plies
position startpos moves P@d1 e2e4|'e2e4' is not a legal move after 1 plies
position startpos moves P@d1 P@a1 P@d2 P@a2 P@d3 P@a3 P@d4 P@a4|'P@a4' is not a legal move after 7 plies
setoption|'name' is missing
setoption name|option : no such option
setoption name Nosuch value 1|option Nosuch: no such option
setoption name UCI_Variant value chess|unknown variant 'chess'
setoption name Hash value 3|whole number from 4 to 1024
setoption name Hash value many|whole number from 4 to 1024
setoption name Threads value 2|whole number from 1 to 1
setoption name own1 value x|'x' is not a number
setoption name own1 value 1e9|out of bounds
WRONG
say 'go depth' 'isready'
hear '^info string go: depth needs a number'
hear '^bestmove '
say 'go depth x wtime y searchmoves P@d1'
hear '^info string go: depth needs a number'
hear '^info string go: wtime needs a number'
hear "^info string go: 'searchmoves' is ignored"
hear '^bestmove '
say '' '   ' $'\t' $'\r' "$(head -c 100000 /dev/zero | tr '\0' x)" $'\001\002\377' 'debug on' ponderhit
say $'isready\r'
hear '^readyok$'
say d
hear '^Fen: 7/7/7/7/7/3P3'
printf 'stop\0stop\nisready\n' >&"$engine_in"
hear '^readyok$'

# The end of the input ends it, even in the middle of a search, with a move.
say 'go infinite'
hear '^info depth 5 '
engine_end
expect_code 0
err_is_empty
out_has 'bestmove P@'
printf 'go infinite' | timeout 20 "$C4EVOLVE" uci fevalb >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0
out_has 'bestmove P@'
run uci fevalb # standard input is empty
expect_code 0

# Also if the search cannot be stopped.
printf 'go\nquit\n' | timeout 20 "$C4EVOLVE" uci fevalb:search=minimax,depth=25 >"$tmp/out" 2>"$tmp/err"
code=$?
command_line='uci fevalb:search=minimax,depth=25'
expect_code 0

# A binary file as input.
head -c 300000 "$C4EVOLVE" >"$tmp/binary"
timeout 20 "$C4EVOLVE" uci fevalb <"$tmp/binary" >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0
check "says more than info string" test -z "$(grep -av '^info string' "$tmp/out" | head -c 100)"

# A clock replaces a number of nodes that is only the default, but not one that was given. A proved
# result at an unknown distance is a bound.
engine_start "$C4EVOLVE" uci champion:search=best
say "position startpos moves$(drops 44443365)" go
hear '^info depth 34 score mate -17 upperbound .*pv P@'
hear '^bestmove '
say 'go movetime 86400000'
hear '^info depth 34 score mate -16 nodes .*pv P@'
hear '^bestmove '
say quit
engine_end
engine_start "$C4EVOLVE" uci champion:search=best
say "position startpos moves$(drops 44443365)" 'go wtime 864000000 btime 864000000'
hear '^info depth 34 score mate -16 nodes .*pv P@'
hear '^bestmove '
say "position startpos moves$(drops 4444437)" 'setoption name Nodes value 1000000' 'go movetime 86400000'
hear '^info depth 35 score mate 18 lowerbound .*pv P@'
hear '^bestmove '
say quit
engine_end

# Command lines.
expect_error 2 "no genome file 'nosuch'" uci nosuch
expect_error 2 'human: cannot ask a person while standard input speaks UCI' uci human
expect_error 2 'too many arguments' uci fevalb rusak
expect_error 2 "own2: 'x' is not a number" uci rusak:own2=x
finish
