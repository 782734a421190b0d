# Bash completion for c4evolve. The program itself says which words can follow, from the tables that
# it works with; see src/cmd/complete.h.

_c4evolve() {
    local line=${COMP_LINE:0:COMP_POINT} words last part files=()

    read -ra words <<<"$line"
    [[ $line == *[[:blank:]] || ${#words[@]} -lt 2 ]] && words+=('')
    last=${words[-1]}
    part=$last
    [[ $COMP_WORDBREAKS == *:* && $COMP_WORDBREAKS == *=* ]] && part=${last##*[:=]}

    mapfile -t COMPREPLY < <("$1" --complete "${words[@]:1}" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[-1]} == / ]]; then
        unset 'COMPREPLY[-1]'
        mapfile -t files < <(compgen -f -- "$part")
    fi
    # Bash completes the part behind a colon or an equals sign as a word of its own.
    COMPREPLY=("${COMPREPLY[@]#"${last%"$part"}"}" "${files[@]}")
    if [[ ${#files[@]} -gt 0 ]]; then
        compopt -o filenames 2>/dev/null
    elif [[ ${COMPREPLY[0]-} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

complete -F _c4evolve c4evolve
