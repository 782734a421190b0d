#!/usr/bin/env bash
# The same results on other machines: builds for ARM 64 and for a big-endian machine (s390x) with
# Debian's cross compilers, runs them with qemu-user, and compares. Ten minutes.
#
#     tests/machines.sh [BUILD]      a build for this machine; default build
#
# Needs gcc-aarch64-linux-gnu gcc-s390x-linux-gnu qemu-user. The libraries of the other machines are
# fetched from Debian's archive into a folder that is removed at the end: nothing is installed, since
# the libgsl-dev of another machine would replace that of this one. What is missing is said and left
# out.
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

# libraries ARCH ROOT: those of this machine that the program is linked with, into a folder.
libraries() {
    local arch=$1 root=$2 package
    local options=(-o APT::Architecture="$arch" -o APT::Architectures="$arch"
        -o Dir::State::lists="$root/apt/lists" -o Dir::Cache="$root/apt/cache" -o Debug::NoLocking=1)
    mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial" "$root/usr/share"
    (cd "$root/apt" && apt-get "${options[@]}" update &&
        apt-get "${options[@]}" download libgsl-dev libinih-dev libsqlite3-dev libncurses-dev) || return
    for package in "$root"/apt/*.deb; do
        dpkg -x "$package" "$root" || return
    done
    # These are the same on all machines.
    cp -r /usr/include/Random123 "$root/usr/include" &&
        ln -sfn /usr/share/javascript "$root/usr/share/javascript"
}

# program ARCH TRIPLET QEMU: the signature of all results.
program() {
    local arch=$1 triplet=$2 qemu=$3 root=$tmp/root-$1
    if ! command -v "$triplet-gcc" >/dev/null || ! command -v "$qemu" >/dev/null; then
        echo "left out: $triplet-gcc or $qemu is not installed"
        left_out=$((left_out + 1))
        return
    fi
    if ! libraries "$arch" "$root" >"$tmp/out" 2>"$tmp/err"; then
        echo "left out: the libraries of $arch cannot be fetched"
        left_out=$((left_out + 1))
        return
    fi
    command_line="cmake for $arch"
    cmake -S . -B "$tmp/$arch" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$arch" \
        -DCMAKE_C_COMPILER="$triplet-gcc" -DCMAKE_LIBRARY_ARCHITECTURE="$triplet" \
        -DCMAKE_FIND_ROOT_PATH="$root" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DGSL_ROOT_DIR="$root/usr" \
        -DOpenMP_gomp_LIBRARY="$("$triplet-gcc" -print-file-name=libgomp.a)" \
        -DCMAKE_FIND_LIBRARY_SUFFIXES=.a -DCMAKE_EXE_LINKER_FLAGS=-static \
        -DCMAKE_C_STANDARD_LIBRARIES="-L$root/usr/lib/$triplet -lncursesw -ltinfo" \
        -DC4E_NATIVE=OFF -DC4E_LTO=OFF -DC4E_MPI=OFF -DC4E_TESTS=OFF >"$tmp/out" 2>"$tmp/err" &&
        cmake --build "$tmp/$arch" --target c4evolve -j "$(nproc)" >"$tmp/out" 2>"$tmp/err" ||
        { fail "does not build"; return; }
    command_line="$qemu c4evolve bench --signature"
    check "another signature" test "$("$qemu" "$tmp/$arch/c4evolve" bench --signature 2>"$tmp/err")" = \
        "$("$C4EVOLVE" bench --signature 2>/dev/null)"
}

player aarch64-linux-gnu qemu-aarch64
player s390x-linux-gnu qemu-s390x
program arm64 aarch64-linux-gnu qemu-aarch64
program s390x s390x-linux-gnu qemu-s390x
echo "$left_out of 4 left out"
[ "$checks" -gt 0 ] || exit 77
finish
