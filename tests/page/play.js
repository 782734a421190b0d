'use strict';
/*
 * Plays in a page with a real browser.
 *
 *     node play.js moves PAGE PLAYER COUNT    the page answers as c4evolve does in random positions
 *     node play.js games PAGE NAME            whole games by mouse, keys and finger, and all else
 *     node play.js two PAGE                   two genomes in one page
 *     node play.js slow PAGE                  a genome that thinks for minutes
 *
 * The environment names the program, as C4EVOLVE.
 */
const { execFileSync } = require('node:child_process');
const { check, same, count, text, checkHarmless, checkWidth, checkColours, finish } = require('./checks.js');

const [kind, path, ...rest] = process.argv.slice(2);
const url = `file://${path}`;
const program = (args, input) => execFileSync(process.env.C4EVOLVE, args, { input, encoding: 'utf8' }).trim();

/* The same random numbers every time. */
let seed = 12345;
const random = (n) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor(seed / 0x80000000 * n);
};

/* Whether a side has four in a line, found by looking at every line. */
const hasFour = (board) => [0, 1].some((side) => board.some((stack, column) => stack.some((_, row) =>
  [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => [0, 1, 2, 3].every((k) => board[column + k * dx]?.[row + k * dy] === side)))));

/* A random game of that many plies that is not over. */
function randomGame(plies) {
  const board = Array.from({ length: 7 }, () => []);
  let moves = '';
  while (moves.length < plies && !hasFour(board)) {
    const open = board.map((stack, i) => ({ stack, i })).filter(({ stack }) => stack.length < 6);
    const { stack, i } = open[random(open.length)];
    stack.push(moves.length % 2);
    moves += i + 1;
  }
  return moves.length === plies && !hasFour(board) ? moves : randomGame(plies);
}

const open = async (browser, options = {}, address = '') => {
  const tab = await browser.open(`${url}${address}`, { width: 1280, ...options });
  await tab.until(() => document.documentElement.dataset.ready !== undefined);
  return tab;
};

const numbers = (words) => words.map((word) => (word === '.' ? null : Number(word)));

/* Moves and values of every position, and exact scores from ply 12 on; earlier ones take longer. */
async function checkMoves(browser) {
  const [player, most] = rest, tab = await open(browser);
  const games = Array.from({ length: Number(most) }, (_, i) => randomGame(i % 38));
  const got = await tab.run(async (list) => {
    const answers = [];
    for (const moves of list) answers.push([await c4evolve.move(moves), await c4evolve.values(moves)]);
    return answers;
  }, games);
  games.forEach((moves, i) => {
    const [column, values] = program(['move', player, moves || '-', '--values']).split('\n');
    same(`'${moves}': the move`, got[i][0], Number(column));
    same(`'${moves}': the values`, JSON.stringify(got[i][1]), JSON.stringify(numbers(values.split(' '))));
  });
  const late = games.filter((moves) => moves.length >= 12 || moves.length < 3);
  const scores = await tab.run(async (list) => {
    const answers = [];
    for (const moves of list) answers.push(await c4evolve.solve(moves));
    return answers;
  }, late);
  program(['solve', '--moves'], late.map((moves) => moves || '-').join('\n')).split('\n').forEach((line, i) => {
    same(`'${late[i]}': exact scores`, JSON.stringify(scores[i]), JSON.stringify(numbers(line.split(' ').slice(2))));
  });
  for (const wrong of ['8', '4444444', '1212121 ', '12121212', 'x']) {
    check(`'${wrong}' is not refused`, await tab.run((moves) => c4evolve.move(moves).then(() => false, (error) => error.message.length > 10), wrong));
  }
  check('a move after the end', await tab.run(() => c4evolve.values('1212121').then(() => false, () => true)));
  await checkHarmless(tab, 'moves');
  await tab.close();
}

