#!/usr/bin/env bash
# The batch script: starts a run, saves when the time is up and requeues, continues, ends.
# srun, scancel, scontrol and squeue are stand-ins that do what Slurm's would; tests/slurm.sh uses those.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

mkdir "$tmp/bin"
cat >"$tmp/bin/srun" <<'END'
#!/bin/bash
echo "$*" >>"$SRUN_LOG"
trap 'exit 9' TERM # it would end the step
while [[ $1 == --* ]]; do shift; done
"$@" &
echo $! >"$SRUN_PID"
wait $!
END
cat >"$tmp/bin/scancel" <<'END'
#!/bin/bash
[ "$*" = "--signal=TERM $SLURM_JOB_ID" ] && kill -TERM "$(cat "$SRUN_PID")"
END
printf '#!/bin/bash\necho "$*" >>"$SCONTROL_LOG"\n' >"$tmp/bin/scontrol"
printf '#!/bin/bash\necho "$JOB_STATE"\n' >"$tmp/bin/squeue"
chmod +x "$tmp"/bin/*
export PATH=$tmp/bin:$PATH SRUN_LOG=$tmp/srun.log SCONTROL_LOG=$tmp/scontrol.log SRUN_PID=$tmp/srun.pid
export SLURM_JOB_ID=71 SLURM_CPUS_PER_TASK=2 JOB_STATE=RUNNING
script=configs/cluster/champion.slurm

closed() { "$C4EVOLVE" log "$1" generations --csv 2>/dev/null | tail -n +2 | wc -l; }

# stop_job RUN: starts the script, and sends it SIGTERM after the first generation.
sed 's/^generations = 4/generations = 100000/' "$config" >"$tmp/long.ini"
stop_job() {
    command_line="sbatch $script"
    bash "$script" "$tmp/long.ini" "$1" >"$tmp/out" 2>"$tmp/err" &
    job=$!
    while [ "$(closed "$1")" -lt 1 ] && kill -0 "$job" 2>/dev/null; do sleep 0.1; done
    kill -TERM "$job"
    wait "$job"
    code=$?
    expect_code 1
}

# The time is up: SIGTERM goes to the script alone.
stop_job "$tmp/run"
err_has 'interrupted; all finished games are saved'
check "it is not queued again" grep -qx 'requeue 71' "$tmp/scontrol.log"
check "srun was not asked for all cores" grep -q -- '--cpus-per-task=2' "$tmp/srun.log"

# When queued again it continues to the end, and is not queued once more.
total=$(($(closed "$tmp/run") + 1))
rm "$tmp/scontrol.log"
bash "$script" "$tmp/long.ini" "$tmp/run" --generations "$total" --quiet >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0
check "it did not resume" grep -q " resume $tmp/run --generations $total" "$tmp/srun.log"
check "it is queued again" test ! -e "$tmp/scontrol.log"
keep_tables "$tmp/run"
expect_done "$tmp/long.ini" --out "$tmp/whole" --quiet --set run.generations="$total"
expect_same "$tmp/whole"

# Nor is a job that somebody cancels.
JOB_STATE=COMPLETING stop_job "$tmp/cancelled"
err_has 'interrupted; all finished games are saved'
check "a cancelled job is queued again" test ! -e "$tmp/scontrol.log"

# A run that fails is not queued again.
bash "$script" "$tmp/nosuch.ini" "$tmp/none" >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 2
check "it is queued again" test ! -e "$tmp/scontrol.log"
finish
