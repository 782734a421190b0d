# What the tests of evolve and resume share: tiny configs, and runs that are compared.
#
# Sourced after lib.sh. $config is a config that is played in a moment.
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
[fit]
every     = 2
positions = 2000
[validate]
every    = 2
against  = $genomes/fevalb.ini random
openings = 3
verdict_openings = 4
depths   = 1
truth    =
END

tables="generations lineage winrates genomes validation"

# tables_of RUN: everything that log prints of a run.
tables_of() {
    local table
    for table in $tables; do
        echo "== $table"
        "$C4EVOLVE" log "$1" "$table" --csv
        "$C4EVOLVE" log "$1" "$table"
    done
}

# keep_tables RUN: what expect_same compares with.
keep_tables() { tables_of "$1" >"$tmp/wanted"; }

# expect_same RUN: log prints of this run what it printed of the other one.
expect_same() {
    tables_of "$1" >"$tmp/got"
    check "the tables of $1 differ" cmp "$tmp/wanted" "$tmp/got"
    check "there are no tables" test "$(wc -l <"$tmp/wanted")" -gt 100
}

# finished RUN: has the run its verdict at the last depth?
finished() { "$C4EVOLVE" log "$1" validation --csv 2>/dev/null | grep -q "^$2,.*,1,"; }
