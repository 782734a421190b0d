#!/usr/bin/env bash
# Every command of the README, with the output that it shows. Figures of time may differ, "..." stands for any
# lines, and so does nothing at all. What takes minutes is shortened: see `shorter` below.
. tests/cmd/lib.sh
. tests/cmd/evolution.sh

command_line=README.md
check "longer than 160 lines" test "$(wc -l <README.md)" -le 160
mkdir -p "$tmp/work/reports" "$tmp/bin"
ln -s "$PWD/genomes" "$PWD/configs" "$tmp/work/"
ln -s "$(realpath "$C4EVOLVE")" "$tmp/bin/c4evolve"
run "$config" --out "$tmp/work/reports/gen3"
expect_code 0
python3 - README.md "$tmp" "$PWD" >"$tmp/out" 2>"$tmp/err" <<'CHECKS'
import os, re, subprocess, sys

readme, folder, source = sys.argv[1:]
text = open(readme, encoding='utf-8').read()
environment = dict(os.environ, PATH=folder + '/bin:' + os.environ['PATH'])
# The run of this name is a tiny one, made before. That of idea is a short one, which finds something better:
# its lines are compared without their figures, and up to what did it.
shorter = {
    'c4evolve configs/': ' --dry-run',
    'c4evolve evolve --from idea': ''.join(' --set ' + key for key in (
        'run.minutes=0 run.generations=8 run.seed=2 population.size=12 play.depth=2 play.opponent_openings=3 '
        'fit.truth_positions=300 fit.openings=2 validate.panel=0 validate.playoff_openings=20 '
        'validate.verdict_openings=2 validate.changes=300').split()),
    'c4evolve evolve --from': ' --dry-run',
    'c4evolve compare': ' --games 20',
}
built_without_pages = subprocess.run(['c4evolve', 'export', 'fevalb', '--as', 'html', '-o', '/dev/null'],
                                     env=environment, capture_output=True).returncode != 0


def tame(line):
    return re.sub(r'\d+(\.\d+)?( ?(s|ms|minutes|hours)\b| games (a|per) second)', 'TIME', line.rstrip())


def without_figures(line):
    line = re.sub(r'(What did it|No single change).*', 'CAUSE', line)
    return re.sub(r' +', ' ', re.sub(r'[+-]?\d+(\.\d+)?', 'FIGURE', line))


def matches(shown, printed):
    """Whether the lines agree; "..." is any number of them."""
    if not shown:
        return not printed
    if shown[0] == '...':
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and tame(shown[0]) == tame(printed[0]) and matches(shown[1:], printed[1:])


ran = failed = 0
for block in re.findall(r'```console\n(.*?)```', text, re.S):
    for part in re.split(r'(?m)^\$ ', block)[1:]:
        command, _, shown = part.partition('\n')
        command = re.sub(r' +# .*', '', command)
        if command.startswith(('./bootstrap', 'export PATH=')):
            for word in command.split()[1:]:
                assert not word.endswith('.ini') or os.path.exists(os.path.join(source, word)), word
            continue
        if '--as html' in command and built_without_pages:
            continue
        option = next((option for start, option in shorter.items() if command.startswith(start)), '')
        done = subprocess.run(['bash', '-c', command + option], cwd=folder + '/work', env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        ran += 1
        printed = done.stdout.splitlines()
        shown = shown.splitlines() or ['...']
        if 'reports/idea' in command or '--from idea' in command:
            shown = [without_figures(line) for line in shown] + ['...']
            printed = [without_figures(line) for line in printed]
        if done.returncode != 0 or not matches(shown, printed):
            failed += 1
            print('%s\nexit code %d, prints:\n%s%s\nbut the README shows:\n%s'
                  % (command, done.returncode, done.stdout[:4000], done.stderr[:500], '\n'.join(shown)))
# Files that it links to.
for link in re.findall(r'\]\(([^)#:]+)\)', text):
    if not os.path.exists(os.path.join(source, link)):
        failed += 1
        print('no file', link)
assert ran > 12, ran
sys.exit(failed != 0)
CHECKS
code=$?
expect_code 0
finish
