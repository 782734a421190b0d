#!/usr/bin/env bash
# fit --positions: tables and genes by regression on solved positions.
. "$(dirname "$0")/lib.sh"

run positions --count 6000 --plies 18..36 -o "$tmp/set.c4p"
expect_code 0
run positions --count 3000 --plies 20..34 --seed 2 -o "$tmp/more.c4p"
expect_code 0

# Tables, the same for any number of threads, that play and read back.
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" --families tables --epochs 3 \
    -o "$tmp/tables.ini"
out_has 'more held out; best after epoch'
out_has 'rounded to integers 0.'
out_has 'rounding costs'
check "one ridge is chosen" test "$(grep -c chosen "$tmp/out")" = 1
check "the state is still there" test ! -e "$tmp/tables.ini.part"
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" --families tables --epochs 3 \
    -o "$tmp/again.ini" --threads 1
check "one thread gives other tables" cmp "$tmp/tables.ini" "$tmp/again.ini"
run move "$tmp/tables.ini:depth=4" 44
expect_code 0
out_is_one_column
run export "$tmp/tables.ini" --as ini
check "reads back differently" diff <(grep -v '^;' "$tmp/out") <(grep -v '^;' "$tmp/tables.ini")

# A set that counts twice is the set twice.
expect_done fit --positions "$tmp/set.c4p:2" --positions "$tmp/more.c4p" --families tables \
    --epochs 1 -o "$tmp/twice.ini"
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" \
    --families tables --epochs 1 -o "$tmp/again.ini"
check "FILE:2 is not FILE twice" cmp "$tmp/twice.ini" "$tmp/again.ini"

# Positions of another set can be held out, but not those that are fitted to.
run positions --count 1000 --plies 20..34 --set validate -o "$tmp/other.c4p"
expect_code 0
expect_done fit --positions "$tmp/set.c4p" --held-out "$tmp/other.c4p" --families tables --epochs 1
out_has 'tables: 5'
expect_error 2 '6000 positions are also in --positions' fit --positions "$tmp/set.c4p" \
    --held-out "$tmp/set.c4p" --families tables

# Genes on top of tables: those of the tables family stay, others are fitted.
expect_done fit --positions "$tmp/set.c4p" --families 'threat tempo' --start "$tmp/tables.ini" \
    -o "$tmp/both.ini"
check "tempo is not fitted" grep -q '^tempo  *0\.000  *[0-9.-]*[1-9]' "$tmp/out"
check "the tables are lost" grep -q '^checksum = ' "$tmp/both.ini"
expect_done fit --positions "$tmp/set.c4p" --families line,tables --epochs 1 --json
parse_json
holds "$(json .tables.held_out_loss) < 0.8"
holds "$(json .tables.trials.2.loss) >= $(json .tables.trials.0.loss) - 1"
holds "$(json .loss_after) < $(json .loss_before)"
check "no genes" grep -q '^\.genes\.0\.name .*own1' "$tmp/json"

# Interrupted, and continued with the same command.
for _ in 1 2 3; do
    timeout -s INT 0.5 "$C4EVOLVE" fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" \
        --families tables --epochs 40 -o "$tmp/slow.ini" >/dev/null 2>"$tmp/err" && break
done
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" --families tables --epochs 40 \
    -o "$tmp/slow.ini"
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" --families tables --epochs 40 \
    -o "$tmp/once.ini"
check "interruptions changed the tables" cmp "$tmp/slow.ini" "$tmp/once.ini"

# Wrong use.
expect_error 2 "'x' is not a number" fit --positions "$tmp/set.c4p" --families tables --ridge 1,x
expect_error 2 'at most 8' fit --positions "$tmp/set.c4p" --families tables --ridge 1,1,1,1,1,1,1,1,1
expect_error 2 'need --families tables' fit --positions "$tmp/set.c4p" --families line --lanes 2
expect_error 2 "no such family of genes: 'nosuch'" fit --positions "$tmp/set.c4p" --families nosuch
expect_error 2 'a regression cannot change shape' fit --positions "$tmp/set.c4p" --families shape
expect_error 2 'needs RUN or GAMES' fit --start fevalb
expect_error 2 'in place of RUN and GAMES' fit "$tmp" --positions "$tmp/set.c4p"
expect_error 2 'needs --positions FILE' fit "$tmp" --families tables --start fevalb
expect_error 2 'No such file' fit --positions "$tmp/nosuch.c4p" --families tables
expect_error 2 'one number from 100' fit "$tmp" --positions 3 --start fevalb
expect_error 2 'not a set of positions' fit --positions genomes/fevalb.ini --families tables
finish
