#compdef c4evolve
# Zsh completion for c4evolve. The program itself says which words can follow; see src/cmd/complete.h.

_c4evolve() {
    local -a offered settings others
    offered=("${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    settings=("${(@M)offered:#*=}")
    others=("${(@)${(@)offered:#*=}:#/}")
    (( ${#settings} )) && compadd -S '' -- "${(@)settings:#}"
    (( ${#others} )) && compadd -- "${(@)others:#}"
    (( ${offered[(I)/]} )) && _files
    return 0
}

compdef _c4evolve c4evolve 2>/dev/null
