#!/usr/bin/env bash
# Manual pages: every command and topic has one, man reads it without a warning, and it says what the help says.
. tests/cmd/lib.sh

command -v man >/dev/null || { echo "man is not installed"; exit 77; }
expect_done --man
cp "$tmp/out" "$tmp/pages"
"$C4EVOLVE" help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' >"$tmp/commands"
check "pages are missing" test "$(wc -l <"$tmp/pages")" -gt "$(wc -l <"$tmp/commands")"
while read -r file about; do
    expect_done --man "$about"
    err_is_empty
    cp "$tmp/out" "$tmp/$file"
    command_line="man $file"
    MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l "$tmp/$file" >"$tmp/out" 2>"$tmp/err" </dev/null
    err_is_empty
    out_has NAME
    [ "$about" = heuristics ] || # it has C code
        check "a line is wider than 80 columns" test -z "$(col -bx <"$tmp/out" | awk 'length > 80')"
    check "the title is not upper case" grep -q "^\.TH $(tr a-z A-Z <<<"${file%.*}") ${file##*.} " "$tmp/$file"
done <"$tmp/pages"
# Every option that the help of a command lists is in its page.
while read -r command; do
    for option in $("$C4EVOLVE" help "$command" | awk '/^options:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
        check "$option is not in the page of $command" grep -qF -- "${option//-/\\-}" "$tmp/c4evolve-$command.1"
    done
done <"$tmp/commands"
for key in search depth ties; do
    check "$key is not in the page of players" grep -qF ".B \"$key\"" "$tmp/c4evolve-players.7"
done
check "a gene is missing" grep -qF '.B "own3"' "$tmp/c4evolve-genome.5"
check "a key is missing" grep -qF '.B "generations"' "$tmp/c4evolve-config.5"
for word in Wilson Bradley Davidson Wald Efron Cochran Holm McNemar; do
    check "$word is not cited" grep -q "$word" "$tmp/c4evolve-statistics.7"
done
finish
