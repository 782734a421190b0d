#!/usr/bin/env bash
# move: one column on stdout, and players as text.
. tests/cmd/lib.sh

for player in random forward mcts:iterations=500 genomes/rusak.ini rusak fevalb:depth=1 fevalb:nodes=1000 \
    fevala:search=minimax,depth=3,ties=random,win=decay,view=mover cs7is2:search=greedy \
    cs7is2:search=expectimax,depth=4 sethi-sum:sample=10,depth=4 \
    genomes/rusak.ini:own2=4,own3=9,opp2=4,opp3=9,depth=4; do
    for position in - 44433 1212127; do
        run move $player $position
        expect_code 0
        err_is_empty
        out_is_one_column
        cp "$tmp/out" "$tmp/quiet"
        run move $player $position --verbose
        expect_code 0
        check "--verbose changes the move" cmp "$tmp/out" "$tmp/quiet"
    done
done

# What a search saw goes to stderr.
run move fevalb:search=best,time=0.01 47454 --verbose
expect_code 0
run move fevalb:search=best 2252576253462244111563365343671351441 --verbose
expect_code 0
err_has 'value loses with move 41'
run move rusak:depth=4,ties=first,win=flat 44 --verbose
out_is_one_column
for word in value depth nodes pv; do
    check "no $word" grep -q "^$word " "$tmp/err"
done
run move rusak:depth=4 414141 --verbose
expect_code 0
check "the win is not told" grep -q '^value wins with move 7$' "$tmp/err"
check "the pv goes on after the win" grep -q '^pv    4$' "$tmp/err"

