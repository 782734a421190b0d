#!/usr/bin/env bash
# Heuristics in C: the same games as ours for an equal one, used wherever a genome is; never run
# unasked; every mistake and every crash has its message.
. tests/cmd/lib.sh
export XDG_CACHE_HOME=$tmp/cache
command -v "${CC:-cc}" >/dev/null || exit 77
root=$PWD

# write NAME BODY [GENES]: a heuristic whose evaluate has that body.
write() {
    {
        echo '#include <stdlib.h>'
        echo '#include <math.h>'
        echo '#include <c4evolve/heuristic.h>'
        echo "${3-C4E_GENE(a, 1, 0, 10, \"a gene\");}"
        echo 'double evaluate(const struct c4e_position *p, const double *gene)'
        echo "{ $2 }"
    } >"$tmp/$1.c"
}

# fevala, by its definition.
cp configs/heuristics/twin.c "$tmp/"
twin="--heuristic $tmp/twin.c"

# games FILE ARGUMENTS...: plays a match, and keeps its games without the names of the players.
games() {
    local file=$1
    shift
    run match "$@" --pgn "$tmp/games.pgn"
    expect_code 0
    sed -e 's/"twin/"fevala/' "$tmp/games.pgn" >"$tmp/$file"
}

# 1. The same games as fevala, to the byte, with any number of threads and any search. (With a limit
# of nodes they differ: the order in which alpha-beta tries moves does.)
while read -r keys; do
    games ours "fevala:$keys" fevalb:depth=3 --games 60
    for threads in 1 2 4; do
        games theirs "twin:$keys" fevalb:depth=3 --games 60 $twin --threads $threads
        check "other games than fevala:$keys" cmp "$tmp/ours" "$tmp/theirs"
    done
done <<'KEYS'
depth=4
search=minimax,depth=3
depth=3,win=decay
depth=3,extend=forced,view=mover
search=greedy
search=expectimax,depth=2
KEYS
expect_done truth twin fevala $twin --positions 20:40 --cache "$tmp/solved" --json
parse_json
check "other answers than fevala" test "$(json '.players[0].mistakes')" = "$(json '.players[1].mistakes')"
expect_done compare twin fevala $twin --games 20 --depths 2 --positions 24:20 --cache "$tmp/solved"
out_has 'no clear difference'
run move twin 44 $twin
mine=$(cat "$tmp/out")
run move fevala 44
check "another move than fevala" test "$mine" = "$(cat "$tmp/out")"
expect_done explain twin 4453 $twin
out_has 'what the heuristic of your own says'

# 2. A library instead of a source; genome files; parts of ours and theirs together.
cp "$tmp"/cache/c4evolve/heuristics/twin-*.so "$tmp/twin.so"
games theirs twin:depth=4 fevalb:depth=3 --games 60 --heuristic "$tmp/twin.so"
games ours fevala:depth=4 fevalb:depth=3 --games 60
check "a library plays other games" cmp "$tmp/ours" "$tmp/theirs"
expect_done export twin:twin.own3=7 --as ini $twin -o /dev/stdout
cp "$tmp/out" "$tmp/genome.ini"
out_has '[heuristic twin]'
out_has 'own3 = 7'
games theirs "$tmp/genome.ini:depth=3" fevalb:depth=3 --games 20 $twin
games ours "fevala:own3=7,opp3=7,depth=3" fevalb:depth=3 --games 20
check "a genome file plays other games" diff <(grep -v '^\[' "$tmp/ours") <(grep -v '^\[' "$tmp/theirs")
games theirs "wineval:twin.factor=0.5,own1=0.5,own2=1,own3=1.5,opp1=0.5,opp2=1,opp3=1.5,depth=3" fevalb:depth=3 --games 20 $twin
games ours "fevala:depth=3" fevalb:depth=3 --games 20
check "half of each is not fevala" diff <(grep -v '^\[' "$tmp/ours") <(grep -v '^\[' "$tmp/theirs")

# 3. As C: the same moves without c4evolve, warnings or libm.
expect_done export twin:depth=4 --as c $twin -o /dev/stdout
cp "$tmp/out" "$tmp/player.c"
check "the exported player does not compile" cc -O2 -Wall -Wextra -Werror "$tmp/player.c" -o "$tmp/player"
for position in 44 4435 1234567 44444353; do
    run move fevala:depth=4 $position
    check "the exported player moves differently" test "$(cat "$tmp/out")" = "$("$tmp/player" $position)"
done
expect_error 2 'cannot export a heuristic of your own as HTML' export twin --as html $twin -o "$tmp/page.html"
expect_error 2 'its source is not known' export twin --as c --heuristic "$tmp/twin.so" -o "$tmp/x.c"

