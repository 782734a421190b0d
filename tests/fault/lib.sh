# Fault injection: runs a command once for each call that it makes of some kind, and lets that call
# fail. Sourced after tests/cmd/lib.sh. LIBFAULT is the shim, see fault.c.
: "${LIBFAULT:?is not set to the shim}"
step=${FAULT_STEP:-1} # 7: only every seventh call
tries=0

# normal: the output of the command without what differs from time to time, such as speeds.
normal() { cat; }

# faulty N ARGUMENTS...: runs the program in a new folder $tmp/now, where call N of $kind fails.
faulty() {
    local n=$1
    shift
    rm -rf "$tmp/now"
    cp -r "$tmp/before" "$tmp/now"
    command_line="FAULT=$kind:$n c4evolve $*"
    (
        cd "$tmp/now" && ulimit -c 0 &&
            FAULT=$kind:$n FAULT_COUNT=$tmp/calls XDG_CACHE_HOME=$tmp/now \
                LD_PRELOAD=$LIBFAULT exec "$C4EVOLVE" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    )
    code=$?
    normal <"$tmp/out" >"$tmp/normal"
    tries=$((tries + 1))
}

# choose_step CALLS SECONDS: with FAULT_SECONDS set, so many calls that trying them takes that long.
choose_step() {
    [ -z "${FAULT_SECONDS:-}" ] && return
    step=$(awk "BEGIN { s = $1 * ($2) / $FAULT_SECONDS; print (s > 1 ? int(s) + 1 : 1) }")
}

# fault_each KIND ARGUMENTS...: the command either succeeds with the usual output, because it can do
# without what failed, or fails with exit code 1 and says why. If there is a function `afterwards`,
# it is called each time. The command is run in a copy of $tmp/before.
fault_each() {
    local n calls since
    kind=$1
    shift
    since=$EPOCHREALTIME
    faulty 0 "$@"
    expect_code 0
    cp "$tmp/normal" "$tmp/usual"
    calls=$(cat "$tmp/calls")
    choose_step "$calls" "$EPOCHREALTIME - $since"
    for ((n = 1 + RANDOM % step; n <= calls; n += step)); do
        faulty "$n" "$@"
        checks=$((checks + 1))
        case $code in
        0) cmp -s "$tmp/normal" "$tmp/usual" || fail "succeeds with another result" ;;
        1)
            grep -qE '^(c4evolve|libgomp): ' "$tmp/err" || fail "fails without a message"
            ;;
        *) fail "exit code $code" ;;
        esac
        if declare -F afterwards >/dev/null; then afterwards "$n"; fi
        [ "$failures" -lt 20 ] || break
    done
    echo "$calls calls of $kind, every $step: c4evolve $*"
}
