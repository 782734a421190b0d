'use strict';
/*
 * Looks at a page with a real browser.
 *
 *     node check.js run PAGE key=value...     the page of a run
 *     node check.js tournament PAGE key=value...
 *     node check.js compare PAGE key=value...
 *     node check.js experiment PAGE key=value...
 *
 * The values are what the page has to show, as other commands of the program print it.
 * Every check that fails is printed; the exit code says whether any did.
 */
const { check, same, count, text, checkHarmless, checkWidth, checkColours, finish } = require('./checks.js');

const [kind, path, ...pairs] = process.argv.slice(2);
const expected = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
const number = (key) => Number(expected[key]);
const url = `file://${path}`;
const sections = (tab) => tab.run(() => [...document.querySelectorAll('main > section')].map((s) => s.id).join(' '));

/* Every chart says in words what it shows, has axes with names where there are axes, and marks. */
async function checkFigures(tab, figures) {
  for (const [name, marks] of Object.entries(figures)) {
    const figure = `#figure-${name}`;
    same(`${name}: marks`, await count(tab, `${figure} .mark`), marks);
    const says = await text(tab, `${figure} figcaption p`);
    check(`${name}: no sentence with a number: ${says}`, /\d/.test(says || ''));
    const label = await tab.run((s) => document.querySelector(`${s} .chart svg[role=img]`)?.getAttribute('aria-label'), figure);
    check(`${name}: no text alternative`, label && label.length > 20);
  }
  const bare = await tab.run(() => [...document.querySelectorAll('figure > .chart')].filter((chart) =>
    chart.querySelector('.axis.x') && !chart.querySelector('text.soft')).length);
  same('charts whose axes have no name', bare, 0);
}

/* How many of the 69 lines go through each cell is well known. */
async function checkPlaces(tab, names) {
  const through = await tab.run((list) => {
    const cells = Array(page.COLUMNS * page.ROWS).fill(0);
    list.flatMap((name) => page.linesOf(name).lines).flat().forEach(([column, row]) => { cells[page.COLUMNS * row + column]++; });
    return cells.join(' ');
  }, names);
  const half = ['3 4 5 7 5 4 3', '4 6 8 10 8 6 4', '5 8 11 13 11 8 5'];
  same('lines through each cell', through, [...half, ...half.reverse()].join(' '));
}

/* By mouse, by finger and by keys. */
async function checkTips(tab, figure) {
  await tab.move(`#figure-${figure} .mark`, 1);
  const tip = await tab.tip();
  check(`${figure}: no tip under the mouse`, tip && /\d/.test(tip));
  await tab.run(() => scrollTo(0, 0));
  await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1, y: 1 });
  await tab.settle();
  same(`${figure}: the tip after the mouse has left`, await tab.tip(), null);
  await tab.run((s) => document.querySelector(`#figure-${s} .chart svg`).focus({ preventScroll: true }), figure);
  await tab.press('ArrowRight');
  const first = await tab.tip();
  await tab.press('ArrowRight');
  const second = await tab.tip();
  check(`${figure}: no tips by keys: ${first}, ${second}`, first && second);
  same(`${figure}: one mark is marked`, await count(tab, `#figure-${figure} .mark.here`), 1);
  await tab.press('Escape');
  same(`${figure}: the tip after Escape`, await tab.tip(), null);
}