# 4. Never unasked.
expect_error 2 "uses the heuristic 'twin'" match "$tmp/genome.ini" random
err_has '--heuristic twin.c'
cat >"$tmp/run.ini" <<INI
[run]
name = own
generations = 3
[population]
size = 6
founders = twin
elites = 2
[genes]
heuristic = twin.c
[play]
depth = 2
openings = 1
opponents = random
[fit]
every = 2
openings = 20
families = twin
[validate]
against = random
openings = 4
verdict_openings = 4
playoff = 0
truth =
INI
cd "$tmp" || exit 1
run evolve run.ini --threads 2
expect_code 0
check "the champion does not name its heuristic" grep -qF '[heuristic twin]' reports/own/champion.ini
cp reports/own/winrates.csv all.csv
for command in log report 'compare random' resume 'lineage champion' 'export --as c' 'move 44' 'match random' \
    'tournament fevala random' 'evolve --from' 'resume --generation 1 --out fork'; do
    run ${command%% *} reports/own $(cut -sd' ' -f2- <<<"$command")
    [ "$command" != 'evolve --from' ] || run evolve --from reports/own
    expect_code 2
    check "stdout is not empty" test ! -s "$tmp/out"
    err_has "uses the heuristic 'twin'"
done
expect_done log reports/own --heuristic twin.c
expect_done runs
out_has 'needs program'
err_has 'runs only if you name its file: --heuristic twin.c'
expect_done runs --csv
check "no row of blanks" grep -q '^reports/own,needs program,,,,,,0' "$tmp/out"
expect_done runs --heuristic twin.c
out_has 'finished'
# What a run says when it is interrupted can be pasted: it names the heuristic, also one that only the config names.
mkdir "the config's" && cp twin.c run.ini "the config's"
run_interrupted 'generation 0' evolve "the config's/run.ini" --set run.generations=1000000 --set fit.every=0 --out long
expect_code 1
hint=$(tail -1 "$tmp/err")
check "it does not name the heuristic" test "$hint" = "  c4evolve resume long --heuristic 'the config'\\''s/twin.c'"
"$C4EVOLVE" log long --csv --heuristic twin.c | tail -1 | cut -d, -f1 >last
hint="\"$C4EVOLVE\" ${hint#*c4evolve } --generations $(($(cat last) + 2))"
check "it cannot be pasted: $hint" bash -c "$hint"
# Stopped after a generation and resumed, it is the same run.
rm -r reports
run evolve run.ini --threads 1 --set run.generations=1
expect_code 0
run resume reports/own --generations 3 --heuristic twin.c
expect_code 0
check "resumed, it plays other games" cmp all.csv reports/own/winrates.csv
sed 's/value += /value += 2 * /' twin.c >other.c
mkdir changed && mv other.c changed/twin.c
expect_error 2 'is not as it was when the run began' resume reports/own --generations 4 --heuristic changed/twin.c
cd "$root" || exit 1

# 5. new and check.
cd "$tmp" || exit 1
expect_done heuristic new mine
expect_done heuristic check mine.c --positions 24:30 --cache solved
out_has 'pure           yes'
out_has 'antisymmetric  yes'
out_has 'linear         yes'
expect_done heuristic check mine.c --positions 24:30 --cache solved --json
parse_json
check "not mirrored" test "$(json .mirrored.holds)" = true
expect_error 1 'mine.c: File exists' heuristic new mine
expect_error 2 'cannot name genes' heuristic new 'my-own'
expect_error 2 'one of our families' heuristic new line
for shipped in karplus claimeven twin; do
    run heuristic check "$root/configs/heuristics/$shipped.c" --positions none
    expect_code 0
    out_has 'pure           yes'
    out_has 'mirrored       yes'
    out_has 'antisymmetric  yes'
    check "$shipped: the compiler warns" test "$(grep -c warns "$tmp/out")" -eq 0
done
out_has 'linear         yes'
expect_done heuristic check "$root/configs/heuristics/karplus.c" --positions none
out_has 'linear         no'
expect_error 2 'is not linear in its genes' fit reports/own --families karplus --heuristic "$root/configs/heuristics/karplus.c" --heuristic twin.c
write sided 'return gene[a] * c4e_count(p->disc[0] & c4e_column(0));'
run heuristic check sided.c --positions none
expect_code 0
out_has 'antisymmetric  NO'
out_has 'mirrored       NO'
write fickle 'static int n; return gene[a] * (n++ % 3) * p->plies;'
run heuristic check fickle.c --positions none
expect_code 1
out_has 'pure           NO'

