#!/usr/bin/env bash
# Evolves for some hours and looks at the process once a minute: memory, descriptors, bytes written
# per generation and games a second must stay as they were after a warm-up of a tenth of the time.
# Games a second may fall by three tenths from one half to the other: other programs run, too.
#
#     tests/soak.sh HOURS [BUILD]      HOURS may be a fraction, such as 0.1
cd "$(dirname "$0")/.." || exit 1
hours=${1:?usage: tests/soak.sh HOURS [BUILD]}
build=$(cd "${2:-build}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=$build/tests/json-lines
. tests/cmd/lib.sh
. tests/cmd/evolution.sh
seconds=$(awk "BEGIN { print int($hours * 3600) }")
pause=$((seconds / 60 > 60 ? 60 : seconds / 60 + 1))
"$C4EVOLVE" "$config" --out "$tmp/run" --set run.generations=1000000 --set fit.every=50 \
    --set validate.every=100 >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
trap 'kill $pid 2>/dev/null; wait $pid 2>/dev/null; rm -rf "$tmp"' EXIT

# sample: seconds, memory in kB, descriptors, bytes written, generations, and the mean of the games a
# second that the last lines tell.
sample() {
    echo "$SECONDS $(awk '/^VmRSS/ { print $2 }' /proc/$pid/status) $(ls /proc/$pid/fd | wc -l)" \
        "$(awk '/^wchar/ { print $2 }' /proc/$pid/io) $(grep -c '^generation [0-9]' "$tmp/err")" \
        "$(grep '^generation [0-9]' "$tmp/err" | tail -50 | awk '{ n++; sum += $(NF - 1) } END { print n ? sum / n : 0 }')"
}
echo "seconds memory_kB descriptors bytes generations games_per_second"
while [ "$SECONDS" -lt "$seconds" ] && kill -0 $pid 2>/dev/null; do
    sleep "$pause"
    sample | tee -a "$tmp/samples"
done
check "the run has ended" kill -0 $pid

# The time after the warm-up in two halves.
awk -v warm="$((seconds / 10))" '
    $1 < warm { next }
    { n++; at[n] = $1; mem[n] = $2; fd[n] = $3; bytes[n] = $4; gen[n] = $5; rate[n] = $6 }
    END {
        half = int(n / 2); if (half < 2) exit 1
        a = (bytes[half] - bytes[1]) / (gen[half] - gen[1])
        b = (bytes[n] - bytes[half]) / (gen[n] - gen[half])
        printf "memory %d -> %d kB, descriptors %d -> %d, bytes per generation %.0f -> %.0f, ", mem[1], mem[n], fd[1], fd[n], a, b
        for (i = 1; i <= n; i++) if (i <= half) x += rate[i] / half; else y += rate[i] / (n - half)
        printf "games per second %.0f -> %.0f, ", x, y
        printf "generations per second %.2f -> %.2f\n", (gen[half] - gen[1]) / (at[half] - at[1]), (gen[n] - gen[half]) / (at[n] - at[half])
        exit !(mem[n] < 1.2 * mem[1] + 2000 && fd[n] <= fd[1] + 2 && b < 1.2 * a && y >= 0.7 * x)
    }' "$tmp/samples" || fail "something grows"
checks=$((checks + 1))
finish
