#!/usr/bin/env bash
# analyse: games from the command line and from PGN, as text and JSON.
. tests/cmd/lib.sh

# Both can win at once, and do not.
expect_done analyse 414141254 --threads 1
err_is_empty
out_has 'Game 1. 9 moves, X wins.'
out_has 'Move 8, O: 5 gives away the'
out_has 'Better: 1 makes four on a4.'
run analyse 4141412 --json
expect_code 0
parse_json
check "not seven moves" test "$(grep -c '^\.games\.0\.moves\.[0-9]*\.column ' "$tmp/json")" -eq 7
check "the last move is not a mistake" grep -qx '.games.0.moves.6.mistake true' "$tmp/json"
check "not one better move" grep -qx '.games.0.moves.6.should 4' "$tmp/json"
check "the game is over" grep -qx '.games.0.winner unfinished' "$tmp/json"

# Games of a match: every one, with names and openings; mistakes are the same as those of solve.
run match fevalb:depth=2 rusak:depth=2 --games 4 --openings 16 --pgn "$tmp/games.pgn"
expect_code 0
run analyse "$tmp/games.pgn" --json --player champion:depth=2
expect_code 0
parse_json
check "not four games" test "$(grep -c '^\.games\.[0-9]*\.summary ' "$tmp/json")" -eq 4
check "no name" grep -qx '.games.0.first fevalb:depth=2' "$tmp/json"
check "no opening" grep -qx '.games.0.opening 16' "$tmp/json"
check "no answers" grep -q '^\.games\.0\.moves\.16\.answer ' "$tmp/json"
moves=$(sed -n 's/^\.games\.1\.columns //p' "$tmp/json")
for ((i = 16; i < ${#moves}; i += 3)); do
    wanted=$("$C4EVOLVE" solve "${moves:0:i}" --moves | awk -v c="${moves:i:1}" '{
        best = -99; for (k = 3; k <= 9; k++) if ($k != "." && $k + 0 > best) best = $k + 0
        x = $(c + 2); print ((x > 0) - (x < 0) < (best > 0) - (best < 0) ? "true" : "false") }')
    check "move $((i + 1)) of $moves" grep -qx ".games.1.moves.$i.mistake $wanted" "$tmp/json"
done
cp "$tmp/out" "$tmp/one"
run analyse "$tmp/games.pgn" --json --player champion:depth=2 --threads 2
check "two threads find something else" cmp "$tmp/out" "$tmp/one"
expect_done analyse "$tmp/games.pgn" --game 3 --html "$tmp/game.html"
out_has 'Game 3: X is '
check "no page" grep -q '"kind":"analysis"' "$tmp/game.html"

expect_error 2 'has only 4 games' analyse "$tmp/games.pgn" --game 5
expect_error 2 'nosuch.pgn' analyse nosuch.pgn
expect_error 2 'not a column' analyse 449
expect_error 2 'no moves' analyse -
expect_error 2 'no genome file' analyse 44 --player nosuch
finish