/* Clicks through a table: by a number, by a number turned round, by a text. */
async function checkTable(tab, name, column, wordColumn) {
  const details = `details[data-name="${name}"]`;
  await tab.click(`${details} > summary`);
  const cells = (k) => tab.run((s, i) => [...document.querySelectorAll(`${s} tbody tr`)].map((row) => row.children[i].textContent), details, k);
  const numbers = async () => (await cells(column)).map((value) => Number(value.replace(/−/g, '-').replace(/[,%+]/g, '')));
  const sorted = (list, sign) => list.every((value, i) => i === 0 || sign * (list[i - 1] - value) <= 0);
  await tab.click(`${details} thead th:nth-child(${column + 1}) button`);
  check(`${name}: not sorted from the largest`, sorted(await numbers(), -1));
  await tab.click(`${details} thead th:nth-child(${column + 1}) button`);
  check(`${name}: not sorted from the smallest`, sorted(await numbers(), 1));
  same(`${name}: says how it is sorted`, await tab.run((s) => document.querySelector(`${s} th[aria-sort]`).getAttribute('aria-sort'), details), 'ascending');
  if (wordColumn !== undefined) {
    await tab.click(`${details} thead th:nth-child(${wordColumn + 1}) button`);
    const words = await cells(wordColumn);
    check(`${name}: words are not sorted`, words.every((word, i) => i === 0 || words[i - 1].localeCompare(word) <= 0));
  }
  return (await cells(0)).length;
}

/* What a button would save, taken in place of the download. */
async function checkSaved(tab, name, lines, hostile) {
  const csv = await tab.run((n) => {
    let saved = null;
    const download = page.download;
    page.download = (file, content) => { saved = { file, content }; };
    document.querySelector(`details[data-name="${n}"] .save`).click();
    page.download = download;
    return saved;
  }, name);
  same(`${name}: the file`, csv.file, `${name}.csv`);
  if (!hostile) same(`${name}: lines of the file`, csv.content.trim().split('\n').length, lines + 1);
}

async function checkGenome(tab, champion, weights) {
  await tab.click('#figure-lineage .mark', 0);
  same('the panel is open', await tab.run(() => document.getElementById('genome').hidden), false);
  const id = await tab.run(() => document.querySelector('#figure-lineage .mark').dataset.genome);
  check(`the panel shows another genome than #${id}`, (await text(tab, '#genome-title')).includes(`#${id}`));
  await tab.press('Escape');
  same('the panel is closed by Escape', await tab.run(() => document.getElementById('genome').hidden), true);
  await tab.run((n) => page.openGenome(n), champion);
  const content = await text(tab, '#genome');
  for (const part of ['Parents', 'Children', 'Results', 'Weights']) check(`the panel has no ${part}`, content.includes(part));
  check('the panel has no rating', /Elo|Play-off/.test(content));
  /* Besides weights that are not at their defaults there are those that differ from the parent's. */
  check('rows of weights are missing', (await tab.run(() => document.querySelectorAll('#genome table[aria-label=weights] tbody tr').length)) >= weights);
  const parents = await count(tab, '#genome [data-genome]');
  if (parents > 0) {
    await tab.click('#genome [data-genome]');
    check('a parent does not open', !(await text(tab, '#genome-title')).includes(`#${champion}`));
  }
  await tab.click('#genome .close');
  same('the panel is closed by its button', await tab.run(() => document.getElementById('genome').hidden), true);
}

