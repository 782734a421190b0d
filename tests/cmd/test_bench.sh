#!/usr/bin/env bash
# bench: the signature of all results.
. tests/cmd/lib.sh

# Change this only together with a change that is meant to change how players move, or how many
# nodes alpha-beta needs for it: everything else must leave the signature as it is.
nodes=432260
hash=e2aa6286027c4c6f

for threads in 1 2; do
    expect_output "nodes $nodes hash $hash" bench --signature --threads $threads
    err_is_empty
done
expect_error 2 'unknown option --fast' bench --fast
finish
