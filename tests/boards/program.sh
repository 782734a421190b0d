#!/usr/bin/env bash
# The program on a board that is not the usual one: it solves, plays, evolves, resumes and exports there.
# BOARD is that board, as 6x5.
. tests/cmd/lib.sh
root=$PWD
columns=${BOARD%x*}
rows=${BOARD#*x}
cd "$tmp" || exit 1

# As long as no column is full and nobody has won, every column can be played.
expect_done perft 3
check "perft" grep -q "\b$((columns * columns * columns))\b" "$tmp/out"
# The first player wins at once; a score is half of the discs that are left then.
expect_output "121212 $(((columns * rows + 1 - 6) / 2))" solve 121212
[ "$BOARD" != 6x5 ] || expect_output '- 0' solve - # known: the game is drawn
expect_output 1 move fevala:depth=2 121212
run show 1
check "the board has other rows" test "$(grep -c '^[0-9] |' "$tmp/out")" -eq "$rows"
expect_error 2 "not a column from 1 to $columns" move fevala "$((columns + 1))"

# Each opening is played twice, so a player is as good as itself.
expect_done match fevala fevala:view=mover --games 20 --openings 4
out_has 'score 0.500'
expect_error 2 'for a board of 7x6' match champion fevala

cat >tiny.ini <<INI
[run]
name = tiny
generations = 4
[population]
size = 8
founders = $root/genomes/fevala.ini $root/genomes/lines.ini
elites = 2
[genes]
evolve = line
[play]
depth = 2
plies = 4
openings = 2
opponents = $root/genomes/fevalb.ini random
opponent_openings = 2
[fit]
every = 2
positions = 2000
openings = 10
families = line
[validate]
plies = 4
against = $root/genomes/fevalc.ini
verdict_openings = 10
truth = $((columns * rows - 12)):50
INI
expect_done evolve tiny.ini --threads 2 --out whole
out_has 'against the hand-picked'
expect_done evolve tiny.ini --threads 1 --out parts --set run.generations=2
expect_done resume parts --generations 4 --threads 2
check "resumed, it is another run" cmp whole/lineage.csv parts/lineage.csv
expect_done log whole
expect_done compare whole fevalb --games 8 --depths 2 --nodes 0 --positions none

# Exported players make the same moves; what each of them needs may be missing.
expect_done export whole --as c --depth 4
cp "$tmp/out" player.c
if cc -O1 player.c -o player; then
    for position in - 44 121212 3231241; do
        expect_output "$(./player $position)" move whole:depth=4 $position
    done
fi
if command -v python3 >/dev/null; then
    expect_done export whole --as python --depth 3
    cp "$tmp/out" player.py
    expect_output "$(python3 player.py 44)" move whole:depth=3 44
fi
export XDG_CACHE_HOME=$tmp/cache
expect_done heuristic new idea
if command -v "${CC:-cc}" >/dev/null; then
    expect_done heuristic check idea.c --positions none
    out_has 'mirrored       yes'
    out_has 'antisymmetric  yes'
fi
cd "$root" || exit 1
finish
