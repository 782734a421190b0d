#!/usr/bin/env bash
# The same results on other machines: builds for ARM 64 and for a big-endian machine (s390x) with
# Debian's cross compilers, runs them with qemu-user, and compares. Ten minutes.
#
#     tests/machines.sh [BUILD]      a build for this machine; default build
#
# Needs gcc-aarch64-linux-gnu gcc-s390x-linux-gnu qemu-user, for exported players; and for the bench
# signature of the whole program also the libraries of that machine, after
# `dpkg --add-architecture ARCH`: libgsl-dev:ARCH libinih-dev:ARCH libsqlite3-dev:ARCH
# libncurses-dev:ARCH libgomp1:ARCH. What is missing is said and left out.
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:-build}" && pwd) || exit 1
export C4EVOLVE=$build/c4evolve JSON_LINES=/bin/true
. tests/cmd/lib.sh
left_out=0

# player TRIPLET QEMU: an exported player makes the same moves.
player() {
    local triplet=$1 qemu=$2 position
    if ! command -v "$triplet-gcc" >/dev/null || ! command -v "$qemu" >/dev/null; then
        echo "left out: $triplet-gcc or $qemu is not installed"
        left_out=$((left_out + 1))
        return
    fi
    "$C4EVOLVE" export genomes/champion.ini --as c --depth 6 -o "$tmp/player.c"
    command_line="$triplet-gcc player.c"
    check "does not compile" "$triplet-gcc" -O2 -static -pthread "$tmp/player.c" -o "$tmp/player" -lm
    for position in - 4 44 444 4443 12345671 334455 4444443 77665; do
        command_line="$qemu player $position"
        check "another move" test "$("$qemu" "$tmp/player" "$position")" = \
            "$("$C4EVOLVE" move genomes/champion.ini:depth=6 "$position")"
    done
}

# program ARCH TRIPLET QEMU: the signature of all results.
program() {
    local arch=$1 triplet=$2 qemu=$3
    if ! dpkg-query -W "libgsl-dev:$arch" "libsqlite3-dev:$arch" >/dev/null 2>&1 ||
        ! command -v "$triplet-gcc" >/dev/null || ! command -v "$qemu" >/dev/null; then
        echo "left out: the libraries or tools of $arch are not installed"
        left_out=$((left_out + 1))
        return
    fi
    command_line="cmake for $arch"
    cmake -S . -B "$tmp/$arch" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$arch" \
        -DCMAKE_C_COMPILER="$triplet-gcc" -DCMAKE_LIBRARY_ARCHITECTURE="$triplet" \
        -DC4E_NATIVE=OFF -DC4E_MPI=OFF -DC4E_TESTS=OFF >"$tmp/out" 2>"$tmp/err" &&
        cmake --build "$tmp/$arch" -j "$(nproc)" >"$tmp/out" 2>"$tmp/err" || { fail "does not build"; return; }
    command_line="$qemu c4evolve bench"
    check "another signature" test "$("$qemu" "$tmp/$arch/c4evolve" bench 2>/dev/null)" = \
        "$("$C4EVOLVE" bench 2>/dev/null)"
}

player aarch64-linux-gnu qemu-aarch64
player s390x-linux-gnu qemu-s390x
program arm64 aarch64-linux-gnu qemu-aarch64
program s390x s390x-linux-gnu qemu-s390x
echo "$left_out of 4 left out"
[ "$checks" -gt 0 ] || exit 77
finish
