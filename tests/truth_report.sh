#!/usr/bin/env bash
# Makes reports/truth.md: the mistakes of every genome in genomes/ at depths 1 to 8.
#
#     bash tests/truth_report.sh build/c4evolve >reports/truth.md
#
# Run it in the root of the project. The positions are solved in the first run only (some minutes);
# the same program makes the same file.
set -eu
program=${1:?which program?}
sets=${2:-8:300,16:1000,24:1000}
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
players=(random)
for genome in genomes/*.ini; do
    for depth in 1 2 3 4 5 6 7 8; do
        players+=("$genome:depth=$depth")
    done
done

cat <<HEAD
# Mistakes of every genome

How often does a player choose a move whose result (win, draw or loss) is worse than the best
available one? In percent of the positions, with half of the 95% interval; the lowest figure of each
depth is bold. The positions are random, the same for all players, and none of them is a training
opening of a run with seed 1. The genomes are sorted by their mistakes at depth 5 in all positions.

    bash tests/truth_report.sh build/c4evolve >reports/truth.md

which is the output of

    c4evolve truth genomes/NAME.ini:depth=1 ... --positions $sets --csv

written as tables. \`c4evolve truth genomes/NAME.ini:depth=5 --list\` lists the positions in which a genome errs.
HEAD
"$program" truth "${players[@]}" --positions "$sets" --csv >"$rows"
awk -F, '
function cell(k, depth) {
    if (!(k in rate))
        return "-"
    text = sprintf("%.1f ±%.1f", 100 * rate[k], 50 * (high[k] - low[k]))
    return rate[k] == least[group, depth] ? "**" text "**" : text
}
NR == 1 { next }
{
    name = $1
    depth = 0
    if (match(name, /:depth=/)) {
        depth = substr(name, RSTART + 7)
        name = substr(name, 1, RSTART - 1)
    }
    gsub(/.*\/|\.ini$/, "", name)
    k = name SUBSEP $2 SUBSEP depth
    rate[k] = $6; low[k] = $7; high[k] = $8; correlation[k] = $11; error[k] = $12
    if ($2 ~ /plies/) {
        if (!(($2) in size))
            order[++groups] = $2
        size[$2] = $3; stake[$2] = $4
        if (depth && (!(($2, depth) in least) || $6 < least[$2, depth]))
            least[$2, depth] = $6
    }
    if ($2 == "all" && depth == 5) {
        names[++n] = name
        all[name] = $5
    }
    if ($2 ~ /plies/ && name == "random")
        chance[$2] = $6
}
END {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && all[names[j]] < all[names[j - 1]]; j--) {
            swap = names[j]; names[j] = names[j - 1]; names[j - 1] = swap
        }
    for (g = 1; g <= groups; g++) {
        group = order[g]
        printf "\n## %s\n\n%d positions; a mistake can be made in %d, and random moves make %.1f%%.\n", \
            group, size[group], stake[group], 100 * chance[group]
        printf "\n| depth | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|---|\n"
        for (i = 1; i <= n; i++) {
            printf "| %s |", names[i]
            for (depth = 1; depth <= 8; depth++)
                printf " %s |", cell(names[i] SUBSEP group SUBSEP depth, depth)
            print ""
        }
    }
    printf "\n## The bare evaluation\n\nSpearman rank correlation of the evaluation with the exact "
    printf "score, with half of the 95%% interval.\n\n| genome |"
    for (g = 1; g <= groups; g++)
        printf " %s |", order[g]
    printf "\n|---|"
    for (g = 1; g <= groups; g++)
        printf "---|"
    print ""
    for (i = 1; i <= n; i++) {
        printf "| %s |", names[i]
        for (g = 1; g <= groups; g++) {
            k = names[i] SUBSEP order[g] SUBSEP 1
            if (correlation[k] == "")
                printf " - |"
            else
                printf " %.3f ±%.3f |", correlation[k], error[k]
        }
        print ""
    }
}' "$rows"
