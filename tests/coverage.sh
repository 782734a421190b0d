#!/usr/bin/env bash
# Measures which lines and branches of src/ the tests reach, and lists the files with the most that are not.
#
#     tests/coverage.sh [TESTS [BUT]]    runs the tests, or those that match a pattern of ctest -R and not
#                                        another of ctest -E, in build/coverage: half an hour on two cores
#     tests/coverage.sh --of BUILD       prints what the tests of that build, made with
#                                        -DC4E_COVERAGE=ON, have reached so far
#
# The goal for all tests is 95% of the lines and 85% of the branches; without a pattern it fails below that.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

# print_coverage BUILD [GOAL]: fails if there is a goal and it is missed.
print_coverage() {
    (cd "$1" && find . -name '*.gcda' \( -path '*/c4e.dir/*' -o -path '*/c4evolve.dir/*' \) -print0 |
        xargs -0 -r gcov -n -b -c 2>/dev/null) |
        awk -v root="$PWD/src/" -v goal="${2:-}" '
        /^File / {
            file = $0
            gsub(/^File .|.$/, "", file)
            mine = index(file, root) == 1 && file ~ /\.c$/
        }
        # The first figures after a name are those of the file. After the last file gcov prints the sum of all.
        mine && /^Lines executed:/ && !(file in lines) { split($0, p, /[:% ]+/); lines[file] = $NF; hit[file] = p[3] * $NF / 100 }
        mine && /^Branches executed:/ && !(file in branches) { branches[file] = $NF }
        mine && /^Taken at least once:/ && !(file in took) { split($0, p, /[:% ]+/); took[file] = p[5] * $NF / 100 }
        END {
            for (f in lines) {
                all_lines += lines[f]; all_hit += hit[f]
                all_branches += branches[f]; all_took += took[f]
                printf "%6d of %4d lines, %5d of %4d branches not reached  %s\n", lines[f] - hit[f] + 0.5, lines[f], \
                    branches[f] - took[f] + 0.5, branches[f], substr(f, length(root) + 1) | "sort -rn | head -20"
            }
            close("sort -rn | head -20")
            if (!all_lines || !all_branches) { print "coverage: nothing was counted"; exit 1 }
            printf "coverage: %.1f%% of %d lines, %.1f%% of %d branches\n", 100 * all_hit / all_lines, all_lines, \
                100 * all_took / all_branches, all_branches
            exit goal && (all_hit < 0.95 * all_lines || all_took < 0.85 * all_branches)
        }'
}

if [ "${1:-}" = --of ]; then
    print_coverage "${2:?usage: tests/coverage.sh --of BUILD}"
    exit
fi
build=${COVERAGE_BUILD:-$PWD/build/coverage}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DC4E_COVERAGE=ON -DC4E_TESTS=ON >/dev/null || exit 1
cmake --build "$build" -j "$(nproc)" >"$build/build.log" 2>&1 || { tail -30 "$build/build.log"; exit 1; }
find "$build" -name '*.gcda' -delete
ctest --test-dir "$build" -j "$(nproc)" -R "${1:-.}" -E "${2:-^$}" --timeout 3000 >"$build/tests.log" 2>&1
failed=$?
[ $failed -eq 0 ] || tail -15 "$build/tests.log"
print_coverage "$build" "$([ -n "${1:-}" ] || echo goal)" && exit $failed
