# Shared by the tests of commands. A test sources this, calls the checks, and ends with `finish`.
#
# C4EVOLVE is the program; JSON_LINES prints JSON as one line per value. Tests run in the root of
# the project, and write only into $tmp.
set -u
: "${C4EVOLVE:?is not set to the program}" "${JSON_LINES:?is not set to json-lines}"
[ -x "$C4EVOLVE" ] || { echo "no program at $C4EVOLVE"; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
checks=0
failures=0

# fail MESSAGE: counts a failure and shows what the last command printed.
fail() {
    failures=$((failures + 1))
    echo "FAILED: ${command_line:-}: $1"
    sed 's/^/  stdout: /' "$tmp/out" 2>/dev/null | head -20
    sed 's/^/  stderr: /' "$tmp/err" 2>/dev/null | head -20
}

# check MESSAGE COMMAND...: the command must succeed.
check() {
    local message=$1
    shift
    checks=$((checks + 1))
    "$@" >/dev/null 2>&1 || fail "$message"
}

# run ARGUMENTS...: runs the program; its output is in $tmp/out and $tmp/err, its exit code in $code.
run() {
    command_line="c4evolve $*"
    "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}

expect_code() {
    checks=$((checks + 1))
    [ "$code" -eq "$1" ] || fail "exit code $code instead of $1"
}

# expect_output TEXT ARGUMENTS...: succeeds, and prints exactly TEXT on stdout.
expect_output() {
    local wanted=$1
    shift
    run "$@"
    expect_code 0
    checks=$((checks + 1))
    [ "$(cat "$tmp/out")" = "$wanted" ] || fail "stdout is not '$wanted'"
}

# expect_done ARGUMENTS...: succeeds with something on stdout.
expect_done() {
    run "$@"
    expect_code 0
    check "stdout is empty" test -s "$tmp/out"
}

# expect_error CODE TEXT ARGUMENTS...: fails with TEXT on stderr and nothing on stdout.
expect_error() {
    local wanted=$1 text=$2
    shift 2
    run "$@"
    expect_code "$wanted"
    check "stdout is not empty" test ! -s "$tmp/out"
    err_has "$text"
    check "stderr does not begin with the program's name" grep -q '^c4evolve: ' "$tmp/err"
}

out_has() { check "stdout does not say '$1'" grep -qF -- "$1" "$tmp/out"; }
err_has() { check "stderr does not say '$1'" grep -qF -- "$1" "$tmp/err"; }
err_is_empty() { check "stderr is not empty" test ! -s "$tmp/err"; }
out_lines() { check "stdout does not have $1 lines" test "$(wc -l <"$tmp/out")" -eq "$1"; }

# out_is_one_column: a digit from 1 to 7, a newline and nothing else.
out_is_one_column() {
    check "stdout is not one column" test "$(wc -c <"$tmp/out")" -eq 2
    check "stdout is not one column" grep -qx '[1-7]' "$tmp/out"
}

# parse_json: stdout must be JSON; $tmp/json has its values.
parse_json() {
    checks=$((checks + 1))
    "$JSON_LINES" <"$tmp/out" >"$tmp/json" 2>>"$tmp/err" || fail "stdout is not JSON"
}

# json PATH: one value, such as .games
json() {
    awk -v path="$1" '$1 == path { print substr($0, length(path) + 2) }' "$tmp/json"
}

# holds EXPRESSION: a comparison of numbers, for awk.
holds() {
    check "$1 does not hold" awk "BEGIN { exit !($1) }"
}

# ticks PROCESS: hundredths of a second that it has worked; none if it has ended.
ticks() { cut -d' ' -f14 "/proc/$1/stat" 2>/dev/null; }

# run_interrupted TEXT ARGS...: sends SIGINT half a second after stderr says TEXT, or after the
# start if TEXT is empty. After TEXT the program has worked for a fifth of a second, however busy the
# machine is, unless it does nothing for 10 s. $took is the number of seconds until the end. Background jobs of a script
# ignore the signal unless job control is on.
run_interrupted() {
    local text=$1 job since begun i
    shift
    command_line="c4evolve $*, interrupted"
    set -m
    "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" &
    job=$!
    set +m
    until [ -z "$text" ] || grep -q "$text" "$tmp/err"; do
        kill -0 $job || break
        sleep 0.1
    done
    begun=$(ticks $job)
    sleep 0.5
    for ((i = 0; i < 100; i++)); do
        [ -n "$text" ] && [ "$(ticks $job)" ] && [ "$(ticks $job)" -lt $((begun + 20)) ] || break
        sleep 0.1
    done
    since=$SECONDS
    kill -INT $job
    wait $job
    code=$?
    took=$((SECONDS - since))
}

finish() {
    [ "$failures" -eq 0 ] && [ "$checks" -gt 0 ] && echo "all $checks checks passed" && exit 0
    echo "$failures of $checks checks failed"
    exit 1
}
