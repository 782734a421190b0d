#!/usr/bin/env bash
# Looks for data races in a few commands with ThreadSanitizer. A minute, and one for the build.
#
#     tests/tsan.sh BUILD
#
# BUILD is a build with clang and C4E_SANITIZERS=thread. libarcher tells ThreadSanitizer what OpenMP
# does; without it there would be false alarms.
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:?usage: tests/tsan.sh BUILD}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=/bin/true
archer=$(ls /usr/lib/llvm-*/lib/libarcher.so 2>/dev/null | tail -1)
[ -n "$archer" ] || { echo "no libarcher.so: install libomp-dev"; exit 1; }
. tests/cmd/lib.sh
. tests/cmd/evolution.sh
export OMP_TOOL_LIBRARIES=$archer
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66 log_path=$tmp/race"

raceless() {
    run "$@"
    expect_code 0
    check "data race" eval "! ls '$tmp'/race.*"
    cat "$tmp"/race.* 2>/dev/null | head -40
    rm -f "$tmp"/race.*
}
raceless "$config" --out "$tmp/run" --quiet --threads 4 --set run.generations=2
raceless resume "$tmp/run" --quiet --threads 4 --generations 3
raceless match fevalb:depth=4 champion:depth=4 --games 200 --openings 6 --threads 4
raceless match mcts:iterations=200 random --games 20 --threads 4
raceless truth fevalb:depth=3 --positions 24:40 --threads 4 --cache "$tmp/cache"
raceless bench --threads 4
printf 'uci\nposition startpos\ngo infinite\nisready\nstop\ngo depth 4\nquit\n' >"$tmp/talk"
command_line='c4evolve uci'
"$C4EVOLVE" uci fevalb <"$tmp/talk" >"$tmp/out" 2>"$tmp/err"
code=$?
expect_code 0
check "data race" eval "! ls '$tmp'/race.*"
finish
