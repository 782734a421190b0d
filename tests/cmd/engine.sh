# A conversation with an engine that speaks UCI. Sourced after lib.sh.
#
# Nothing here can hang: an engine is killed after $engine_s seconds, and a test fails if an expected
# line does not come in that time.
engine_s=60

# engine_start COMMAND...: starts an engine, whose stderr goes to $tmp/err.
engine_start() {
    command_line="$*"
    : >"$tmp/said"
    coproc ENGINE { exec timeout "$engine_s" "$@" 2>"$tmp/err"; }
    engine_pid=$ENGINE_PID
    engine_in=${ENGINE[1]} engine_out=${ENGINE[0]}
}

# say LINE...: sends lines to the engine.
say() { printf '%s\n' "$@" >&"$engine_in"; }

# hear PATTERN: reads until a line matches, which is left in $line; all lines are added to $tmp/said.
hear() {
    checks=$((checks + 1))
    while IFS= read -r -t "$engine_s" -u "$engine_out" line; do
        printf '%s\n' "$line" >>"$tmp/said"
        [[ $line =~ $1 ]] && return 0
    done
    tail -5 "$tmp/said"
    fail "does not say '$1'"
    finish # the rest would make no sense
}

# engine_end: closes its input; its exit code is in $code, the rest of its output in $tmp/out.
engine_end() {
    exec {engine_in}>&-
    cat <&"$engine_out" >"$tmp/out"
    wait "$engine_pid"
    code=$?
}

# The column of a move such as P@d3.
column_of() { local file=${1#*@}; printf '%d' $((0x${file:0:1} - 9)); }

# drops POSITION: prints a position as moves of the protocol.
drops() {
    local -a height=(0 0 0 0 0 0 0 0)
    local i c files=xabcdefg
    for ((i = 0; i < ${#1}; i++)); do
        c=${1:i:1}
        height[c]=$((height[c] + 1))
        printf ' P@%s%d' "${files:c:1}" "${height[c]}"
    done
}
