#!/usr/bin/env bash
# positions: sets of solved positions, however they are made.
. "$(dirname "$0")/lib.sh"

# What a set holds.
run positions --count 300 --plies 24..33 -o "$tmp/set.c4p"
expect_code 0
err_has '300 positions, '
check "stdout is not empty" test ! -s "$tmp/out"
check "the pieces are still there" test ! -e "$tmp/set.c4p.part"
expect_done positions --info "$tmp/set.c4p"
out_has '300 positions, with win, draw or loss'
out_has 'made with --count 300 --plies 24..33 --from mix --set train --seed 1'
expect_done positions --info "$tmp/set.c4p" --csv
out_lines 12
check "plies do not get equal shares" awk -F, 'NR > 1 && $1 != "all" && $2 != 30 { exit 1 }' "$tmp/out"
check "results do not add up" awk -F, 'NR > 1 && $2 != $3 + $4 + $5 { exit 1 }' "$tmp/out"
expect_done positions --info "$tmp/set.c4p" --json
parse_json
holds "$(json .positions) == 300"
holds "$(json .by_plies.0.plies) == 24"
check "it is not finished" test "$(json .finished)" = true

printf '# published\n1 some words\n44 3\n' >"$tmp/public.txt"

# A finished set stays as it is, and other options do not overwrite it.
cp "$tmp/set.c4p" "$tmp/kept.c4p"
run positions --count 300 --plies 24..33 -o "$tmp/set.c4p" --threads 1
expect_code 0
while IFS='|' read -r options message; do
    # shellcheck disable=SC2086
    expect_error 1 "$message" positions --count 300 --plies 24..33 -o "$tmp/set.c4p" $options
done <<OPTIONS
--count 301|made with --count 300, not 301
--seed 2|made with --seed 1, not 2
--plies 24..34|made with --plies 24..33, not 24..34
--from games|made with --from mix, not games
--set test|made with --set train, not test
--scores|made without --scores
--without $tmp/public.txt|made with other positions to leave out
OPTIONS
check "the set has changed" cmp "$tmp/set.c4p" "$tmp/kept.c4p"

# Threads make no difference, and each option makes another set.
sums=
for options in '' '--from random' '--from games' '--from leaves' '--set validate' '--set test' \
    '--seed 2' '--scores' "--without $tmp/set.c4p"; do
    for threads in 1 3; do
        # shellcheck disable=SC2086
        run positions --count 90 --plies 26..34 $options --threads $threads -o "$tmp/made$threads.c4p"
        expect_code 0
    done
    check "threads make a difference" cmp "$tmp/made1.c4p" "$tmp/made3.c4p"
    sum=$(cksum <"$tmp/made1.c4p")
    check "the option makes no difference" test "${sums/"$sum"/}" = "$sums"
    sums+=" $sum"
    rm "$tmp"/made*.c4p
done

# All that exist, counted by hand: 1, 4 and 25 positions up to mirror images. Those of a file are
# left out, and so are their mirror images; a column that is full cannot be named.
expect_error 1 'only 30 distinct positions were found' \
    positions --count 100 --plies 0..2 -o "$tmp/early.c4p"
printf '# published\n1 some words\n7\n44 -3\n\n' >"$tmp/public.txt"
expect_error 1 'only 28 distinct positions were found' \
    positions --count 100 --plies 0..2 --without "$tmp/public.txt" -o "$tmp/rest.c4p"
expect_error 1 'only 0 distinct positions were found' positions --count 100 --plies 0..2 \
    --without "$tmp/rest.c4p" --without "$tmp/public.txt" -o "$tmp/none.c4p"

# Around the games of a file.
run match fevalb:depth=1 random --games 20 --pgn "$tmp/games.pgn"
expect_code 0
run match fevalb:depth=1 random --games 22 --pgn "$tmp/more.pgn"
expect_code 0
for threads in 1 2; do
    run positions --count 60 --plies 8..13 --from "$tmp/games.pgn" --threads $threads \
        -o "$tmp/pgn$threads.c4p"
    expect_code 0
