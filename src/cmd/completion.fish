# Fish completion for c4evolve. The program itself says which words can follow; see src/cmd/complete.h.

function __c4evolve_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l offered ($words[1] --complete $words[2..-1] 2>/dev/null)
    for word in $offered
        if test "$word" = /
            __fish_complete_path (commandline -ct)
        else
            echo $word
        end
    end
end

complete -c c4evolve -f -a '(__c4evolve_complete)'
