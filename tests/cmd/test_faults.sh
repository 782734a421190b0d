#!/usr/bin/env bash
# A few commands in which one call of the system fails: memory, writing, syncing, opening, renaming.
# tests/fault/all.sh does this with every command.
. "$(dirname "$0")/lib.sh"
[ -n "${LIBFAULT:-}" ] && [ -z "${SANITIZED:-}" ] || { echo "no fault injection here"; exit 77; }
. "$(dirname "$0")/../fault/lib.sh"
. "$(dirname "$0")/../fault/commands.sh"

for i in 0 1 2; do
    fault_each alloc ${short_commands[i]}
done
step=97 # SQLite allocates thousands of times
for i in 3 4 5; do
    fault_each alloc ${short_commands[i]}
done
step=1
fault_each write ${short_commands[2]}
fault_each sync ${short_commands[2]}
fault_each rename ${short_commands[2]}
fault_each open ${short_commands[2]}

# What we lack is not taken for a fault of a run.
fault_each open runs . --json
fault_each open log run winrates

# A run is not lost by any of them.
afterwards() { run_goes_on; }
step=6
for kind in write sync open rename; do
    fault_each $kind mini.ini --out now --quiet --threads 1
done
step=499
fault_each alloc mini.ini --out now --quiet --threads 1
echo "$tries tries"
finish
