#!/usr/bin/env bash
# Files that are not what they should be: every command refuses them with the same words, and none
# reads without end.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/evolution.sh"

# refused FILE TEXT: by every command that reads text files.
refused() {
    local file=$1 text=$2
    expect_error 2 "$text" evolve "$file" --dry-run
    expect_error 2 "$text" experiment "$file" --seeds 1..2 --dry-run
    expect_error 2 "$text" tournament "$file"
    expect_error 2 "$text" move "$file" 44
    expect_error 2 "$text" truth fevalb --positions "$file" --cache "$tmp/cache"
    expect_error 2 "$text" fit "$file" --start fevalb
    expect_error 2 "$text" book --import "$file" -o "$tmp/book"
    cat >"$tmp/openings.ini" <<END
[tournament]
openings = $file
[player a]
genome = random
[player b]
genome = random
END
    expect_error 2 "$text" tournament "$tmp/openings.ini"
}

{ printf '[run]\nname = zero\n'; printf '\0'; printf '\n[population]\n'; } >"$tmp/zero.ini"
refused "$tmp/zero.ini" 'zero.ini:'
for command in evolve tournament; do # both once took what came before the zero byte
    run $command "$tmp/zero.ini"
    err_has 'zero.ini:3: zero byte: not a text file'
done
refused /dev/zero '/dev/zero:1: zero byte: not a text file'
mkdir "$tmp/folder"
refused "$tmp/folder" "$tmp/folder" # fit takes a folder for a run that is not there
run tournament "$tmp/folder"
err_has "$tmp/folder: Is a directory"
refused "$tmp/none.ini" "none.ini: No such file or directory"

# Standard input, and a line that does not end.
filter() {
    command_line="c4evolve solve <$1"
    timeout 60 "$C4EVOLVE" solve <"$1" >"$tmp/out" 2>"$tmp/err"
    code=$?
}
filter /dev/zero
expect_code 2
err_has 'c4evolve: standard input:1: zero byte: not a text file'
for byte in 1 x ' ' '#'; do
    filter <(tr '\0' "$byte" </dev/zero)
    expect_code 2
    err_has 'c4evolve: standard input:1: line is longer than 1048576 bytes'
done

# A config that is cut in the middle by a zero byte is not another, valid config.
{ cat "$config"; printf '\0'; echo '[population]'; } >"$tmp/cut.ini"
expect_error 2 'zero byte: not a text file' "$tmp/cut.ini" --dry-run
check "nothing may have been begun" test ! -e reports/tiny

# What would show one text as another is not taken from files, and not shown.
printf '[run]\nname = a\xe2\x80\xae\n' >"$tmp/mark.ini"
expect_error 2 'mark.ini:2: control character or mark of writing direction' "$tmp/mark.ini"
printf '[tournament]\n[player \033[31m]\ngenome = random\n' >"$tmp/colour.ini"
expect_error 2 'colour.ini:2: control character or mark' tournament "$tmp/colour.ini"
for value in "a$(printf '\xe2\x80\xae')" "a$(printf '\033')[31m"; do
    expect_error 2 'run.name: control character or mark of writing direction' \
        "$config" --set "run.name=$value" --dry-run
    expect_error 2 'run.name: control character or mark of writing direction' \
        experiment "$config" --vary "run.name=$value" --dry-run
done
odd=$(printf '%s/\xe2\x80\xae\xc2\x9b31m\033.ini' "$tmp")
cp genomes/fevalb.ini "$odd"
for arguments in "match $odd:depth=1 random --games 2" "truth $odd:depth=1 --positions 20:5" \
    "match $odd:depth=1 random --games 2 --json" "truth $odd:depth=1 --positions 20:5 --csv" \
    "move $odd.missing 44"; do
    run $arguments --threads 1
    check "a mark of writing direction is shown" eval "! cat '$tmp/out' '$tmp/err' | grep -q $'\xe2\x80\xae'"
    check "a control character is shown" \
        eval "! cat '$tmp/out' '$tmp/err' | LC_ALL=C grep -q $'\033\|\xc2\x9b'"
done
finish
