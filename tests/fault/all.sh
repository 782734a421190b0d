#!/usr/bin/env bash
# Fault injection into every command: each allocation, write, sync, open and rename fails once, and
# from each allocation on all of them fail.
#
#     tests/fault/all.sh BUILD [STEP [COMMAND]]
#
# BUILD is a folder with a build that has tests. With a STEP of 10 only every tenth call fails, begun at
# random among the first ten. Without one, a kind of call of a command gets a quarter of a minute: all of
# its calls fail if they are few, and otherwise as many of them as fit, others each time. That takes an
# hour at most; a STEP of 1 takes days. With COMMAND only commands with this in them are run.
cd "$(dirname "$0")/../.." || exit 1
build=${1:?usage: tests/fault/all.sh BUILD [STEP]}
export C4EVOLVE=$PWD/$build/c4evolve JSON_LINES=$PWD/$build/tests/json-lines
export LIBFAULT=$PWD/$build/tests/libfault.so FAULT_STEP=${2:-}
[ -n "$FAULT_STEP" ] || export FAULT_SECONDS=${FAULT_SECONDS:-15}
only=${3:-}
case $build in /*) C4EVOLVE=$build/c4evolve JSON_LINES=$build/tests/json-lines LIBFAULT=$build/tests/libfault.so ;; esac
. tests/cmd/lib.sh
. tests/fault/lib.sh
. tests/fault/commands.sh

for command in "${short_commands[@]}" "${other_commands[@]}"; do
    [[ $command == *"$only"* ]] || continue
    for kind in alloc write sync open rename; do
        fault_each $kind $command
    done
    FAULT_ON=1 fault_each alloc $command
done
[ -z "$only" ] || { echo "$tries tries"; finish; }
afterwards() { run_goes_on; }
for kind in write sync open rename alloc; do
    fault_each $kind mini.ini --out now --quiet --threads 1
    FAULT_CUT=1 fault_each write mini.ini --out now --quiet --threads 1
done
echo "$tries tries"
finish