/* What is on the board. */
const state = (tab) => tab.run(() => {
  const status = document.querySelector('.play-status').textContent;
  return { discs: document.querySelectorAll('.play-grid .play-disc').length - document.querySelectorAll('.play-hint .play-disc, .play-ghost .play-disc').length, status,
    mine: status === 'Your move.', over: /win|draw/i.test(status), moves: location.hash.replace('#moves=', ''), list: [...document.querySelectorAll('.play-move')].map((m) => m.firstChild.textContent).join('') };
});
const settled = (tab) => tab.until(() => !/thinking/.test(document.querySelector('.play-status').textContent));
const level = (tab, value) => tab.run((v) => {
  const choice = [...document.querySelectorAll('.play-seat select:nth-of-type(2)')].find((select) => !select.hidden);
  choice.value = v;
  choice.dispatchEvent(new Event('change'));
}, value);

/* A whole game; drop(tab, column) makes a person's move. */
async function playGame(tab, what, drop) {
  await level(tab, 0);
  for (let i = 0; i < 50; i++) {
    await settled(tab);
    const now = await state(tab);
    if (now.over) break;
    check(`${what}: not my move: ${now.status}`, now.mine);
    const before = now.discs, columns = await tab.run(() => [...document.querySelectorAll('.play-column')].map((b, k) => (b.getAttribute('aria-disabled') === 'true' ? 0 : k + 1)).filter((c) => c));
    const column = columns[random(columns.length)];
    await drop(tab, column);
    await tab.until((n) => document.querySelectorAll('.play-move').length > n, before);
    same(`${what}: the column`, (await state(tab)).list[before], String(column));
    check(`${what}: the move is not announced`, (await text(tab, '.play-said[role=status]')).length > 10);
  }
  const end = await state(tab);
  check(`${what}: not over: ${end.status}`, end.over);
  same(`${what}: discs`, end.discs, end.moves.length);
  same(`${what}: moves`, end.list, end.moves);
  same(`${what}: the program agrees that it is over`, /^\S+ -?\d+( \.)+$/.test(program(['solve', end.moves, '--moves'])), true);
  if (/win/.test(end.status)) check(`${what}: no four is marked`, (await count(tab, '.play-won')) >= 4);
  check(`${what}: no curve`, await tab.until(() => !document.querySelector('.play-curve').hidden));
  return end.moves;
}

/* Marks of a game, against what the program says of every position. */
async function checkMarks(tab, moves) {
  const lines = program(['solve'], Array.from({ length: moves.length + 1 }, (_, i) => moves.slice(0, i) || '-').join('\n')).split('\n');
  const signs = lines.map((line) => Math.sign(Number(line.split(' ')[1])));
  const wanted = [...moves].map((_, ply) => -signs[ply + 1] < signs[ply]);
  await tab.until((n) => document.querySelectorAll('.play-chart .point').length === n, moves.length + 1);
  same('moves that gave something away', await tab.run(() => [...document.querySelectorAll('.play-move')].map((m) => m.classList.contains('grave')).join()), wanted.join());
  const first = wanted.indexOf(true);
  if (first < 0) return;
  await tab.click('.play-move', first);
  const remark = await tab.until(() => document.querySelector('.play-remark').textContent);
  check(`the remark: ${remark}`, /threw away a (win|draw)|turned a win into a loss/.test(remark));
  check('no mark on the board', (await count(tab, '.play-lapse')) >= 1);
}

async function checkSteps(tab, moves) {
  const discs = async () => (await state(tab)).discs;
  await tab.click('.play-step-first');
  same('discs at the start', await discs(), 0);
  await tab.click('.play-step-next');
  await tab.click('.play-step-next');
  same('discs after two steps', await discs(), 2);
  same('the address of a step', (await state(tab)).moves, moves.slice(0, 2));
  await tab.click('.play-step-back');
  same('discs after a step back', await discs(), 1);
  await tab.click('.play-step-last');
  same('discs at the end', await discs(), moves.length);
  const box = await tab.find('.play-chart .plot');
  for (const type of ['mousePressed', 'mouseReleased']) await tab.send('Input.dispatchMouseEvent', { type, x: box.x, y: box.y, button: 'left', clickCount: 1 });
  await tab.settle();
  same('discs after a click in the middle of the curve', await discs(), Math.round(moves.length / 2));
  await tab.run(() => document.querySelector('.play-chart').focus());
  await tab.press('ArrowRight');
  same('discs after a key on the curve', await discs(), Math.round(moves.length / 2) + 1);
}

