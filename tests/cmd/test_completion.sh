#!/usr/bin/env bash
# Bash completion, asked as the shell asks it when the user presses Tab.
. tests/cmd/lib.sh

# tab WORDS...: completions of the last word, one per line in $tmp/out.
tab() {
    command_line="completion of: $*"
    bash -c '
        set -eu
        . src/cmd/completion.bash
        complete -p c4evolve >/dev/null
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        set +eu
        _c4evolve "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' tab "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
    expect_code 0
    err_is_empty
}

expect_words() {
    checks=$((checks + 1))
    [ "$(sort "$tmp/out" | tr '\n' ' ')" = "$1 " ] || fail "is not '$1'"
}

cp "$C4EVOLVE" "$tmp/c4evolve"
PATH=$tmp:$PATH
tab c4evolve ma
expect_words match
tab c4evolve mo
expect_words move
tab c4evolve ''
for command in match move openings genes show perft bench help --help --version; do
    check "$command is not offered" grep -qx -- "$command" "$tmp/out"
done
tab c4evolve help pla
expect_words 'play players'
tab c4evolve help matc
expect_words match
tab c4evolve match --op
expect_words --openings
tab c4evolve match a b --
for option in --games --openings --first --seed --threads --json --pgn --help; do
    check "$option is not offered" grep -qx -- "$option" "$tmp/out"
done
tab c4evolve genes --j
expect_words --json
tab c4evolve match genomes/rusak-
expect_words genomes/rusak-tuned.ini
tab c4evolve match rusak-
expect_words rusak-tuned
tab c4evolve export champion --as ''
expect_words 'c html ini python uci'
tab c4evolve play --side s
expect_words second
tab c4evolve move ran
expect_words random
tab c4evolve match uc
expect_words uci:fairy-stockfish
tab c4evolve studies sethi-2018-t
expect_words sethi-2018-tables
tab c4evolve move rusak random --verb
expect_words --verbose
tab c4evolve nosuch --
expect_words ''

# Keys and values come from the tables of players, configs, genes and forms.
for key in search depth ties own3 tempo; do
    tab c4evolve match random "rusak:$key"
    check "$key is not offered" grep -qx -- "$key=" "$tmp/out"
done
tab c4evolve match 'rusak:depth=4,ties='
expect_words 'center first random'
tab c4evolve match rusak 'fevalb:search=al'
expect_words alphabeta
tab c4evolve match 'uci:engine:time'
expect_words timeout=
tab c4evolve evolve configs/gen3.ini --set population.s
expect_words population.size=
tab c4evolve experiment configs/gen3.ini --vary population.s
expect_words population.size=
tab c4evolve configs/gen3.ini --set play.ti
expect_words 'play.ties= play.time='
tab c4evolve configs/gen3.ini --set mutation.method=c
expect_words 'cauchy cloud cma-es'
tab c4evolve configs/gen3.ini --set genes.evolve=t
expect_words 'tables tempo threat'
tab c4evolve configs/gen3.ini --out=gen
expect_words genomes
tab c4evolve export champion --as=
expect_words 'c html ini python uci'
tab c4evolve log run val
expect_words validation
tab c4evolve lineage run ch
expect_words champion
tab c4evolve configs/gen3
expect_words configs/gen3.ini
tab c4evolve configs/gen3.ini --dry
expect_words --dry-run
tab c4evolve solve 4
expect_words ''

# gen3.ini has every config key except parameters of methods and player keys, as it says.
"$C4EVOLVE" --complete evolve configs/gen3.ini --set '' >"$tmp/keys"
sed -n 's/^  \([a-z]*\) .*/play.\1=/p' <("$C4EVOLVE" help players) >"$tmp/player-keys"
grep -vxFf "$tmp/player-keys" "$tmp/keys" | grep -vE '^(selection|crossover|mutation)\.' >"$tmp/wanted"
printf '%s\n' selection.method= crossover.method= mutation.method= >>"$tmp/wanted"
awk '/^\[/ { section = substr($1, 2, index($1, "]") - 2) } /^[a-z_]+ *=/ { print section "." $1 "=" }' \
    configs/gen3.ini >"$tmp/there"
command_line='keys of configs/gen3.ini'
cp "$tmp/keys" "$tmp/out"
check "few keys" test "$(wc -l <"$tmp/wanted")" -gt 30
check "lacks $(grep -vxFf "$tmp/there" "$tmp/wanted" | tr '\n' ' ')" \
    test -z "$(grep -vxFf "$tmp/there" "$tmp/wanted")"

# Every option that the help of a command lists is offered, and so is every word of a usage line.
"$C4EVOLVE" help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' >"$tmp/commands"
check "no commands" test "$(wc -l <"$tmp/commands")" -gt 20
while read -r command; do
    "$C4EVOLVE" help "$command" |
        awk '/^options:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' | sort >"$tmp/options"
    tab c4evolve "$command" -
    expect_words "$(tr '\n' ' ' <"$tmp/options" | sed 's/ $//')"
done <"$tmp/commands"

# Zsh and fish ask the same question.
if command -v fish >/dev/null; then
    command_line='completion in fish'
    fish -c 'source src/cmd/completion.fish; complete -C "c4evolve move ran"' >"$tmp/out" 2>"$tmp/err"
    check "random is not offered" grep -qx random "$tmp/out"
    fish -c 'source src/cmd/completion.fish; complete -C "c4evolve match rusak:depth=4,ties="' >"$tmp/out" 2>"$tmp/err"
    check "values are not offered" grep -q 'ties=center' "$tmp/out"
    err_is_empty
fi
if command -v zsh >/dev/null; then
    command_line='completion in zsh'
    # Outside a completion there is no compadd: one that prints what it gets takes its place.
    zsh -fc 'compdef() { :; }; compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
        _files() { print FILES; }; source src/cmd/completion.zsh
        words=(c4evolve match rusak:depth=4,ti) CURRENT=3; _c4evolve
        words=(c4evolve export champion --as "") CURRENT=5; _c4evolve
        words=(c4evolve log "") CURRENT=3; _c4evolve' >"$tmp/out" 2>"$tmp/err"
    err_is_empty
    expect_words 'FILES c html ini python rusak:depth=4,ties= rusak:depth=4,time= uci'
fi

# Wherever the program is called from, the genomes that come with it are offered once.
cd "$tmp" || exit 1
command_line='genomes from another folder'
"$C4EVOLVE" --complete match rusak- >"$tmp/out"
check "rusak-tuned is not offered" test "$(cat "$tmp/out")" = "rusak-tuned
/"
finish
