#!/usr/bin/env bash
# Genomes that earlier versions wrote: they are read, written back byte for byte, and play as they did.
# The moves below are those of the program of their time.
. "$(dirname "$0")/lib.sh"

positions=(- 44 4433 33445 4444441122 12345671 4443332611)
plays() {
    local genome=tests/genomes/$1 i
    shift
    run export "$genome" --as ini -o "$tmp/back.ini"
    expect_code 0
    check "is written in another way" cmp "$genome" "$tmp/back.ini"
    for i in "${!positions[@]}"; do
        expect_output "$1" move "$genome:depth=5" "${positions[i]}"
        shift
    done
}
plays champion-1.ini 4 4 5 4 3 4 1     # tempo, threats and maps of a long run
plays champion-2.ini 3 4 5 4 3 4 4     # its successor, without maps
plays height-dots-1.ini 4 4 5 4 3 4 4 # before shapes had more than three genes
finish