# 6. Every mistake has its message.
CC=nosuchcompiler expect_error 2 "there is no C compiler: 'nosuchcompiler' was not found" match twin random --heuristic twin.c
write broken 'return gene[b];'
expect_error 2 'broken.c does not compile' match broken random --heuristic broken.c
err_has 'broken.c:6:'
sed '/^double/,$d' broken.c >empty.c
expect_error 2 'empty.c has no function evaluate' match empty random --heuristic empty.c
echo 'double evaluate(void); double evaluate(void) { return 0; }' >bare.c
expect_error 2 'does not include <c4evolve/heuristic.h>' match bare random --heuristic bare.c
write calls 'return nosuch(p) * gene[a];'
expect_error 2 'calls.c does not compile' match calls random --heuristic calls.c
write twice 'return gene[a] * p->plies;' 'C4E_GENE(a, 1, 0, 10, "x"); C4E_GENE(a, 1, 0, 10, "x");'
expect_error 2 "redeclaration of enumerator" match twice random --heuristic twice.c
write same 'return gene[a] * p->plies;' 'C4E_GENE(a, 1, 0, 10, "x"); enum { b = __COUNTER__ - C4E_GENES_BEGIN - 1 };
const struct c4e_gene c4e_gene_2 = { "a", 1, 0, 10, "x", 1 };'
expect_error 2 'gene a is named twice' match same random --heuristic same.c
write bounds 'return gene[a] * p->plies;' 'C4E_GENE(a, 11, 0, 10, "x");'
expect_error 2 'its default 11 is not between its bounds, 0 and 10' match bounds random --heuristic bounds.c
write absent 'return absent_function() * gene[a];' 'C4E_GENE(a, 1, 0, 10, "x"); double absent_function(void);'
expect_error 2 'absent.c cannot be loaded: ' match absent random --heuristic absent.c
err_has 'undefined symbol: absent_function'
expect_error 2 'No such file' match mine random --heuristic nosuch.c
expect_error 2 'if you mean the heuristic mine.c, name it: --heuristic mine.c' match mine random
expect_error 2 'mine.c is a heuristic and not a genome: name it with --heuristic mine.c; the player is called mine' \
    evolve --from mine.c --heuristic mine.c
expect_error 2 'a heuristic is a C file (.c) or a library (.so)' match mine random --heuristic run.ini
cp twin.c line.c
expect_error 2 "a family of genes named 'line' already" match line random --heuristic line.c
XDG_CACHE_HOME=/proc/nowhere expect_error 2 '/proc/nowhere' match mine random --heuristic mine.c

# 7. Crashes, endless loops and bad values name the position, and are never a result.
bad='p->plies > 12 && (p->disc[0] & 1)'
write crash "if ($bad) *(volatile int *)(uintptr_t)p->mover = 1; return gene[a];"
write loop "while ($bad) (void)*(volatile const int *)&p->plies; return gene[a];"
write nan "return $bad ? NAN : gene[a];"
write huge "return $bad ? 1e9 : gene[a];"
write deep "return $bad ? evaluate(p, gene) + evaluate(p, gene + 1) : gene[a];"
write leave "if ($bad) exit(0); return gene[a];"
write leave_now "if ($bad) _Exit(0); return gene[a];"
write leave_soon "if ($bad) quick_exit(0); return gene[a];"
write leave_posix "extern _Noreturn void _exit(int); if ($bad) _exit(0); return gene[a];"
write abort "if ($bad) abort(); return gene[a];"
if [ -z "${SANITIZED:-}" ]; then # sanitizers have handlers of their own
    while read -r name text; do
        run match $name random --games 40 --heuristic $name.c --threads 2
        expect_code 1
        check "$name: there is a result" test ! -s "$tmp/out"
        err_has "$name.c: evaluate $text"
        err_has 'in position '
    done <<'CASES'
crash crashed (a bad memory access or a full stack)
loop does not come back: an endless loop
nan returned nan, not a number from -100000 to 100000
huge returned 1e+09, not a number from -100000 to 100000
deep crashed (a bad memory access or a full stack)
leave called exit
leave_now called exit
leave_soon called exit
leave_posix called exit
abort crashed (abort)
CASES
    for name in crash leave_posix; do
        run heuristic check $name.c --positions none
        expect_code 1
        check "$name: there is a result" test ! -s "$tmp/out"
        err_has "$name.c: evaluate c"
    done
    # A run keeps its games: the heuristic fails at a depth that only the second part reaches.
    write late "if (getenv(\"FAIL\") && $bad) abort(); return gene[a] * c4e_count(c4e_own(p) & c4e_row(0));"
    rm -rf reports
    sed -i 's/twin/late/' run.ini
    run evolve run.ini --set run.generations=1 --set fit.every=0
    expect_code 0
    FAIL=1 run resume reports/own --generations 3 --heuristic late.c
    expect_code 1
    err_has 'saved games are intact'
    run resume reports/own --generations 3 --heuristic late.c
    expect_code 0
    cp reports/own/winrates.csv resumed.csv
    rm -r reports
    run evolve run.ini --set fit.every=0
    expect_code 0
    check "after a crash it is another run" cmp resumed.csv reports/own/winrates.csv
