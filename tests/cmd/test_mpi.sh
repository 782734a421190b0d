#!/usr/bin/env bash
# Under mpirun: the same results with any number of processes, whatever happens to them.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

if "$C4EVOLVE" --version | grep -q 'no MPI$'; then
    echo "skipped: this c4evolve was built without MPI (Debian: openmpi-bin libopenmpi-dev)"
    exit 77
fi
: "${MPIEXEC:?is not set to mpirun}"

# In containers people are root, have few processors, and may not look into other processes.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_plm_rsh_agent=

# mpi N ARGUMENTS...: like run, with N processes. It must not hang.
mpi() {
    local n=$1
    shift
    command_line="mpirun -n $n c4evolve $*"
    timeout 120 "$MPIEXEC" -n "$n" "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}

# ours: what c4evolve itself printed on stderr; mpirun adds lines of its own.
ours() { grep -c '^c4evolve: ' "$tmp/err"; }

# Only rank 0 speaks, and errors end all of them with one message.
mpi 3 --version
expect_code 0
out_lines 2
for n in 2 3; do
    mpi $n "$config" --out "$tmp/bad" --set play.depth=0
    expect_code 2
    err_has 'play.depth'
    check "not one message but $(ours)" test "$(ours)" -eq 1
done
touch "$tmp/file"
mpi 2 "$config" --out "$tmp/file/run"
expect_code 1
check "not one message but $(ours)" test "$(ours)" -eq 1

# Evolution, one thread and two in each process.
expect_done "$config" --out "$tmp/plain" --quiet --threads 2
cp "$tmp/out" "$tmp/verdict"
keep_tables "$tmp/plain"
for n in 1 2 3; do
    mpi $n "$config" --out "$tmp/run$n" --quiet --threads $((n % 2 + 1))
    expect_code 0
    check "the verdict differs" cmp "$tmp/verdict" "$tmp/out"
    expect_same "$tmp/run$n"
done

# The same with moves in solved positions.
both=(--set play.fitness=both --set play.truth_positions=40 --set run.generations=3)
expect_done "$config" --out "$tmp/both" --quiet --threads 2 "${both[@]}"
keep_tables "$tmp/both"
mpi 3 "$config" --out "$tmp/both3" --quiet --threads 1 "${both[@]}"
expect_code 0
expect_same "$tmp/both3"

# same N ARGUMENTS...: prints what it prints without mpirun.
same() {
    local n=$1
    shift
    run "$@"
    expect_code 0
    cp "$tmp/out" "$tmp/alone"
    mpi "$n" "$@"
    expect_code 0
    check "the output differs" cmp "$tmp/alone" "$tmp/out"
    check "there is no output" test -s "$tmp/alone"
}
same 2 tournament configs/studies/rusak-2005-round1.ini --threads 1
same 3 tournament configs/studies/rusak-2005-round1.ini --json --threads 2
same 3 match fevalb:ties=random,depth=3 random --games 300 --seed 5
same 2 match perfect:book=shipped forward --games 4 --openings 20
same 3 bench --signature

# A regression that is worth sharing.
run match lines fevala:depth=3 --games 600 --pgn "$tmp/games.pgn"
same 3 fit "$tmp/games.pgn" --start fevalb --place --positions 8000 --threads 1

run truth rusak random --positions 30:60,34:40 --cache "$tmp/solved.txt" --csv
cut -d, -f1-9 "$tmp/out" >"$tmp/alone"
rm "$tmp/solved.txt"
mpi 3 truth rusak random --positions 30:60,34:40 --cache "$tmp/solved.txt" --csv --threads 1
expect_code 0
check "truth differs" cmp "$tmp/alone" <(cut -d, -f1-9 "$tmp/out")
for n in 1 3; do
    mpi $n book --plies 6 --only 100 --known src/search/book-8ply.bin --wdl -o "$tmp/book$n" --threads 1
    expect_code 0
done
check "the books differ" cmp "$tmp/book1" "$tmp/book3"
for n in 1 3; do
    mpi $n positions --count 200 --plies 20..30 -o "$tmp/set$n" --threads 1
    expect_code 0
done
check "the sets differ" cmp "$tmp/set1" "$tmp/set3"
same 2 solve 4444443265333666 121212 - --moves
same 3 solve 44444432653336662 --wdl --no-book --threads 1

# Positions from standard input are answered in their order, wrong ones are reported.
{
    "$C4EVOLVE" openings --plies 20 --count 200 --seed 6
    echo 44a
} >"$tmp/positions"
"$C4EVOLVE" solve --moves <"$tmp/positions" >"$tmp/alone" 2>/dev/null
command_line="mpirun -n 3 c4evolve solve --moves <FILE"
timeout 120 "$MPIEXEC" -n 3 "$C4EVOLVE" solve --moves <"$tmp/positions" >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 2
check "the answers differ" cmp "$tmp/alone" "$tmp/out"
out_lines 200
err_has "line 201: position '44a'"

# begin N DIR: starts or continues an endless run in the background, and waits until a generation
# is closed.
begin() {
    local n=$1 dir=$2
    if [ -e "$dir/run.db" ]; then
        set -- resume "$dir" --generations 100000
    else
        set -- "$config" --out "$dir" --set run.generations=100000
    fi
    command_line="mpirun -n $n c4evolve $*"
    had=$(closed "$dir")
    timeout 120 "$MPIEXEC" -n "$n" "$C4EVOLVE" "$@" --threads 1 >"$tmp/out" 2>"$tmp/err" </dev/null &
    job=$!
    while [ "$(closed "$dir")" -le "$had" ] && kill -0 "$job" 2>/dev/null; do sleep 0.1; done
}

closed() { "$C4EVOLVE" log "$1" generations --csv 2>/dev/null | tail -n +2 | wc -l; }

# rank_process N: the process of rank N of the current run.
rank_process() {
    local folder
    for folder in /proc/[0-9]*; do
        grep -qzxF -- "$tmp/long" "$folder/cmdline" 2>/dev/null &&
            [ "$(readlink "$folder/exe")" = "$(readlink -f "$C4EVOLVE")" ] &&
            grep -qzxE "(OMPI_COMM_WORLD|PMI)_RANK=$1" "$folder/environ" && echo "${folder#/proc/}"
    done
}

# A process that is killed takes the others with it. The message names it and tells how to continue.
begin 3 "$tmp/long"
victim=$(rank_process 2)
check "there is no rank 2" test -n "$victim"
kill -9 "$victim"
wait "$job"
code=$?
check "the code is 0" test "$code" -ne 0
case $("$C4EVOLVE" --version) in # others kill rank 0 before it can speak
*'Open MPI'*) err_has "c4evolve: rank 2 (process $victim on $(hostname)) has died" ;;
esac
err_has "  c4evolve resume $tmp/long"
check "the others are still there" test -z "$(rank_process 0)$(rank_process 1)"

# So does rank 0, and SIGTERM saves; then the run is what it would have been.
begin 2 "$tmp/long"
kill -9 "$(rank_process 0)"
wait "$job"
begin 3 "$tmp/long"
kill -TERM "$(rank_process 0)"
wait "$job"
code=$?
expect_code 1
err_has 'interrupted; all finished games are saved. To continue, run:'
err_has "  c4evolve resume $tmp/long"
check "not one message but $(ours)" test "$(ours)" -eq 1
total=$(($(closed "$tmp/long") + 1))
expect_done "$config" --out "$tmp/whole" --quiet --set run.generations="$total"
keep_tables "$tmp/whole"
mpi 2 resume "$tmp/long" --generations "$total" --quiet --threads 2
expect_code 0
expect_same "$tmp/long"

# One of several processes that do not find each other; C4EVOLVE_MPI=0 allows that.
command_line='c4evolve as one of 4'
env PMI_SIZE=4 PMI_RANK=0 C4EVOLVE_MPI=0 "$C4EVOLVE" show - >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0

finish