/* Take back, forward, another move, swap, two people. */
async function checkTakeBack(tab) {
  await tab.click('.play-new');
  same('a new game', (await state(tab)).discs, 0);
  await tab.press('4');
  await tab.until(() => document.querySelectorAll('.play-move').length === 2);
  await tab.press('3');
  await tab.until(() => document.querySelectorAll('.play-move').length === 4);
  const whole = (await state(tab)).list;
  await tab.click('.play-undo');
  same('discs after taking back', (await state(tab)).discs, 2);
  await tab.click('.play-step-last');
  same('discs after going forward', (await state(tab)).moves, whole);
  await tab.press('Backspace');
  await tab.press('Backspace');
  same('discs after taking back by keys', (await state(tab)).discs, 0);
  await tab.press('1');
  await tab.until(() => document.querySelectorAll('.play-move').length === 2);
  same('another first move', (await state(tab)).list[0], '1');
  await tab.click('.play-swap');
  await tab.until(() => document.querySelectorAll('.play-move').length === 3);
  check('the other side is mine', (await state(tab)).mine);
  await tab.run(() => document.querySelectorAll('.play-seat select:first-of-type').forEach((select) => { select.value = 'person'; select.dispatchEvent(new Event('change')); }));
  const before = (await state(tab)).discs;
  await tab.press('5');
  await tab.press('5');
  same('two people', (await state(tab)).discs, before + 2);
}

