'use strict';
/*
 * A real browser without a window: Chromium, told what to do over a pair of pipes in the
 * DevTools protocol. Nothing but node itself is needed.
 */
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const PATIENCE_MS = 120000;

/* Messages are JSON with a zero byte after each. */
class Browser {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'c4evolve-browser-'));
    this.process = spawn(process.env.CHROMIUM || 'chromium', [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
      '--disable-extensions', '--disable-background-networking', '--hide-scrollbars', `--user-data-dir=${this.folder}`,
      '--remote-debugging-pipe', 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.waiting = new Map();
    this.listeners = [];
    this.number = 0;
    let rest = '';
    this.process.stdio[4].setEncoding('utf8').on('data', (text) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop();
      parts.forEach((part) => this.take(JSON.parse(part)));
    });
    this.process.on('error', (error) => { throw error; });
    this.gone = new Promise((done) => { this.process.on('close', done); });
  }

  take(message) {
    const waiter = this.waiting.get(message.id);
    if (waiter) {
      this.waiting.delete(message.id);
      if (message.error) waiter.fail(new Error(`${waiter.method}: ${message.error.message}`));
      else waiter.done(message.result);
      return;
    }
    this.listeners.forEach((listener) => listener(message));
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`${method}: no answer`)), PATIENCE_MS);
      const end = (then) => (value) => { clearTimeout(timer); then(value); };
      this.waiting.set(id, { method, done: end(done), fail: end(fail) });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /* Opens a page and waits until it is drawn. */
  async open(url, { width, height = 900, dark = false, touch = false, still = false }) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(this, sessionId, targetId);
    await tab.send('Page.enable');
    await tab.send('Runtime.enable');
    await tab.send('Log.enable');
    await tab.send('Network.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await tab.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }, ...(still ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : [])] });
    if (touch) await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await tab.load(url);
    return tab;
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await this.gone;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

class Tab {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, complaints: [], requests: [], loaded: null });
    browser.listeners.push((message) => {
      if (message.sessionId !== sessionId) return;
      const { method, params } = message;
      if (method === 'Page.loadEventFired' && this.loaded) this.loaded();
      if (method === 'Runtime.exceptionThrown') {
        this.complaints.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
      }
      if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) {
        this.complaints.push(`console.${params.type}: ${params.args.map((a) => a.value || a.description).join(' ')}`);
      }
      if (method === 'Log.entryAdded' && params.entry.level === 'error') this.complaints.push(params.entry.text);
      if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
      if (method === 'Page.javascriptDialogOpening') {
        this.complaints.push(`a dialog: ${params.message}`);
        this.send('Page.handleJavaScriptDialog', { accept: true });
      }
    });
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  async load(url) {
    const loaded = new Promise((done) => { this.loaded = done; });
    await this.send('Page.navigate', { url });
    await loaded;
    await this.settle();
  }

  /* Until two frames have been drawn. */
  settle() { return this.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); }

  /* Runs a function in the page and returns what it returns. */
  async run(work, ...args) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression: `(${work})(${args.map((a) => JSON.stringify(a)).join(',')})`, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  /* The middle of an element, scrolled into sight. */
  async find(selector, index = 0) {
    const at = await this.run((s, i) => {
      const element = document.querySelectorAll(s)[i];
      if (!element) return null;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }, selector, index);
    if (!at) throw new Error(`there is no ${selector}`);
    return at;
  }

  async move(selector, index) {
    const { x, y } = await this.find(selector, index);
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await this.settle();
  }

  async click(selector, index) {
    const { x, y } = await this.find(selector, index);
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
    }
    await this.settle();
  }

  async touch(selector, index) {
    const { x, y } = await this.find(selector, index);
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.settle();
    const shown = await this.tip();
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return shown;
  }

  async press(key) {
    for (const type of ['keyDown', 'keyUp']) {
      await this.send('Input.dispatchKeyEvent', {
        type, key, code: key, ...(key === 'Enter' ? { text: '\r', windowsVirtualKeyCode: 13 } : {}) });
    }
    await this.settle();
  }

  /* A tap with a finger. */
  async tap(selector, index) {
    const { x, y } = await this.find(selector, index);
    await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await this.settle();
  }

  /* Waits until a function of the page returns something true, and returns it. */
  async until(work, ...args) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await this.run(work, ...args);
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${work}`);
      await new Promise((done) => { setTimeout(done, 20); });
    }
  }

  /* The tip that is shown, or null. */
  tip() {
    return this.run(() => { const tip = document.getElementById('tip'); return tip.hidden ? null : tip.textContent; });
  }

  async picture(path) {
    const { cssContentSize: size } = await this.send('Page.getLayoutMetrics');
    const { data } = await this.send('Page.captureScreenshot', {
      captureBeyondViewport: true, clip: { x: 0, y: 0, width: size.width, height: Math.min(size.height, 15000), scale: 1 } });
    require('node:fs').writeFileSync(path, Buffer.from(data, 'base64'));
  }

  close() { return this.browser.send('Target.closeTarget', { targetId: this.targetId }); }
}

module.exports = { Browser };
