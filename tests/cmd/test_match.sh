#!/usr/bin/env bash
# match: counts that add up, the same for any number of threads, and games as PGN.
. tests/cmd/lib.sh

# consistent GAMES: the JSON on stdout has all fields, and they fit together.
consistent() {
    parse_json
    for field in a b games wins draws losses score low high; do
        check "no $field" test -n "$(json .$field)"
    done
    local g w d l
    g=$(json .games) w=$(json .wins) d=$(json .draws) l=$(json .losses)
    holds "$g == $1"
    holds "$w + $d + $l == $g"
    holds "($(json .score) - ($w + $d / 2) / $g) ^ 2 < 1e-20"
    holds "0 <= $(json .low) && $(json .low) <= $(json .score)"
    holds "$(json .score) <= $(json .high) && $(json .high) <= 1"
}

# Many kinds of players, and odd numbers of games too.
while read -r a b games options; do
    expect_done match $a $b --games $games --json $options
    consistent $games
    check "a is not $a" test "$(json .a)" = "$a"
    check "b is not $b" test "$(json .b)" = "$b"
    cp "$tmp/out" "$tmp/json1"
    for threads in 1 2 4; do
        run match $a $b --games $games --json $options --threads $threads
        expect_code 0
        check "differs with $threads threads" cmp "$tmp/out" "$tmp/json1"
    done
done <<'MATCHES'
random random 40
random forward 101 --openings empty --first a
forward fevala:depth=2,ties=random 60 --openings 6 --seed 3
fevalb:depth=3 rusak:depth=3 100
fevalb:depth=3 rusak:depth=3 7
fevalb:depth=2 wineval:depth=3 31 --openings 12 --first b
rusak rusak 1
random fevalb:depth=3 2
fevalc:search=minimax,depth=2,ties=random,win=decay random 25 --seed 18446744073709551615
MATCHES

# With an odd number, the last pair lacks a game: the score is still points per game.
for games in 1 3 5 7 9 11; do
    expect_done match random random --games $games --json --seed $games
    consistent $games
done

# Names of players may hold what JSON and PGN have to escape.
odd_name="$tmp/a \"b\" \\c.ini"
cp genomes/rusak.ini "$odd_name"
expect_done match "$odd_name:depth=2" random --games 1 --json --pgn "$tmp/games.pgn"
parse_json
check "the name is not kept" test "$(json .a)" = "$odd_name:depth=2"
check "the name is not escaped" grep -qF '/a \"b\" \\c.ini:depth=2"]' "$tmp/games.pgn"

# Text for a person is the same with any number of threads, too; the speed is not a result.
expect_done match fevalb:depth=3 random --games 30 --threads 1
out_has '30 games: '
out_has 'score '
out_has '95% interval'
err_has 'games a second'
check "speed on stdout" awk '/a second/ { exit 1 }' "$tmp/out"
cp "$tmp/out" "$tmp/text"
run match fevalb:depth=3 random --games 30 --threads 2
check "differs with 2 threads" cmp "$tmp/out" "$tmp/text"

# A clean sweep has finite numbers.
expect_done match fevalb:depth=4 random --games 50 --json
parse_json
check "something is null" awk '$2 == "null" { exit 1 }' "$tmp/json"
holds "$(json .wins) >= 48"
holds "$(json .low) > 0.8"

# The match from the other side is the same.
expect_done match fevala:depth=3 fevalb:depth=3 --games 60 --json
parse_json
wins=$(json .wins) losses=$(json .losses)
expect_done match fevalb:depth=3 fevala:depth=3 --games 60 --json
parse_json
holds "$(json .wins) == $losses && $(json .losses) == $wins"

# Seeds and openings matter.
for seed in 1 2; do
    run match forward random --games 50 --seed $seed --pgn "$tmp/$seed.pgn"
    expect_code 0
done
check "seeds 1 and 2 play the same games" eval "! cmp -s '$tmp/1.pgn' '$tmp/2.pgn'"

# PGN: one game after the other, with results that are those of the match and legal moves.
expect_done match fevalb:depth=3 forward --games 41 --openings 3 --pgn "$tmp/games.pgn" --json
consistent 41
tag() { sed -n "s/^\[$1 \"\(.*\)\"\]$/\1/p" "$tmp/games.pgn"; }
check "not 41 games" test "$(tag Event | wc -l)" -eq 41
check "rounds are not 1 to 41" cmp <(tag Round) <(seq 41)
check "A does not move first in 21 games" test "$(tag White | grep -c '^fevalb')" -eq 21
won=$(paste <(tag White) <(tag Result) | awk '
    $2 == "1-0" && /^fevalb/ || $2 == "0-1" && !/^fevalb/ { n++ } END { print n + 0 }')
holds "$won == $(json .wins)"
holds "$(tag Result | grep -c 1/2-1/2) == $(json .draws)"
paste <(tag Opening) <(tag Columns) <(tag Result) >"$tmp/list"
while read -r opening columns result; do
    run show "$columns"
    expect_code 0
    case $result in
    1-0) out_has 'X, the first player, has won' ;;
    0-1) out_has 'O, the second player, has won' ;;
    *) out_has 'a draw' ;;
    esac
    check "$columns does not begin with $opening" test "${columns#"$opening"}" != "$columns"
