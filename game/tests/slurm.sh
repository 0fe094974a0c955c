#!/usr/bin/env bash
# Balance on a Slurm cluster of one machine: an array of sixteen tasks, one of which is killed
# and requeued; put together, their parts must give the bytes of one run. By hand, as root, on
# Debian (slurmctld, slurmd, slurm-client and munge are installed if they are missing):
#
#   cargo build -p marchland-game && game/tests/slurm.sh target/debug/marchland-game
set -euo pipefail

program=$(realpath "${1:?the program marchland-game}")
map=${2:-europe} games=${3:-16000} shards=16 killed=7
packages=(slurmctld slurmd slurm-client munge)
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q 'install ok' ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
done

place=$(mktemp -d)
started=()
finish() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$place"
}
trap finish EXIT
cd "$place"

# A cluster of this machine alone, of its own: nothing of it is left behind.
mkdir -m 755 munge state spool
dd if=/dev/urandom of=munge/key bs=64 count=1 status=none
chmod 400 munge/key
chown -R munge: munge 2>/dev/null || true
runuser -u munge -- munged --foreground --force --key-file="$place/munge/key" \
  --socket="$place/munge/socket" --pid-file="$place/munge/pid" --log-file="$place/munge/log" \
  --seed-file="$place/munge/seed" 2>munge.err &
started+=($!)
chmod 755 "$place"
cat >slurm.conf <<CONF
ClusterName=one
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$place/munge/socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=1,sched_interval=2,requeue_setup_env_fail
JobRequeue=1
MinJobAge=3600
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
export SLURM_CONF=$place/slurm.conf
for _ in $(seq 50); do [ -S munge/socket ] && break; sleep 0.1; done
slurmctld -D -c >slurmctld.log 2>&1 &
started+=($!)
slurmd -D >slurmd.log 2>&1 &
started+=($!)
for _ in $(seq 100); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 0.2; done
sinfo

cat >task.sh <<'TASK'
#!/bin/bash
#SBATCH --requeue
"$PROGRAM" balance "$MAP" --players 2,4 --games "$GAMES" --seed 1 --threads 1 \
  --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" -o "part$SLURM_ARRAY_TASK_ID.json" --force &
echo $! >"pid$SLURM_ARRAY_TASK_ID"
wait $!
TASK
export PROGRAM=$program MAP=$map GAMES=$games SHARDS=$shards
job=$(sbatch --parsable --array="1-$shards" --output=task%a.log task.sh)
echo "job $job"

until [ -s "pid$killed" ]; do sleep 0.1; done
kill -KILL "$(cat "pid$killed")"
echo "task $killed: killed"
while squeue -h -r -j "$job" -t PENDING,RUNNING,COMPLETING | grep -q .; do sleep 0.5; done
scontrol show job "${job}_$killed" | grep -o 'JobState=[A-Z]*'
"$program" balance merge part*.json --format json -o merged.json || echo "merge: exit $?"
scontrol requeue "${job}_$killed"
# Slurm waits two minutes before it starts a job again that failed.
scontrol update JobId="${job}_$killed" StartTime=now
while squeue -h -r -j "$job" -t PENDING,RUNNING,COMPLETING | grep -q .; do sleep 0.5; done
scontrol show job "${job}_$killed" | grep -oE 'JobState=[A-Z]*|Restarts=[0-9]*' | xargs
"$program" balance merge part*.json --format json -o merged.json

"$program" balance "$map" --players 2,4 --games "$games" --seed 1 --format json -o one.json
cmp merged.json one.json
sha256sum merged.json one.json
echo "$shards parts, one of them played twice, and one run: the same bytes"
