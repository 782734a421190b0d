#!/usr/bin/env bash
# export: a genome as INI, as a C program, and as an engine.
. tests/cmd/lib.sh
. tests/cmd/engine.sh
. tests/cmd/evolution.sh
root=$PWD

# genes FILE: a genome without comments.
genes() { grep -v '^[;#]' "$1" | grep .; }

# INI: the file itself with its comments; changed genes.
for genome in genomes/*.ini; do
    expect_done export "$genome" --as ini
    err_is_empty
    check "$genome differs" cmp <(genes "$genome") <(genes "$tmp/out")
    check "a comment is lost" test -z "$(grep '^;' "$genome" | grep -vxFf "$tmp/out")"
done
run export rusak:own2=4.25,tempo=0.1 --as ini -o "$tmp/changed.ini"
expect_code 0
check "the gene is not changed" grep -qx 'own2 = 4.25' "$tmp/changed.ini"
check "the comment is about another genome" grep -qx '; Made from rusak with other values of own2, tempo. What follows is about the original.' "$tmp/changed.ini"
run export "$tmp/changed.ini" --as ini
check "reads back differently" cmp "$tmp/out" "$tmp/changed.ini"

# A run: its champion, with its ancestry, seed and config.
run "$config" --out "$tmp/run" --set run.seed=77
expect_code 0
run export "$tmp/run" --as ini -o "$tmp/champion.ini"
expect_code 0
err_is_empty
check "other genes than champion.ini" cmp <(genes "$tmp/run/champion.ini") <(genes "$tmp/champion.ini")
for line in '; Champion after generation 3 of the run tiny' '; The run has seed 77 and was started by' \
    '; The config of the run:' '; Changed on the command line:' '; run.seed=77' '; depth     = 2' 'founder fevalb' '; Its chain of first parents:'; do
    check "no '$line'" grep -qF -- "$line" "$tmp/champion.ini"
done
run export "$tmp/champion.ini" --as ini
check "reads back differently" cmp "$tmp/out" "$tmp/champion.ini"

# An engine that can be started from any folder.
cp genomes/rusak.ini "$tmp/it's mine.ini"
cd "$tmp" || exit 1
run export "it's mine.ini:win=flat" --as uci --depth 3 -o "$tmp/engine"
expect_code 0
err_is_empty
check "cannot be run" test -x "$tmp/engine"
run export "$tmp/run" --as uci --nodes 500 -o run-engine
expect_code 0
cd / || exit 1
for engine in "$tmp/engine" "$tmp/run-engine"; do
    engine_start "$engine"
    say 'position startpos moves P@d1 P@d2' go
    hear '^bestmove P@'
    say quit
    engine_end
    expect_code 0
done
check "deeper than 3" grep -q 'depth=3' "$tmp/engine"
cd "$root" || exit 1

# C: one file that compiles as it is.
player=$tmp/player
run export champion --as c --depth 5 -o "$player.c"
expect_code 0
err_is_empty
command_line='cc -O2 -Wall -Wextra -Werror player.c'
(cd "$tmp" && cc -O2 -Wall -Wextra -Werror player.c -o player) >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0
check "no comment of the genome" grep -qF -- "$(sed -n '1s/^; //p' genomes/champion.ini)" "$player.c"
check "no licence" grep -q '^ \* MIT License' "$player.c"
check "it names a folder of this machine" test -z "$(grep -F "$root" "$player.c")"
run export champion --as c --depth 5
check "stdout and -o differ" cmp "$tmp/out" "$player.c"

# run_player ARGUMENTS...: runs the compiled player as `run` runs c4evolve.
run_player() {
    command_line="player $*"
    "$player" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}
for position in - 4 44433 1212127; do
    run_player $position
    expect_code 0
    err_is_empty
    expect_output "$(cat "$tmp/out")" move champion:depth=5 $position
done
run_player 44 443 4433
expect_code 0
out_lines 3
while IFS='|' read -r wrong text; do
    run_player $wrong
    expect_code 2
    check "stdout is not empty" test ! -s "$tmp/out"
    err_has "$text"
done <<'WRONG'
448|move 3, '8': not a column
44 4444444|the column is full
4141414|the game is over
--nosuch|unknown argument '--nosuch'
uci 44|unknown argument '44'
WRONG
run_player --help
expect_code 0
out_has 'usage: '
if [ -w /dev/full ]; then
    "$player" 44 >/dev/full 2>"$tmp/err"
    code=$?
    expect_code 1
fi

# As an engine: the same moves as the engine of c4evolve, step by step.
positions="44433 1212127 26262345 4444437"
for program in "$player" "$C4EVOLVE"; do
    if [ "$program" = "$player" ]; then engine_start "$player" uci; else engine_start "$C4EVOLVE" uci champion:depth=5; fi
    say uci
    hear '^id name .*champion:depth=5$'
    hear '^uciok$'
    : >"$tmp/said"
    for position in $positions; do
        say "position startpos moves$(drops $position)" go
        hear '^bestmove '
        say 'go nodes 3000'
        hear '^bestmove '
    done
    sed 's/ nps [0-9]* time [0-9]*//' "$tmp/said" >"$tmp/said.${program##*/}"
    say 'go infinite'
    hear '^info depth 6 '
    say stop
    hear '^bestmove '
    say quit
    engine_end
    expect_code 0
