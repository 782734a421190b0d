#!/usr/bin/env bash
# bench: the signature of all results.
. tests/cmd/lib.sh

# Change this only together with a change that is meant to change how players move, or how many
# nodes alpha-beta needs for it: everything else must leave the signature as it is.
nodes=362120
hash=e2aa6286027c4c6f

for threads in 1 2; do
    expect_output "nodes $nodes hash $hash" bench --signature --threads $threads
    err_is_empty
done
expect_error 2 'unknown option --fast' bench --fast

# In turns with a program that plays the same, itself; and with programs that do not.
expect_done bench --against "$C4EVOLVE" --turns 1
out_lines 9
out_has 'champion-genes  depth 8'
printf '#!/bin/sh\necho something else\n' >"$tmp/liar"
chmod +x "$tmp/liar"
expect_error 1 'differ from ours' bench --against "$tmp/liar" --turns 1
# The same results, but another move in one game.
printf '#!/bin/sh\n"%s" "$@" | sed '\''0,/Columns/s/[1-7]"]$/0"]/'\''\n' "$C4EVOLVE" >"$tmp/liar"
expect_error 1 "the games of $tmp/liar differ from ours" bench --against "$tmp/liar" --turns 1
expect_error 1 'ended with status 1' bench --against /bin/false --turns 1
expect_error 2 'no-such-program' bench --against "$tmp/no-such-program"
expect_error 2 '--turns' bench --against /bin/false --turns 0
finish