async function checkTruth(browser) {
  const tab = await open(browser, {}, '#moves=44433346');
  same('the address', (await state(tab)).discs, 8);
  await tab.click('.play-truthful');
  await tab.until(() => document.querySelectorAll('.truth .play-shape').length === 7 && !/…/.test(document.querySelector('.truth').textContent));
  const scores = numbers(program(['solve', '44433346', '--moves']).split(' ').slice(2));
  const shown = await tab.run(() => [...document.querySelectorAll('.truth .play-cell')].map((cell) => cell.textContent));
  scores.forEach((score, i) => {
    const winner = score > 0 ? 8 : 9, end = score === 0 ? 0 : 43 - 2 * Math.abs(score) + winner % 2;
    same(`column ${i + 1} in words`, shown[i], score === 0 ? 'draw' : score > 0 ? `winin ${Math.ceil((end - 8) / 2)}` : `lossin ${Math.ceil((end - 9) / 2)}`);
  });
  same('best columns', await count(tab, '.truth .best'), scores.filter((score) => score === Math.max(...scores)).length);
  check('labels of columns', /Column 1, \d free, .*perfect play/.test(await tab.run(() => document.querySelector('.play-column').getAttribute('aria-label'))));
  await tab.until(() => document.querySelectorAll('.play-expects .pv').length > 1);
  await tab.run(() => document.querySelector('.play-expects').click()); /* the mouse alone shows them, too */
  check('expected moves on the board', (await count(tab, '.play-ghost')) > 1);
  await tab.run(() => document.querySelector('.play-expects').click()); /* the mouse alone shows them, too */
  await tab.run(() => { navigator.clipboard.writeText = (address) => { window.copied = address; return Promise.resolve(); }; });
  await tab.click('.play-share');
  same('the address that is copied', await tab.run(() => window.copied.split('#')[1]), 'moves=44433346');
  await tab.run(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await tab.click('.play-share');
  same('the address to copy', await tab.run(() => document.querySelector('.play-address').value.split('#')[1]), 'moves=44433346');
  await tab.run(() => { location.hash = '#moves=44'; });
  await tab.until(() => document.querySelectorAll('.play-move').length === 2);
  await tab.run(() => { location.hash = '#moves=4444444'; });
  await tab.until(() => /column 4 is full/.test(document.querySelector('.play-said').textContent));
  await checkHarmless(tab, 'truth');
  await tab.close();
}

async function checkGames(browser) {
  const [name] = rest;
  let tab = await open(browser);
  same('the title', await text(tab, 'h1'), `Play against ${name}`);
  const moves = await playGame(tab, 'mouse', (t, column) => t.click('.play-column', column - 1));
  await checkMarks(tab, moves);
  await checkSteps(tab, moves);
  await tab.click('.play-new');
  await playGame(tab, 'digits', (t, column) => t.press(String(column)));
  await tab.click('.play-new');
  await playGame(tab, 'arrows', async (t, column) => {
    const from = await t.run(() => {
      document.querySelector('.play-column[tabindex="0"]').focus();
      return Number(document.activeElement.dataset.column);
    });
    for (let k = 0; k < Math.abs(column - from); k++) await t.press(column > from ? 'ArrowRight' : 'ArrowLeft');
    await t.press(column % 2 ? 'Enter' : 'ArrowDown');
  });
  await checkTakeBack(tab);
  await checkHarmless(tab, 'games');
  await tab.close();
  tab = await open(browser, { width: 360, touch: true, still: true });
  await playGame(tab, 'finger', (t, column) => t.tap('.play-column', column - 1));
  same('nothing moves where that is not wanted', await tab.run(() => document.getAnimations().length), 0);
  await checkHarmless(tab, 'finger');
  await tab.close();
  await checkTruth(browser);
  for (const [width, dark] of [[360, false], [800, true], [1280, false], [2560, true]]) {
    const what = `${width} pixels`;
    tab = await open(browser, { width, dark }, '#moves=4443324456');
    await tab.click('.play-truthful');
    await tab.run(() => { document.querySelectorAll('details').forEach((details) => { details.open = true; }); });
    await tab.until(() => document.querySelectorAll('.truth .play-shape').length > 4);
    await checkWidth(tab, what);
    await checkColours(tab, what);
    await tab.close();
  }
}

/* Two genomes play a game to its end; a person takes a side. */
async function checkTwo(browser) {
  const tab = await open(browser);
  await tab.run(() => { play.WATCH_MS = 20; });
  await tab.until(() => /wins|draw/.test(document.querySelector('.play-status').textContent));
  const { moves } = await state(tab), [first, second] = rest;
  let line = '';
  while (line.length < moves.length) line += program(['move', line.length % 2 ? second : first, line || '-']);
  same('the game of the program', moves, line);
  await tab.run(() => { play.WATCH_MS = 1000; });
  await tab.click('.play-new');
  await tab.until(() => document.querySelectorAll('.play-move').length > 1);
  await tab.click('.play-pause');
  const paused = (await state(tab)).list.length;
  await new Promise((done) => { setTimeout(done, 1500); });
  same('nothing moves in a pause', (await state(tab)).list.length, paused);
  await tab.run(() => { const select = document.querySelector('.play-seat select'); select.value = 'person'; select.dispatchEvent(new Event('change')); });
  await tab.until(() => document.querySelector('.play-status').textContent === 'Your move.');
  await checkHarmless(tab, 'two');
  await tab.close();
}

/* While a genome thinks, the page answers; what is no longer wanted is cancelled. */
async function checkSlow(browser) {
  const tab = await open(browser);
  await tab.press('4');
  await tab.until(() => /thinking/.test(document.querySelector('.play-status').textContent));
  await new Promise((done) => { setTimeout(done, 5000); });
  check('it no longer thinks', /thinking/.test((await state(tab)).status));
  const ms = await tab.run(async () => {
    const start = performance.now();
    document.querySelector('.play-thoughtful').click();
    await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
    return performance.now() - start;
  });
  same('the page answers', await tab.run(() => document.querySelector('.thoughts').hidden), true);
  check('the search has ended meanwhile', /thinking/.test((await state(tab)).status));
  console.log(`a click was answered in ${ms.toFixed(0)} ms`);
  await tab.click('.play-new');
  check('a new game does not wait', (await state(tab)).mine);
  await level(tab, 0);
  await tab.press('4');
  await tab.until(() => document.querySelectorAll('.play-move').length === 2);
  await checkHarmless(tab, 'slow');
  await tab.close();
}

finish({ moves: checkMoves, games: checkGames, two: checkTwo, slow: checkSlow }[kind]);
