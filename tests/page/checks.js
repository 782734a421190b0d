'use strict';
/* What the checks of all pages share. */
const { Browser } = require('./browser.js');
const contrast = require('./contrast.js');

let checks = 0, failures = 0;

function check(what, holds) {
  checks++;
  if (holds) return;
  failures++;
  console.log(`FAILED: ${what}`);
}
const same = (what, got, wanted) => check(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`, got === wanted);
const count = (tab, selector) => tab.run((s) => document.querySelectorAll(s).length, selector);
const text = (tab, selector) => tab.run((s) => document.querySelector(s)?.textContent, selector);

/* Nothing complains, nothing is asked for but the page itself, nothing of the data became an element. */
async function checkHarmless(tab, what) {
  same(`${what}: complaints`, tab.complaints.join('; '), '');
  same(`${what}: requests`, tab.requests.filter((request) => !/^(data|blob):/.test(request)).length, 1);
  same(`${what}: elements that the page does not make`, await count(tab, 'img, iframe, object, embed, link[rel=stylesheet], script[src]'), 0);
}

/* Nothing reaches out of the window but what scrolls by itself. */
async function checkWidth(tab, what) {
  const out = await tab.run(() => [...document.querySelectorAll('body *')].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 1 && !element.closest('.scroll, pre, nav, [hidden]') && getComputedStyle(element).visibility !== 'hidden';
  }).slice(0, 3).map((element) => element.outerHTML.slice(0, 120)));
  same(`${what}: reaches out of the window`, out.join('\n'), '');
  same(`${what}: the window scrolls sideways`, await tab.run(() => document.documentElement.scrollWidth <= innerWidth), true);
}

async function checkColours(tab, what) {
  const low = await tab.run(contrast);
  same(`${what}: too little contrast`, low.slice(0, 4).join('; '), '');
}

/* Runs the checks, which get a browser, and ends the program. */
async function finish(work) {
  const browser = new Browser();
  try {
    await work(browser);
  } catch (error) {
    failures++;
    console.log(error.stack);
  } finally {
    await browser.close();
  }
  console.log(failures === 0 ? `all ${checks} checks passed` : `${failures} of ${checks} checks failed`);
  process.exit(failures === 0 ? 0 : 1);
}

module.exports = { check, same, count, text, checkHarmless, checkWidth, checkColours, finish };