# Every genome that comes with the program plays, under every search and rule.
for genome in genomes/*.ini; do
    run move "$genome:depth=3" 4435
    expect_code 0
    out_is_one_column
done
for ties in first center random; do
    for win in distance flat decay; do
        for view in mover root; do
            run move fevalc:depth=3,ties=$ties,win=$win,view=$view 44 --seed 2
            expect_code 0
            out_is_one_column
        done
    done
done

# Moves that anyone sees.
for search in forward greedy minimax alphabeta expectimax mcts; do
    expect_output 4 move fevalb:search=$search,depth=2 414141
done
for search in forward minimax alphabeta expectimax mcts; do
    expect_output 4 move fevalb:search=$search,depth=2 14242437 # blocks
done
expect_output 7 move rusak 121212343434565656212121434343656565 # the only open column

# What a player thinks of each column: the largest value is that of its move.
run move champion:depth=4 44433 --values --verbose
expect_code 0
out_lines 2
check "the best value is not that of the move" awk 'NR == FNR { column[FNR] = $0; next } /^value/ { value = $2 }
    END { n = split(column[2], v, " "); best = v[1]; for (i = 2; i <= n; i++) if (v[i] > best) best = v[i]
          exit !(n == 7 && v[column[1]] == best && value == best) }' "$tmp/out" "$tmp/err"
expect_output "4
0.000 -1000000.990 -1000000.990 1000000.991 -1000000.990 -1000000.990 -1000000.990" move wineval:depth=2 41414136 --values
run move champion:depth=3 444444 --values
expect_code 0
check "a full column has a value" grep -qE '^([-0-9.]+ ){3}\. ([-0-9.]+ ){2}[-0-9.]+$' "$tmp/out"
for search in greedy minimax alphabeta expectimax; do
    expect_done move fevalb:search=$search 44 --values
done
for player in random forward perfect mcts:iterations=50; do
    expect_error 2 'does not value columns' move $player 44 --values
done

# Weights decide: a player that only counts its own discs at the edge plays there.
expect_output 1 move wineval:disc3=5,search=greedy,ties=first -
expect_output 4 move wineval:disc0=5,search=greedy,ties=first -
expect_output 1 move wineval:search=greedy,ties=first -
expect_output 4 move wineval:search=greedy,ties=center -

# Seeds: the same seed gives the same move, and all columns come up.
columns=$(for seed in $(seq 60); do "$C4EVOLVE" move random - --seed $seed; done | sort -u | tr -d '\n')
command_line='c4evolve move random - --seed 1..60'
check "seeds reach only the columns '$columns'" test "$columns" = 1234567
run move random 44 --seed 9
cp "$tmp/out" "$tmp/first"
run move random 44 --seed 9
check "the same seed moves otherwise" cmp "$tmp/out" "$tmp/first"

# A bare name is looked up in ./genomes of where the user is; a path as it is.
root=$PWD
mkdir -p "$tmp/elsewhere/genomes"
cp genomes/rusak.ini "$tmp/elsewhere/genomes/mine.ini"
cp genomes/rusak.ini "$tmp/elsewhere/here.ini"
cd "$tmp/elsewhere" || exit 1
for player in mine mine.ini here.ini genomes/mine.ini "$root/genomes/rusak.ini"; do
    run move $player:depth=2 -
    expect_code 0
    out_is_one_column
done
expect_error 2 "no genome file 'nosuch' or 'genomes/nosuch.ini'" move nosuch -
cd "$root" || exit 1

# Bad players.
expect_error 2 'no/such.ini: No such file' move no/such.ini -
expect_error 2 'genomes: Is a directory' move genomes -

# A run folder stands for its champion.
mkdir "$tmp/run"
cp genomes/rusak.ini "$tmp/run/champion.ini"
expect_error 2 "$tmp/run: Is a directory" move "$tmp/run" -
: >"$tmp/run/run.db"
for position in - 44433 1212127; do
    run move rusak:depth=4 $position
    expect_output "$(cat "$tmp/out")" move "$tmp/run:depth=4" $position
done
expect_error 2 "rusak:own2=x: own2: 'x' is not a number" move rusak:own2=x -
expect_error 2 'own2: 1e9 is out of bounds, -1000 to 1000' move rusak:own2=1e9 -
expect_error 2 'own9: neither a player key nor a gene' move rusak:own9=1 -
expect_error 2 "'depth' is not of the form key=value" move rusak:depth -
expect_error 2 "'0' is not a number of plies from 1 to 42" move rusak:depth=0 -
expect_error 2 "search: 'deep' is not one of random, " move rusak:search=deep -
expect_error 2 "ties: 'last' is not one of first, center, random" move rusak:ties=last -
expect_error 2 'own2: a player without a genome has no genes' move random:own2=4 -
expect_error 2 'search=minimax needs a genome' move random:search=minimax -
expect_error 2 'nodes is for alphabeta and best, not for minimax' move rusak:search=minimax,nodes=9 -
expect_error 2 "no genome file ''" move '' -

# Bad genome files: the error names file, line and key.
printf '[line]\nown1 = 1\nown2 = two\nown9 = 3\n\n[nofamily]\nx = 1\n' >"$tmp/bad.ini"
expect_error 2 "c4evolve: $tmp/bad.ini:3: line.own2: 'two' is not a number" move "$tmp/bad.ini" -
err_has "$tmp/bad.ini:4: line.own9: no such gene"
err_has "$tmp/bad.ini:6: nofamily: no such family"
check "a gene that is left out is an error" test "$(wc -l <"$tmp/err")" -eq 3
check "a line without the program's name" awk '!/^c4evolve: / { exit 1 }' "$tmp/err"
printf 'own1 = 1\n' >"$tmp/bad.ini"
expect_error 2 "$tmp/bad.ini:1: " move "$tmp/bad.ini" -
: >"$tmp/bad.ini"
expect_error 2 "$tmp/bad.ini: " move "$tmp/bad.ini" -
sed 's/^own2 = .*/&\n&/' genomes/rusak.ini >"$tmp/bad.ini"
expect_error 2 'given twice' move "$tmp/bad.ini" -

# A file that is not text: an error that fits on a screen and does not disturb the terminal.
head -c 200000 "$C4EVOLVE" >"$tmp/binary"
expect_error 2 "$tmp/binary" move "$tmp/binary" -
check "too many lines" test "$(wc -l <"$tmp/err")" -le 25
check "control characters" test -z "$(tr -d '\n\40-\176\200-\377' <"$tmp/err")"

# Bad positions, and games that are over.
expect_error 2 "position '4141414': the game is over" move rusak 4141414
expect_error 2 'the game is over' move random 121212343434565656212121434343656565777777
expect_error 2 "move 3, '8'" move rusak 448
expect_error 2 'the column is full' move rusak 4444444
finish
