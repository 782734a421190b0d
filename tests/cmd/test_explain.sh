#!/usr/bin/env bash
# explain: threats, columns, parts that add up, the plan and the proof.
. tests/cmd/lib.sh

# X has an odd threat on e3, which wins; a proof by rules says so.
expect_done explain fevalb:depth=4 2462272273744736246
err_is_empty
out_has '  X on e3: odd row, not playable yet'
out_has "X's odd threat on e3 decides. In the end O has no safe move left and must play"
out_has 'Rules prove that X wins, whatever O plays:'
out_has '- Odd threat: X leaves column 5 alone. In the end O must play e2, and X wins on'
out_has 'A lowinverse, B vertical, C baseinverse, ! the odd threat'
out_has 'loses with move 39'
out_has '> fevalb:depth=4 plays 3.'

# The object: parts add up to the value, for the choice and for every column.
for player in champion:depth=6 truthful:depth=5,view=mover fevalb:win=decay,depth=3 sethi-sum:sample=10 \
    cs7is2:search=greedy cs7is2:search=expectimax,depth=3 victor mcts:iterations=500 perfect random; do
    run explain $player 2462272273744736246 --json
    expect_code 0
    parse_json
    check "$player: the parts do not add up" awk '
        /^\.units / { value = $2 } /^\.parts\.[0-9]+\.units / { sum += $2 }
        /^\.columns\.[0-9]+\.units / { split($1, p, "."); v[p[3]] = $2 }
        /^\.columns\.[0-9]+\.parts\.[0-9]+\.units / { split($1, p, "."); s[p[3]] += $2 }
        END { bad = value != sum; for (c in v) bad += v[c] != s[c]; exit bad }' "$tmp/json"
    for field in value column exact result verdict; do
        check "$player: no $field" grep -q "^\.$field " "$tmp/json"
    done
    for field in value exact mistake; do
        check "$player: not six columns with $field" test \
            "$(grep -c "^\.columns\.[0-9]*\.$field " "$tmp/json")" -eq 6
    done
done

# The value is the one that move shows.
run explain champion:depth=6 4443336354 --json
expect_code 0
parse_json
check "the exact result is missing" grep -qx '.result win' "$tmp/json"
run move champion:depth=6 2462272273744736246 --verbose
value=$(sed -n 's/^value //p' "$tmp/err")
run explain champion:depth=6 2462272273744736246 --json
parse_json
check "the value is not that of move" awk -v v="$value" '/^\.value / { exit ($2 - v > 0.0005 || v - $2 > 0.0005) }' "$tmp/json"

# Moves that win or lose at once.
expect_done explain rusak:depth=4 414141
out_has 'X can make four on d4 now.'
out_has 'Column 4 makes four on d4.'
expect_done explain rusak:depth=4 41414
out_has 'X threatens four on d4. O must play there.'

expect_error 2 'the game is over' explain rusak 4141414
expect_error 2 "not a column" explain rusak 48
expect_error 2 'no genome file' explain nosuch 44
expect_error 2 'usage' explain rusak
# What tables say comes from parts of the board: rows, diagonals, columns, threats.
expect_done explain champion:depth=5 4443342
for part in 'row 1' 'row 3' columns rising falling 'threats e' balance; do
    check "no part of the tables is '$part'" grep -q "^tables $part  *-*[0-9]" "$tmp/out"
done
check "tables are a single part" test -z "$(grep '^tables  *-*[0-9]' "$tmp/out")"
finish