done
check "threads make a difference" cmp "$tmp/pgn1.c4p" "$tmp/pgn2.c4p"
expect_done positions --info "$tmp/pgn1.c4p"
out_has '60 positions'
out_has '--from pgn'
expect_error 1 'made with other' positions --count 60 --plies 8..13 --from "$tmp/more.pgn" \
    -o "$tmp/pgn1.c4p"

# Interrupted again and again, also in the middle of its only block, and killed: every time it goes on
# from where it was, and ends with the same bytes.
slow=(positions --count 1500 --plies 14..15 --threads 1)
run "${slow[@]}" -o "$tmp/whole.c4p"
expect_code 0
saved=0
for _ in $(seq 100); do
    run_interrupted '' "${slow[@]}" -o "$tmp/parts.c4p"
    [ "$code" -eq 0 ] && break
    expect_code 1
    err_has 'to continue, run the same command again'
    now=$(sed -n 's/.*interrupted: \([0-9]*\) of 1500 positions are saved.*/\1/p' "$tmp/err")
    check "only $now positions are saved, after $saved" test "${now:-0}" -ge "$saved"
    saved=$now
    { timeout -s KILL 0.2 "$C4EVOLVE" "${slow[@]}" -o "$tmp/parts.c4p"; } >"$tmp/out" 2>"$tmp/err"
done
check "nothing was saved" test "$saved" -gt 0
check "interruptions make a difference" cmp "$tmp/whole.c4p" "$tmp/parts.c4p"

# An unfinished set can be looked at.
timeout -s KILL 0.3 "$C4EVOLVE" positions --count 100000 --plies 9..10 -o "$tmp/begun.c4p" 2>/dev/null
if [ -s "$tmp/begun.c4p" ]; then
    expect_done positions --info "$tmp/begun.c4p"
    out_has 'unfinished'
fi

# Wrong use.
while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086
    expect_error 2 "$message" positions $arguments
done <<WRONG
|needs --count and -o, or --info
--count 5|needs --count and -o
-o $tmp/x|needs --count and -o
--count 0 -o $tmp/x|'0' is not a whole number from 1
--count 100000001 -o $tmp/x|is not a whole number from 1 to 100000000
--count 5 -o $tmp/x --plies 5..3|'5..3' is not A..B, with plies from 0 to 41
--count 5 -o $tmp/x --plies 42|'42' is not A..B
--count 5 -o $tmp/x --plies a..b|'a..b' is not A..B
--count 5 -o $tmp/x --from nosuch|'nosuch' is not one of random, games, leaves, mix, nor a PGN file
--count 5 -o $tmp/x --from README.md|--from: README.md: no games in the file
--count 5 -o $tmp/x --set any|'any' is not one of train, validate, test
--count 5 -o $tmp/x --without nosuch|--without: nosuch: No such file
--count 5 -o $tmp/x --without README.md|--without: README.md:3: position 'c4evolve'
--count 5 -o $tmp/x --json|--json and --csv need --info
--count 5 -o $tmp/x more|too many arguments
--info $tmp/nosuch|No such file
--info README.md|not a set of positions
--info $tmp/set.c4p --count 3|--info does not take --count
--info $tmp/set.c4p --csv --json|cannot be combined
WRONG
check "a file was made" test ! -e "$tmp/x"
expect_error 1 'No such file' positions --count 5 -o "$tmp/no/such"
cp README.md "$tmp/readme"
expect_error 1 'not a set of positions' positions --count 5 -o "$tmp/readme"
check "a file was overwritten" cmp README.md "$tmp/readme"
head -c 700 "$tmp/set.c4p" >"$tmp/damaged.c4p"
printf x | dd of="$tmp/damaged.c4p" bs=1 seek=20 conv=notrunc 2>/dev/null
expect_error 2 'damaged' positions --info "$tmp/damaged.c4p"
echo mine >"$tmp/new.c4p.part"
expect_error 1 'new.c4p.part is in the way' positions --count 5 --plies 30 -o "$tmp/new.c4p"
finish
