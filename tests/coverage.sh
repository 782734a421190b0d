#!/usr/bin/env bash
# Measures which lines and branches the tests reach, and lists the files with the most that are not.
#
#     tests/coverage.sh [TESTS]      a pattern for ctest -R; default: all tests
#
# Builds in build/coverage, without optimisation, and runs the tests there: twenty minutes on two
# cores.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
build=${COVERAGE_BUILD:-$PWD/build/coverage}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS='--coverage -O1' -DC4E_LTO=OFF \
    -DC4E_TESTS=ON >/dev/null || exit 1
cmake --build "$build" -j "$(nproc)" >"$build/build.log" 2>&1 || { tail -30 "$build/build.log"; exit 1; }
find "$build" -name '*.gcda' -delete
ctest --test-dir "$build" -j "$(nproc)" -R "${1:-.}" --timeout 3000 >"$build/tests.log" 2>&1
tail -15 "$build/tests.log" | grep -E 'tests passed|Failed|\(Timeout\)'

# gcov prints, for each file, the share and number of its lines and branches.
(cd "$build" && find CMakeFiles/c4e.dir -name '*.gcda' -print0 | xargs -0 gcov -n -b -c 2>/dev/null) |
    awk -v root="$PWD/src/" '
        /^File / { file = $0; gsub(/^File .|.$/, "", file); mine = index(file, root) == 1 && file ~ /\.c$/ }
        mine && /^Lines executed:/ { split($0, p, /[:% ]+/); share[file] = p[3]; n[file] = $NF }
        mine && /^Branches executed:/ { b[file] = $NF }
        mine && /^Taken at least once:/ { split($0, p, /[:% ]+/); taken[file] = p[5] }
        END {
            for (f in n) {
                lines += n[f]; hit += n[f] * share[f] / 100
                branches += b[f]; took += b[f] * taken[f] / 100
                printf "%6.1f %5.1f%% of %4d lines  %5.1f%% of %4d branches  %s\n",
                    n[f] * (1 - share[f] / 100), share[f], n[f], taken[f], b[f], substr(f, length(root) + 1) | "sort -rn | head -20 | cut -c8-"
            }
            close("sort -rn | head -20 | cut -c8-")
            printf "\nAll: %.1f%% of %d lines, %.1f%% of %d branches\n", 100 * hit / lines, lines, 100 * took / branches, branches
        }'
