# Bash completion for c4evolve. Commands, topics and options are those that the program's own help
# lists, so that nothing here has to follow it.

# _c4evolve_listed PROGRAM PART [COMMAND]: the first words of the lines of one part of a help text.
_c4evolve_listed() {
    "$1" help ${3:+"$3"} 2>/dev/null |
        awk -v part="$2" 'index($0, part) { on = 1; next } /^$/ { on = 0 } on { print $1 }'
}

# Players by name: searches without a genome, genomes of the working folder, a known engine.
_c4evolve_players() {
    local file
    echo random forward mcts perfect human
    [[ -x /usr/games/fairy-stockfish ]] && echo uci:fairy-stockfish
    for file in genomes/*.ini; do
        [[ -e $file ]] && file=${file##*/} && echo "${file%.ini}"
    done
}

_c4evolve() {
    local program=$1 word=$2 command=${COMP_WORDS[1]} words='' files=''

    if ((COMP_CWORD == 1)); then
        words="$(_c4evolve_listed "$program" commands:) help --help --version"
    elif [[ $command == help ]]; then
        words="$(_c4evolve_listed "$program" commands:)
               $(_c4evolve_listed "$program" 'there is also help on')"
    elif [[ $word == -* ]]; then
        words=$(_c4evolve_listed "$program" options: "$command")
    elif [[ $command$3 == export--as ]]; then
        words='ini c uci'
    elif [[ $command$3 == play--side ]]; then
        words='first second'
    else
        files=$(compgen -f -- "$word")
        [[ $command == @(move|match|compare|truth|uci|export|play|watch) ]] && words=$(_c4evolve_players)
        [[ $command == studies ]] &&
            words=$("$program" studies 2>/dev/null | awk '{ sub(/:$/, "", $1); print $1 }')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; [[ $files ]] && echo "$files")
}

complete -o filenames -F _c4evolve c4evolve