/* The board, by buttons and by keys; the moves are checked against the text of the game. */
async function checkGames(tab) {
  const games = await tab.run(() => page.data.games.map((game) => game.moves));
  const discs = () => count(tab, '.board .disc');
  await tab.click('.step-first');
  same('discs at the start', await discs(), 0);
  same('the first button', await tab.run(() => document.querySelector('.step-back').disabled), true);
  await tab.click('.step-next');
  await tab.click('.step-next');
  same('discs after two moves', await discs(), 2);
  await tab.click('.step-back');
  same('discs after one step back', await discs(), 1);
  await tab.run(() => document.querySelector('.board').focus({ preventScroll: true }));
  await tab.press('ArrowRight');
  same('discs after a key', await discs(), 2);
  await tab.press('ArrowLeft');
  same('discs after a key back', await discs(), 1);
  for (let i = 0; i < games.length; i++) {
    await tab.run((k) => { const choice = document.querySelector('#games select'); choice.value = k; choice.dispatchEvent(new Event('change')); }, i);
    await tab.click('.step-last');
    same(`discs at the end of game ${i}`, await discs(), games[i].length);
    const wins = await tab.run((k) => page.data.games[k].outcome !== 0, i);
    check(`game ${i}: no four is marked`, !wins || (await count(tab, '.board .ring')) >= 4);
    const played = await tab.run(() => d3.selectAll('.board .disc').data().map((disc) => disc.column).join(''));
    same(`game ${i}: the columns on the board`, played, games[i]);
    same(`game ${i}: points of the curves`, await count(tab, '#games .mark'),
      await tab.run((k) => page.data.games[k].values.flat().length, i));
    const note = await tab.run((k) => {
      const { analysis, moves } = page.data.games[k];
      if (!analysis) return null;
      const found = analysis.notes[0], state = document.querySelector('.analysis-now');
      const now = state.textContent;
      for (let ply = moves.length; found && ply > found.move; ply--) document.querySelector('.step-back').click();
      return { now, summary: document.querySelector('.analysis-summary').textContent, wanted: analysis.summary,
        text: found && found.text, shown: document.querySelector('.analysis-now').textContent };
    }, i);
    if (note) {
      check(`game ${i}: no word on best play`, note.now.startsWith('With best play'));
      same(`game ${i}: the summary of the analysis`, note.summary, note.wanted);
      check(`game ${i}: the note on a mistake is missing`, !note.text || note.shown.includes(note.text));
    }
    check(`game ${i}: no analysis`, note || kind !== 'analysis');
  }
}

