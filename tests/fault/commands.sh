# The commands that faults are injected into. Sourced after lib.sh; $tmp/before gets what they need.
# Each is short, and has one thread, so that the n-th call is the same each time.
mkdir "$tmp/before"
cp -r genomes "$tmp/before"
sed 's|\.\./\.\./genomes|genomes|' configs/studies/rusak-2005-round1.ini >"$tmp/before/rusak.ini"
cat >"$tmp/before/mini.ini" <<END
[run]
name = mini
generations = 2
[population]
size = 4
founders = genomes/fevalb.ini genomes/lines.ini
elites = 1
[play]
depth = 1
openings = 1
opponents = genomes/rusak.ini random
opponent_openings = 1
hall = 0
[race]
rounds = 1
[fit]
every = 0
[validate]
every = 1
against = random
openings = 1
verdict_openings = 1
playoff_openings = 1
depths = 1
truth = 30:3
END
cat >"$tmp/before/t.ini" <<END
[tournament]
name = t
games = 2
openings = openings.txt
[defaults]
depth = 2
genome = genomes/fevalb.ini
[player a]
own2 = 3
[player b]
genome = genomes/rusak.ini
[player c]
genome = random
END
printf '44\n4433\n12\n' >"$tmp/before/openings.txt"
cp src/search/book-3ply.bin "$tmp/before/book"
(cd "$tmp/before" && "$C4EVOLVE" mini.ini --out run --quiet --threads 1 >/dev/null &&
    "$C4EVOLVE" match fevalb:depth=1 random --games 300 --pgn games.pgn --threads 1 >/dev/null) 2>/dev/null

# A heuristic as a library: compilers are not to starve. Without a compiler the file is missing.
(cd "$tmp/before" && export XDG_CACHE_HOME=$tmp/cache && "$C4EVOLVE" heuristic new ours &&
    "$C4EVOLVE" heuristic check ours.c --positions none && cp "$tmp"/cache/c4evolve/heuristics/ours-*.so ours.so) \
    >/dev/null 2>&1

# Speeds and times differ, and the sizes of folders by what SQLite leaves in them.
normal() { sed -E 's/"megabytes":[^,}]*//g; s/[0-9.]+ games (per|a) second.*//; s/"(seconds|ms)":[^,}]*//g; s/,[0-9.e-]+$//'; }

# Every command but play, watch and uci, which talk to somebody, and those that take long.
short_commands=(
    "move genomes/fevalb.ini:depth=2 44"
    "match fevalb:depth=1 random --games 4 --threads 1 --pgn x.pgn"
    "tournament t.ini --threads 1 --csv x.csv --pgn x.pgn --html x.html"
    "log run winrates"
    "log run --csv"
    "export run --as ini -o x.ini"
)
tiny_from="--set run.minutes=0 --set run.generations=1 --set population.size=6 --set play.depth=1
    --set play.openings=1 --set play.opponent_openings=1 --set race.rounds=1 --set fit.every=0
    --set validate.every=0 --set validate.verdict_openings=1 --set validate.playoff_openings=1
    --set validate.depths=1 --set validate.truth=30:3"
other_commands=(
    "mini.ini --dry-run --threads 1"
    "log run --json"
    "log run importance"
    "report run -o x.html"
    "lineage run champion"
    "lineage run champion --json"
    "resume run --generation 1 --out fork --quiet --threads 1"
    "resume run --generations 3 --quiet --threads 1"
    "fit games.pgn --start fevalb --threads 1 -o x.ini"
    "export genomes/champion.ini --as c --depth 2 -o x.c"
    "export genomes/champion.ini --as uci -o x"
    "compare fevalb:depth=1 rusak:depth=1 --games 20 --threads 1 --html x.html --json"
    "studies"
    "tournament rusak.ini --threads 1"
    "truth fevalb:depth=1 --positions 30:5 --threads 1 --csv"
    "solve 4444443333 --threads 1"
    "book --check book --threads 1"
    "explain fevalb:depth=2 12121233444434 --json"
    "analyse games.pgn --game 1 --threads 1 --json"
    "runs . --json"
    "heuristic new mine"
    "bench --signature --threads 1"
    "evolve --from genomes/fevalb.ini --out from --quiet --threads 1 $tiny_from"
    "export run --as python -o x.py"
    "export run --as html --depth 1 -o x.html"
    "positions --count 20 --plies 30..34 -o x.set --threads 1"
    "openings --count 20"
    "genes"
    "show 44"
    "perft 4"
    "help config"
    "move ours:depth=2 44 --heuristic ours.so"
    "experiment mini.ini --seeds 1..2 --out ex --threads 1 --openings 1"
)

# run_goes_on: after a fault, the run resumes to the same bytes as one that nothing happened to.
run_goes_on() {
    local table how=(resume now)
    [ -e "$tmp/now/now/run.db" ] || how=(mini.ini --out now)
    (cd "$tmp/now" && XDG_CACHE_HOME=$tmp/now "$C4EVOLVE" "${how[@]}" --quiet --threads 1) \
        >"$tmp/resumed" 2>"$tmp/err" || fail "c4evolve ${how[*]} fails afterwards"
    cmp -s "$tmp/resumed" "$tmp/usual" || fail "another verdict afterwards"
    for table in generations lineage winrates; do
        cmp -s "$tmp/now/now/$table.csv" "$tmp/before/run/$table.csv" ||
            fail "$table.csv differs afterwards"
    done
    [ -z "$(find "$tmp/now/now" -name '*.new*')" ] || fail "new files are left"
}
