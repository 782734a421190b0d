#!/usr/bin/env bash
# Makes the Debian package and the tarball, and tries both in a clean Debian system (20 minutes):
#
#   tests/package.sh [FOLDER]     a folder to work in; default: a temporary one
#
# It needs root, a network with Debian's packages, and debootstrap, lintian, dpkg-dev and what ./bootstrap installs.
set -eu
cd "$(dirname "$0")/.."
source=$PWD
for tool in debootstrap lintian dpkg-shlibdeps cpack; do
    command -v $tool >/dev/null || { echo "package.sh: $tool is missing"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "package.sh: needs root, for debootstrap and chroot"; exit 77; }
work=${1:-$(mktemp -d)}
root=$work/root
mkdir -p "$work"

echo "== build and pack"
chmod -R go-w genomes configs src/library # as the umask of packages wants it
cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DC4E_NATIVE=OFF -DC4E_MPI=OFF \
    -DC4E_TESTS=OFF >"$work/cmake.log"
cmake --build "$work/build" -j "$(nproc)" >"$work/make.log" 2>&1
(cd "$work/build" && cpack -G DEB >/dev/null && cpack --config CPackSourceConfig.cmake >/dev/null)
deb=$(ls "$work"/build/c4evolve_*.deb)
tarball=$(ls "$work"/build/c4evolve-*.tar.gz)
ls -la "$deb" "$tarball"

echo "== lintian"
lintian --fail-on error "$deb"

echo "== a clean system"
[ -e "$root/bin/sh" ] || debootstrap --variant=minbase bookworm "$root" >"$work/debootstrap.log"
cp "$deb" "$tarball" "$root/tmp/"
in_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games HOME=/root LC_ALL=C.UTF-8 "$@"; }
in_root apt-get update -qq
in_root apt-get install -y -qq --no-install-recommends "/tmp/${deb##*/}" >/dev/null

echo "== the program finds its files, from a folder that has none"
in_root sh -euc 'cd /root
    c4evolve --version
    test "$(c4evolve solve 44)" = "44 1"
    c4evolve move champion:depth=6 44433
    c4evolve studies | grep -q karplus-2010
    c4evolve studies rusak-2005-round1 2>/dev/null | grep -q "11 of 11"
    c4evolve export champion --as c -o player.c
    c4evolve evolve /usr/share/c4evolve/configs/gen3.ini --dry-run >/dev/null
    ls /usr/share/man/man1/c4evolve-move.1.gz /usr/share/c4evolve/genomes/fevalb.ini >/dev/null
    apt-get install -y -qq --no-install-recommends gcc libc6-dev pkg-config libgsl-dev libinih-dev >/dev/null 2>&1
    cc /usr/share/doc/c4evolve/examples/best_move.c -o best_move $(pkg-config --cflags --libs c4evolve)
    ./best_move 44433 fevalb:depth=6'

echo "== the tarball builds there"
in_root sh -euc 'cd /root
    tar xf /tmp/c4evolve-*.tar.gz
    cd c4evolve-*
    DEBIAN_FRONTEND=noninteractive ./bootstrap move fevalb:depth=6 44433'
echo "package.sh: all done"
