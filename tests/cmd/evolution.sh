# Shared by the tests of evolve and resume: a tiny config, and comparing runs. Sourced after lib.sh.
#
# $config is a config that runs in a moment.
genomes=$PWD/genomes
config=$tmp/tiny.ini
cat >"$config" <<END
[run]
name        = tiny
generations = 4
[population]
size       = 6
founders   = $genomes/fevalb.ini $genomes/lines.ini
elites     = 2
immigrants = 1
[play]
depth     = 2
openings  = 2
opponents = $genomes/rusak.ini random
opponent_openings = 2
hall      = 1
hall_openings = 2
[race]
rounds = 2
[fit]
every     = 2
positions = 2000
[validate]
every    = 2
against  = $genomes/fevalb.ini random
openings = 3
verdict_openings = 4
playoff_openings = 4
depths   = 1
truth    =
END

tables="generations lineage winrates genomes validation playoff"

# tables_of RUN: everything that log prints about a run.
tables_of() {
    local table
    for table in $tables; do
        echo "== $table"
        "$C4EVOLVE" log "$1" "$table" --csv
        "$C4EVOLVE" log "$1" "$table"
    done
}

# keep_tables RUN: keeps the tables that expect_same compares with.
keep_tables() { tables_of "$1" >"$tmp/wanted"; }

# expect_same RUN: the tables of this run are the kept ones.
expect_same() {
    tables_of "$1" >"$tmp/got"
    check "the tables of $1 differ" cmp "$tmp/wanted" "$tmp/got"
    check "there are no tables" test "$(wc -l <"$tmp/wanted")" -gt 100
}
