#!/usr/bin/env bash
# Takes configs/cluster/champion.slurm through a real Slurm: two nodes on this machine, a time limit
# that comes several times, requeues, resumes, a job that is cancelled and one that fails. Compares the
# run's tables with those of a run that was never stopped.
#
#     tests/slurm.sh [BUILD]            BUILD is a folder with a build that has tests; default build
#
# Not part of the test run. It needs root, and Debian's slurm-wlm and munge, which it installs if they
# are missing (apt-get). Their daemons run in a temporary folder, talk over the loopback device only, and
# are ended with the script. About 10 minutes.
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:-build}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=$build/tests/json-lines
. tests/cmd/lib.sh
. tests/cmd/evolution.sh
[ "$(id -u)" -eq 0 ] || { echo "needs root, for the daemons of Slurm"; exit 1; }
command -v slurmctld >/dev/null && command -v munged >/dev/null ||
    apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends slurm-wlm munge || exit 1

script=$PWD/configs/cluster/champion.slurm
daemons=()
export SLURM_CONF=$tmp/slurm.conf
chmod 755 "$tmp" # the socket of munged is for everybody

# Everything that runs for this Slurm knows its configuration, jobs and their keepers included.
ours() { grep -lsz "^SLURM_CONF=$SLURM_CONF\$" /proc/[0-9]*/environ | cut -d/ -f3 | grep -vx "$$"; }

# Jobs end first, as long as there are daemons to end them.
clean_up() {
    scancel --user=root 2>/dev/null && await 20 no_jobs
    kill "${daemons[@]}" 2>/dev/null
    sleep 2
    kill -9 $(ours) 2>/dev/null
    [ -n "${KEEP:-}" ] && echo "kept: $tmp" || rm -rf "$tmp"
}
no_jobs() { [ -z "$(squeue -h)" ]; }
trap clean_up EXIT
trap 'exit 1' INT TERM

# start NAME COMMAND...: a daemon in the foreground of its own.
start() {
    local name=$1
    shift
    "$@" >"$tmp/$name.out" 2>&1 &
    daemons+=($!)
}

# await SECONDS COMMAND...: until it succeeds.
await() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.5
    done
}

# The nodes are two slurmd on this machine. Requeued jobs wait for cred_expire seconds.
write_slurm_conf() {
    mkdir "$tmp/state" "$tmp"/{spool,tmp}-n{1,2}
    cat >"$SLURM_CONF" <<END
ClusterName=c4evolve-test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$((port = 20000 + $$ % 20000))
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$tmp/munge.socket,cred_expire=5
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
SchedulerParameters=bf_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
MailProg=/bin/true
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool-%n
TmpFS=$tmp/tmp-%n
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/slurmd-%n.pid
SlurmctldLogFile=$tmp/slurmctld.log
SlurmdLogFile=$tmp/slurmd-%n.log
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

start_slurm() {
    head -c 128 /dev/urandom >"$tmp/munge.key"
    chmod 600 "$tmp/munge.key"
    start munged munged --foreground --key-file="$tmp/munge.key" --socket="$tmp/munge.socket" \
        --pid-file="$tmp/munged.pid" --log-file="$tmp/munged.log" --seed-file="$tmp/munged.seed"
    await 20 test -S "$tmp/munge.socket" || return 1
    write_slurm_conf
    start slurmctld slurmctld -D
    start slurmd1 slurmd -D -N n1
    start slurmd2 slurmd -D -N n2
    await 60 both_idle
}
both_idle() { [ "$(sinfo -h -N -o %T | sort -u)" = idle ]; }

# submit ARGUMENTS...: the batch script with what sbatch needs here; the job's number is in $job.
submit() {
    command_line="sbatch champion.slurm $*"
    job=$(sbatch --parsable --nodes=2 --ntasks-per-node=1 --cpus-per-task=1 --time=2 \
        --signal=B:TERM@60 --chdir="$PWD" --output="$tmp/job-%j.log" "$script" "$@" 2>"$tmp/err")
    check "sbatch failed" test -n "$job"
    ln -sf "job-$job.log" "$tmp/out"
}

# field NAME: of the job, as scontrol shows it.
field() { scontrol --oneliner show job "$job" | grep -o " $1=[^ ]*" | cut -d= -f2; }
is_over() { [[ $(field JobState) =~ ^(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL)$ ]]; }
is_running() { [ "$(field JobState)" = RUNNING ]; }
closed() { "$C4EVOLVE" log "$1" generations --csv 2>/dev/null | tail -n +2 | wc -l; }
has_games() { [ "$(closed "$1")" -gt 0 ]; }
goes_on() { [ "$(closed "$tmp/cancelled")" -gt "$pace" ]; }

# Games take longer than messages. The limit of generations is given to "resume" only.
sed 's/^generations = 4/generations = 100000/; s/^depth *= 2/depth = 6/' "$config" >"$tmp/long.ini"

start_slurm || { echo "Slurm does not start"; tail -n 20 "$tmp"/*.log "$tmp"/*.out; exit 1; }
kinds=$(srun --mpi=list 2>&1)
for kind in pmix pmi2; do
    grep -qw "$kind" <<<"$kinds" && break
done
export C4EVOLVE_SRUN_MPI=$kind
echo "$(sbatch --version), two nodes, srun --mpi=$kind"

# A job that is cancelled stays cancelled. It also shows how fast two processes are here.
submit "$tmp/long.ini" "$tmp/cancelled"
await 120 has_games "$tmp/cancelled"
sleep 20
scancel "$job"
await 60 is_over
sleep 15 # a requeue would come now
echo "job $job: $(field JobState)"
check "the cancelled job is queued again" test "$(field JobState)" = CANCELLED
pace=$(closed "$tmp/cancelled")

# A time limit of two minutes, of which the second is for saving: it comes two or three times.
submit "$tmp/long.ini" "$tmp/run" --generations $((4 * pace))
await 1800 is_over
restarts=$(field Restarts)
echo "job $job: $(field JobState) after $restarts requeues"
check "the job was not completed" test "$(field JobState)" = COMPLETED
check "the time was never up" test "$restarts" -ge 1
check "it is not two processes" grep -q '^2 processes\.' "$tmp/out"
check "it did not save" grep -q 'interrupted; all finished games are saved' "$tmp/out"
total=$(closed "$tmp/run")
check "it did not go on" test "$total" -ge $((4 * pace))

# An administrator's requeue: the job comes back, and goes on where it was.
submit "$tmp/long.ini" "$tmp/cancelled"
await 120 goes_on
scontrol requeue "$job"
sleep 2
await 120 is_running
pace=$(closed "$tmp/cancelled")
await 120 goes_on
echo "job $job: $(field JobState) after $(field Restarts) requeue"
check "the requeued job does not go on" goes_on
scancel "$job"
await 60 is_over

# A run that fails is not queued again.
submit "$tmp/nosuch.ini" "$tmp/none"
await 60 is_over
echo "job $job: $(field JobState), exit code $(field ExitCode)"
check "a job without a config does not fail" test "$(field JobState) $(field ExitCode)" = "FAILED 2:0"

# The same generations without Slurm, in one process that nobody stops.
keep_tables "$tmp/run"
expect_done "$tmp/long.ini" --out "$tmp/whole" --quiet --set run.generations="$total"
expect_same "$tmp/whole"
finish