done
check "the engines differ" cmp "$tmp/said.player" "$tmp/said.${C4EVOLVE##*/}"

# Without POSIX: none of its headers, no threads; the engine answers between searches.
mkdir "$tmp/no-posix"
for header in pthread.h strings.h unistd.h; do echo '#error POSIX' >"$tmp/no-posix/$header"; done
check "needs POSIX" cc -std=c11 -pedantic -Wall -Wextra -Werror -O1 -DC4E_POSIX=0 -I "$tmp/no-posix" \
    "$tmp/player.c" -o "$tmp/plain-player"
for program in "$player" "$tmp/plain-player"; do
    printf '%s\n' 'POSITION startpos' 'position startpos moves P@d1 P@d2' 'go infinite' stop 'go depth 3' \
        'setoption name depth value 2' go 'go nodes 500 depth 4' quit |
        "$program" uci | sed 's/ nps [0-9]* time [0-9]*//; s/^info depth .*//' | grep . >"$tmp/said.${program##*/}"
    printf '%s\n' y 4 q | "$program" >"$tmp/game.${program##*/}"
done
command_line='a player without POSIX'
check "plays differently" cmp "$tmp/game.player" "$tmp/game.plain-player"
check "answers less often" test "$(grep -c '^bestmove P@' "$tmp/said.plain-player")" -eq 4
check "answers differently" cmp <(tail -3 "$tmp/said.player") <(tail -3 "$tmp/said.plain-player")

# In games, through the protocol: the same moves as the genome.
for first in "uci:$player uci" champion:depth=5; do
    run match "$first" fevalb:depth=4 --games 6 --openings 4 --pgn "$tmp/games.pgn" --threads 1
    expect_code 0
    grep -v '^\[\(White\|Black\|Event\)' "$tmp/games.pgn" >"$tmp/games.${first%%[: ]*}"
done
check "the games differ" cmp "$tmp/games.uci" "$tmp/games.champion"

# The compiled champion of a run against the champion itself: both games of a pair have the same
# moves, which are those of the genome against itself.
run export "$tmp/run" --as c --depth 6 -o "$tmp/own.c"
expect_code 0
check "does not compile" cc -O2 "$tmp/own.c" -o "$tmp/own"
columns() { sed -n 's/^\[Columns "\(.*\)"\]$/\1/p' "$tmp/games.pgn"; }
expect_done match "uci:$tmp/own uci:depth=6" "$tmp/run:depth=6" --games 20 --openings 5 --pgn "$tmp/games.pgn"
check "a game was forfeited" test "$(grep -c forfeit "$tmp/err")" -eq 0
out_has 'score 0.500'
columns >"$tmp/spoken"
check "not 20 games" test "$(wc -l <"$tmp/spoken")" -eq 20
check "not each of 10 games twice" test "$(uniq -c "$tmp/spoken" | grep -c '^ *2 ')" -eq 10
run match "$tmp/run:depth=6" "$tmp/run/champion.ini:depth=6" --games 20 --openings 5 --pgn "$tmp/games.pgn"
expect_code 0
check "the games of the genome differ" cmp "$tmp/spoken" <(columns)