done <"$tmp/list"
check "an opening is not played with both colours" awk '
    { n[$1]++ } END { for (o in n) if (n[o] > 2) exit 1; else if (n[o] == 1) odd++; exit odd != 1 }' \
    "$tmp/list"

# Who moves first.
for who in a b; do
    run match rusak:depth=2 random --games 9 --first $who --pgn "$tmp/games.pgn"
    expect_code 0
    first=rusak:depth=2
    [ $who = b ] && first=random
    check "--first $who" test "$(tag White | sort -u)" = "$first"
done

# From the empty board deterministic players repeat themselves; a warning says so.
expect_done match rusak:depth=2 fevalb:depth=2 --games 6 --openings empty --pgn "$tmp/games.pgn"
err_has 'repeat'
check "not two different games" test "$(tag Columns | sort -u | wc -l)" -eq 2
expect_done match rusak:depth=2 random --games 6 --openings empty
check "a warning without a reason" eval "! grep -q repeat '$tmp/err'"
expect_done match rusak:depth=2 fevalb:depth=2 --games 40 --openings 1
err_has 'repeat'

# Errors are reported before a game is played.
expect_error 2 "no genome file 'nosuch'" match rusak nosuch
expect_error 2 "own2: 'x' is not a number" match rusak:own2=x rusak
expect_error 2 "--openings: '0' is neither 'empty' nor" match rusak rusak --openings 0
expect_error 2 "--openings: 'full' is neither" match rusak rusak --openings full
expect_error 2 "--first: 'c' is not one of alternate, a, b" match rusak rusak --first c
expect_error 2 'no/such/folder/x.pgn: No such file' match rusak rusak --pgn no/such/folder/x.pgn
if [ -w /dev/full ]; then
    run match rusak random --games 2 --pgn /dev/full
    expect_code 1
    err_has '/dev/full cannot be written: No space left'
fi

# Ctrl-C ends with the results so far. The warning about repeated games shows that play has begun.
run_interrupted repeat match fevalb:depth=4 rusak:depth=4 --games 2000000 --openings empty --json \
    --pgn "$tmp/games.pgn" --threads 2
expect_code 1
parse_json
check "games are missing in the PGN" test "$(tag Event | wc -l)" -eq "$(json .games)"
consistent "$(json .games)"
holds "0 < $(json .games) && $(json .games) < 2000000"
err_has "interrupted after $(json .games) of 2000000 games"
# A test ends the match early, at the same game for any number of threads; a test that is not decided
# takes all games.
expect_done match fevalb:depth=2 random --sprt 0,50 --seed 3 --threads 1
out_has 'SPRT 0,50: fevalb:depth=2 is ahead by more than 0 Elo (log likelihood ratio '
cp "$tmp/out" "$tmp/one"
holds "$(awk '/ games: / { print $1 }' "$tmp/one") < 200"
expect_done match fevalb:depth=2 random --sprt 0,50 --seed 3 --threads 2 --pgn "$tmp/test.pgn"
check "threads change the test" cmp "$tmp/out" "$tmp/one"
check "other games in the file" test "$(grep -c '^\[Result' "$tmp/test.pgn")" -eq \
    "$(awk '/ games: / { print $1 }' "$tmp/one")"
expect_done match random fevalb:depth=2 --sprt 0,50 --json
parse_json
check "A is not behind" test "$(json .sprt)" = lower
holds "$(json .llr) < -2.9"
expect_done match random random --sprt 0,50 --games 10
out_has '10 games:'
out_has 'SPRT 0,50: not decided'
expect_error 2 "--sprt: '5' is not ELO0,ELO1" match random random --sprt 5
expect_error 2 '--sprt: ' match random random --sprt 9,2
expect_error 2 '--sprt counts game pairs' match random random --sprt 0,5 --first a

# Openings of a file, each of them twice; more games begin again with the first.
"$C4EVOLVE" openings --plies 5 --count 7 >"$tmp/seven"
expect_done match fevalb:depth=1 lines:depth=1 --openings "$tmp/seven" --pgn "$tmp/seven.pgn"
out_has '14 games:'
expect_done match fevalb:depth=1 random --openings "$tmp/seven" --games 30
out_has '30 games:'
echo 88 >"$tmp/bad"
expect_error 2 "$tmp/bad:1" match random random --openings "$tmp/bad"
expect_error 2 "--openings: 'nofile.txt' is neither" match random random --openings nofile.txt

# On a terminal a bar shows how it stands.
if command -v script >/dev/null; then
    script -qec "'$C4EVOLVE' match fevalb:depth=8 lines:depth=8 --games 2000" /dev/null >"$tmp/out" 2>&1
    check "no standing is shown" grep -q 'games, .*left; +[0-9]* =[0-9]* -[0-9]*, 0\.' "$tmp/out"
    script -qec "'$C4EVOLVE' tournament fevalb:depth=8 lines:depth=8 dots:depth=8 --games 1000" /dev/null \
        >"$tmp/out" 2>&1
    check "no table is shown" grep -q '^  1  .* 0\.[0-9]*' "$tmp/out"
    # Pairings are played one after the other: who has not played has no score, and comes last.
    script -qec "'$C4EVOLVE' tournament fevalb:depth=8 lines:depth=8 dots:depth=8 random --games 1000" /dev/null \
        >"$tmp/out" 2>&1
    check "one without a game has a score" grep -q '^  4  random  *no game yet' "$tmp/out"
fi

finish
