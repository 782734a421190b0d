#!/usr/bin/env bash
# fit --positions: tables and genes by regression on solved positions.
. "$(dirname "$0")/lib.sh"

checksum_of() { "$C4EVOLVE" positions --info "$1" | sed -n 's/^checksum //p'; }

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
check "FILE:2 is not FILE twice" diff <(grep -v '^;' "$tmp/twice.ini") <(grep -v '^;' "$tmp/again.ini")

# Positions of another set can be held out, but not those that are fitted to.
run positions --count 1000 --plies 20..34 --set validate -o "$tmp/other.c4p"
expect_code 0
expect_done fit --positions "$tmp/set.c4p" --held-out "$tmp/other.c4p" --families tables --epochs 1
out_has 'tables: 5'
expect_error 2 '6000 positions are also in --positions' fit --positions "$tmp/set.c4p" \
    --held-out "$tmp/set.c4p" --families tables

# Nothing is fitted to sets that are for validation and tests, or unfinished.
head -c 3000 "$tmp/set.c4p" >"$tmp/begun.c4p"
run positions --count 300 --plies 20..34 --set test -o "$tmp/test.c4p"
expect_code 0
for families in tables threat; do
    expect_error 2 'was made with --set validate: nothing must be fitted to it; --held-out takes it' \
        fit --positions "$tmp/other.c4p" --families $families -o "$tmp/wrong.ini"
    expect_error 2 'was made with --set test' \
        fit --positions "$tmp/set.c4p" --positions "$tmp/test.c4p:2" --families $families
    expect_error 2 "is unfinished: run 'positions' again to finish it" \
        fit --positions "$tmp/begun.c4p" --families $families
    expect_error 2 'is unfinished' \
        fit --positions "$tmp/set.c4p" --held-out "$tmp/begun.c4p" --families $families
done
check "a file was made" test ! -e "$tmp/wrong.ini"

# Genes on top of tables: those of the tables family stay, others are fitted.
expect_done fit --positions "$tmp/set.c4p" --families 'threat tempo' --start "$tmp/tables.ini" \
    -o "$tmp/both.ini"
check "tempo is not fitted" grep -q '^tempo  *0\.000  *[0-9.-]*[1-9]' "$tmp/out"
check "the tables are lost" grep -q '^checksum = ' "$tmp/both.ini"
expect_done fit --positions "$tmp/set.c4p" --positions "$tmp/more.c4p" --families line,tables \
    --epochs 1 --json
parse_json
holds "$(json .tables.held_out_loss) < 0.8"
holds "$(json .tables.trials.2.loss) >= $(json .tables.trials.0.loss) - 1"
holds "$(json .loss_after) < $(json .loss_before)"
check "no genes" grep -q '^\.genes\.0\.name .*own1' "$tmp/json"

# Tables that know their positions by heart: genes are fitted to others, and the loss is that of
# positions that neither was fitted to, the same ones. The genome says it, and what it is made of.
expect_done fit --positions "$tmp/set.c4p:2" --positions "$tmp/more.c4p" --families tables,tempo \
    --epochs 40 --ridge 0 --seed 3 --json -o "$tmp/heart.ini"
parse_json
holds "$(json .tables.loss) < 0.5 * $(json .tables.rounded_loss)"
holds "$(json .loss_before) > 0.5 * $(json .tables.rounded_loss)"
holds "$(json .held_out) == $(json .tables.held_out)"
holds "$(json .positions) + $(json .choosing) < 3000"
for text in "; positions: $tmp/set.c4p, 6000 positions, checksum $(checksum_of "$tmp/set.c4p"), counted 2 times" \
    "; positions: $tmp/more.c4p, 3000 positions, checksum $(checksum_of "$tmp/more.c4p")" \
    '; start: genes that count nothing' '; families: tables,tempo; seed 3' \
    " of 40, ridge 0 of 0, 8 lanes; $(json .tables.choosing) positions chose" \
    "; genes: $(json .positions) positions" \
    "; log loss: $(printf %.4f "$(json .loss_after)") on $(json .held_out) positions that chose nothing"; do
    check "the genome does not say '$text'" grep -qF -- "$text" "$tmp/heart.ini"
done

# A set that is held out for genes alone only reports: it changes no gene.
for set in other test; do
    expect_done fit --positions "$tmp/set.c4p" --families line --start fevalb \
        --held-out "$tmp/$set.c4p" -o "$tmp/$set.ini"
    out_has ' more held out; ridge'
    check "the genome does not name what was held out" \
        grep -q "^; held out: $tmp/$set.c4p, .* checksum $(checksum_of "$tmp/$set.c4p")" "$tmp/$set.ini"
    check "the start is not named" grep -q '^; start: .*fevalb' "$tmp/$set.ini"
done
check "what is held out changes genes" diff <(grep -v '^;' "$tmp/other.ini") <(grep -v '^;' "$tmp/test.ini")
check "what is held out changes no loss" test \
    "$(diff <(grep 'log loss' "$tmp/other.ini") <(grep 'log loss' "$tmp/test.ini") | wc -l)" -gt 0

# The name of a file cannot become a part of the genome.
cp "$tmp/set.c4p" "$tmp/odd
[line]
own1 = 9.c4p"
expect_done fit --positions "$tmp/odd
[line]
own1 = 9.c4p" --families line --start fevalb -o "$tmp/odd.ini"
check "a file name has become a gene" test "$(grep -c '^own1' "$tmp/odd.ini")" = 1
run move "$tmp/odd.ini:depth=2" 44
expect_code 0

# Interrupted: no genome is left, and another fit does not go on from there.
long=(fit --positions "$tmp/set.c4p" --families tables --epochs 1000)
run_interrupted '' "${long[@]}" --start fevalb -o "$tmp/long.ini"
expect_code 1
check "a file is left" test ! -e "$tmp/long.ini"
for _ in 1 2 3 4 5 6 7 8 9; do
    [ -e "$tmp/long.ini.part" ] && break
    run_interrupted '' "${long[@]}" --start fevalb -o "$tmp/long.ini"
done
for other in '--start rusak' '--start fevalb --seed 2' '--start fevalb --lanes 7' \
    "--start fevalb --held-out $tmp/other.c4p" "--start fevalb --positions $tmp/more.c4p" \
    '--start fevalb --families tables,tempo'; do
    # shellcheck disable=SC2086
    expect_error 1 'belongs to another fit' "${long[@]}" $other -o "$tmp/long.ini"
done

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
expect_error 2 '--held-out needs --positions FILE' fit "$tmp" --start fevalb --held-out "$tmp/other.c4p"
expect_error 2 'in place of RUN and GAMES' fit "$tmp" --positions "$tmp/set.c4p"
expect_error 2 'needs --positions FILE' fit "$tmp" --families tables --start fevalb
expect_error 2 'No such file' fit --positions "$tmp/nosuch.c4p" --families tables
expect_error 2 'one number from 100' fit "$tmp" --positions 3 --start fevalb
expect_error 2 'not a set of positions' fit --positions genomes/fevalb.ini --families tables
finish