fi

# 8. What is kept in the cache is run, so it is only what we have put there.
cd "$tmp" || exit 1
rm -rf cache mine.c
expect_done heuristic new mine
check=(heuristic check mine.c --positions none)
expect_done "${check[@]}"
library=$(ls cache/c4evolve/heuristics/mine-*.so)
echo '#include <stdio.h>
__attribute__((constructor)) static void run(void) { puts("not ours"); }' >other.c
cc -shared -fPIC other.c -o other.so
chmod 777 cache/c4evolve/heuristics
expect_error 2 'others can write to' "${check[@]}"
chmod 755 cache/c4evolve/heuristics
chmod 777 cache
expect_error 2 "others can write to $(realpath cache)," "${check[@]}"
chmod 755 cache
# theirs WHAT: the library is compiled again instead of being used.
theirs() {
    expect_done "${check[@]}"
    check "$1 is used" test "$(grep -c 'not ours' "$tmp/out")" -eq 0
    check "$1 stays" test ! -L "$library" -a "$(stat -c %a "$library")" = 755
}
cp other.so "$library" && chmod 666 "$library"
theirs 'a library that others could change'
ln -sf "$tmp/other.so" "$library"
theirs 'a link'
if [ "$(id -u)" -eq 0 ]; then
    cp other.so "$library" && chown 12345 "$library"
    theirs 'a library of another user'
    chown 12345 cache/c4evolve
    expect_error 2 "others can write to $(realpath cache/c4evolve)," "${check[@]}"
    chown 0 cache/c4evolve
fi
header=$(ls cache/c4evolve/heuristics/include-*/c4evolve/heuristic.h)
echo '#error changed' >>"$header"
rm "$library"
expect_done "${check[@]}"
check "the header is still the changed one" test "$(grep -c '#error changed' "$header")" -eq 0
# A compiler that is killed has written half a library; one that fails has written all of it.
for end in 'kill -9 $$' 'exit 3'; do
    rm -rf cache
    cat >compiler <<COMPILER
#!/bin/sh
cc "\$@" || exit
case "\$*" in *-shared*) ;; *) exit 0 ;; esac
while [ "\$1" != -o ]; do shift; done
truncate -s 5000 "\$2"
$end
COMPILER
    chmod +x compiler
    CC=./compiler expect_error 2 'mine.c does not compile' "${check[@]}"
    check "$end: the library is kept" test -z "$(ls cache/c4evolve/heuristics/*.so 2>/dev/null)"
    check "$end: files are left" test -z "$(ls cache/c4evolve/heuristics/made* 2>/dev/null)"
    expect_done "${check[@]}"
done
# The source is saved again while it is compiled: that is not kept under the checksum of the old one.
rm -rf cache
cat >compiler <<'COMPILER'
#!/bin/sh
case "$*" in *-shared*) echo 'int more(void); int more(void) { return 1; }' >>mine.c ;; esac
exec cc "$@"
COMPILER
CC=./compiler expect_error 2 'mine.c was changed while it was compiled' "${check[@]}"
check "the library is kept" test -z "$(ls cache/c4evolve/heuristics/*.so 2>/dev/null)"
expect_done "${check[@]}"
# Names that a compiler would take for options, or for files of options.
for folder in -d @d 'a folder, really'; do
    mkdir -- "./$folder"
    cp mine.c "./$folder/$(tr -dc a-z <<<"$folder")mine.c"
    expect_done move "$(tr -dc a-z <<<"$folder")mine" 44 "--heuristic=$folder/$(tr -dc a-z <<<"$folder")mine.c"
done
# The config that --from makes names the source also where its path has blanks, and the run is read again.
cd 'a folder, really' || exit 1
expect_done evolve --from afolderreallymine --heuristic afolderreallymine.c --out run --set play.depth=1 --set run.minutes=0 \
    --set run.generations=1 --set population.size=8 --set play.opponent_openings=1 --set fit.every=0 --against random \
    --set validate.verdict_openings=1 --set validate.playoff=0 --set validate.changes=0 --save-config own.ini
expect_done evolve own.ini --dry-run
expect_done log run --heuristic afolderreallymine.c
check "its page does not show the whole command" \
    grep -q '"command":"c4evolve evolve --from afolderreallymine --heuristic afolderreallymine.c --against random' run/report.html
cd "$root" || exit 1
finish