# In the terminal: a game, taking back, wrong input, and the ways to quit.
# game LINES...: plays with these lines as input.
game() {
    command_line="player <<<'$*'"
    printf '%s\n' "$@" | "$player" >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    err_is_empty
}
game y 4 u q
out_has 'You play against champion:depth=5'
out_has 'Your move, X:'
check "no board" grep -q '^1 | \.  \.  \. ' "$tmp/out"
check "no reply" grep -qE 'I play [1-7]\.$' "$tmp/out"
check "nothing is taken back" test "$(grep -cE '^1 \|( \. ){7}\|$' "$tmp/out")" -eq 2
game n q
check "does not move first" grep -qE 'I play [1-7]\.$' "$tmp/out"
out_has 'Your move, O:'
game y u 8 x '' 44 '?' 1 1 1 1 1 1 1 1 q
out_has 'nothing to take back'
out_has 'Type a column from 1 to 7; ? lists the other commands.'
out_has 'take back your last move'
game y n y q
check "no new game" test "$(grep -o 'Do you want to move first' "$tmp/out" | wc -l)" -eq 2
game y # then the input ends
game y 1 1 1 2 2 2 3 3 3 5 5 5 6 6 6 7 7 7 1 2 3 4 5 6 7 1 2 3 4 5 6 7
check "no end" grep -qE '^(I win|You win|The board is full)' "$tmp/out"
out_has 'Another game?'
: | "$player" >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0

# Errors.
expect_error 2 '--as FORM is missing: ini, c, html, python or uci' export rusak
expect_error 2 "--as: 'elf' is not ini, c, html, python or uci" export rusak --as elf
expect_error 2 'cannot be combined' export rusak --as c --depth 3 --nodes 100
expect_error 2 '--depth and --nodes need --as c, html, python or uci: with --as ini only the genome is written' export rusak --as ini --depth 3
expect_error 2 "--depth: '43' is not a whole number from 1 to 42" export rusak --as c --depth 43
expect_error 2 "--nodes: '0' is less than 1" export rusak --as c --nodes 0
expect_error 2 "no genome file 'nosuch'" export nosuch --as c
expect_error 2 'perfect has no genome to export' export perfect --as uci
expect_error 2 'cannot export search=best as C; --as uci works, or search=alphabeta' \
    export champion:search=best --as c
expect_error 2 'cannot export search=expectimax as C' export fevalb:search=expectimax --as c
expect_error 2 'cannot export a player with a book as C' export fevalb:book=shipped --as c
expect_error 2 'cannot export a player that samples lines as C' export fevalb:sample=5 --as c
expect_error 2 'is not a number' export fevalb:own1=x --as ini
expect_error 2 'is not a run: there is no run.db in it' export "$tmp" --as ini
expect_error 2 'too few arguments' export --as c

# Failed writes leave nothing behind, and keep the old file.
echo old >"$tmp/old.c"
expect_error 2 'cannot export search=expectimax' export fevalb:search=expectimax --as c -o "$tmp/old.c"
check "the old file is gone" grep -qx old "$tmp/old.c"
expect_error 1 'nowhere/player.c cannot be written: No such file' export rusak --as c -o "$tmp/nowhere/player.c"
expect_error 1 'cannot be written: Is a directory' export rusak --as ini -o "$tmp/run"
check "something is left behind" test -z "$(ls "$tmp" | grep 'new$')"
if [ -w /dev/full ]; then
    for form in ini c python uci; do
        expect_error 1 '/dev/full cannot be written: No space left' export rusak --as $form -o /dev/full
        command_line="c4evolve export rusak --as $form >/dev/full"
        "$C4EVOLVE" export rusak --as $form >/dev/full 2>"$tmp/err"
        code=$?
        expect_code 1
    done
fi
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 500 "$tmp/locked"
    expect_error 1 'cannot be written: Permission denied' export rusak --as ini -o "$tmp/locked/x.ini"
fi
finish