/* The champion answers a move on the board, and games have perfect play beside them. */
async function checkBoard(tab) {
  await tab.until(() => document.documentElement.dataset.ready !== undefined);
  await tab.run(() => document.querySelectorAll('.play-column')[3].focus());
  await tab.press('4');
  await tab.until(() => document.querySelectorAll('#play .play-move').length === 2);
  const moves = await tab.run(() => location.hash);
  check(`the address: ${moves}`, /^#moves=4[1-7]$/.test(moves));
  check('no move in the console', [1, 2, 3, 4, 5, 6, 7].includes(await tab.run(() => c4evolve.move('4'))));
  await tab.click('.step-last');
  await tab.click('.step-back');
  await tab.until(() => document.querySelectorAll('#games .truth .play-shape').length > 0 && document.querySelector('#games .line.exact').getAttribute('d').includes('L'));
  await tab.click('.play-on');
  await tab.until((n) => document.querySelectorAll('#play .play-move').length === n, await tab.run(() => Number(document.querySelector('#games .where').textContent.match(/\d+/)[0])));
}

async function checkRun(browser) {
  const tab = await browser.open(url, { width: 1600 });
  same('the title', await text(tab, 'h1'), expected.name);
  same('the sections', await sections(tab), `verdict ${expected.board === 'no' ? '' : 'play '}progress weights importance lineage rivals games making`);
  for (const id of (await sections(tab)).split(' ')) {
    check(`section ${id} is empty`, (await tab.run((s) => document.getElementById(s).children.length, id)) > 1);
  }
  const figures = {};
  for (const key of ['verdict', 'playoff', 'mistakes', 'ratings', 'diversity', 'validation', 'importance', 'games', 'times', 'lineage', 'crosstable', 'colours', 'places']) {
    if (expected[key] !== undefined) figures[key] = number(key);
  }
  if (await count(tab, '#figure-importance button.more')) await tab.click('#figure-importance button.more');
  await checkFigures(tab, Object.fromEntries(Object.entries(figures).filter(([name]) => name !== 'games')));
  same('bars of games', await count(tab, '#progress #figure-games .bar'), number('generations'));
  same('new champions', await count(tab, '#figure-ratings .crowned'), number('champions'));
  const genes = number('genes');
  same('genes at first', await count(tab, '.gene'), Math.min(12, genes));
  if (genes > 12) await tab.click('#figure-weights button.more');
  same('genes after a click', await count(tab, '.gene'), genes);
  same('steps of a gene', await count(tab, '.gene:first-child .mark'), number('champions'));
  if (expected.map) await checkPlaces(tab, expected.map.split(' '));
  await checkTips(tab, 'ratings');
  await checkTips(tab, 'crosstable');
  await tab.click('.view', 1);
  same('cells where the row moves first', await count(tab, '#figure-crosstable .mark'), number('crosstable'));
  if (expected.verdict !== undefined) {
    const said = await text(tab, '.lead');
    check(`the lead does not tell training from references: ${said}`, /in training it scores|never met it scores/.test(said));
  }
  same('rows of ratings', await checkTable(tab, 'ratings', 3), number('generations'));
  await checkSaved(tab, 'ratings', number('generations'));
  if (expected.verdict !== undefined) await checkTable(tab, 'verdict', 6, 0);
  await checkTable(tab, 'weights', 4, 0);
  await checkGenome(tab, number('champion'), number('weights'));
  await checkGames(tab);
  if (expected.board !== 'no') await checkBoard(tab);
  same('the board', await tab.run(() => `${page.data.board.columns} ${page.data.board.rows}`), '7 6');
  check('the head does not name the board', (await text(tab, '.kind')).includes('7 columns × 6 rows'));
  check('the command is missing', (await text(tab, '#command')).startsWith('c4evolve '));
  check('the config is missing', (await text(tab, '#config')).includes('[run]'));
  await checkWidth(tab, '1600 pixels');
  await checkHarmless(tab, '1600 pixels');
  await tab.close();
}

/* The same for all kinds of pages. */
async function checkLooks(browser) {
  const all = [[360, false], [800, true], [1600, true]];
  for (const [width, dark] of expected.looks === 'few' ? [[360, true]] : all) {
    const what = `${width} pixels, ${dark ? 'dark' : 'light'}`;
    const tab = await browser.open(url, { width, dark, touch: width === 360 });
    await tab.run(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await tab.settle();
    await checkWidth(tab, what);
    await checkColours(tab, what);
    if (kind === 'run') {
      await tab.run(() => page.openGenome(page.data.genomes[page.data.genomes.length - 1].id));
      await tab.settle();
      await checkWidth(tab, `${what}, a genome`);
      await checkColours(tab, `${what}, a genome`);
      await tab.run(() => page.closeGenome());
    }
    if (width === 360 && kind !== 'analysis') check('no tip under a finger', (await tab.touch('figure .mark', 0)) !== null);
    await checkHarmless(tab, what);
    await tab.close();
  }
}

/* A tournament, a comparison, an experiment or analysed games. */
const resultSections = { analysis: 'games making', tournament: 'verdict rivals games making', compare: 'verdict weights making', experiment: 'verdict progress making' };

async function checkResult(browser) {
  const tab = await browser.open(url, { width: 1200 });
  same('the title', await text(tab, 'h1'), expected.name);
  same('the sections', await sections(tab), resultSections[kind]);
  const figures = {};
  if (await count(tab, '#figure-genomes button.more')) await tab.click('#figure-genomes button.more');
  for (const key of ['standing', 'crosstable', 'scores', 'mistakes', 'genomes', 'threats', 'combinations', 'differences', 'curves']) if (expected[key] !== undefined) figures[key] = number(key);
  await checkFigures(tab, figures);
  const tipped = ['standing', 'scores', 'combinations'].find((name) => expected[name] !== undefined);
  if (tipped) await checkTips(tab, tipped);
  if (expected.games) await checkGames(tab);
  if (expected.standing) await checkTable(tab, 'standing', 1, 0);
  if (expected.combinations) await checkTable(tab, 'combinations', 2, 0);
  check('the command is missing', (await text(tab, '#command')).startsWith(`c4evolve ${kind === 'analysis' ? 'analyse' : kind}`));
  await checkHarmless(tab, kind);
  await tab.close();
}

finish(async (browser) => {
  await (kind === 'run' ? checkRun : checkResult)(browser);
  await checkLooks(browser);
});
