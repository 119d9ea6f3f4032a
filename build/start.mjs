/**
 * npm start: installs what is missing, builds, and opens Sextant with its embedded node.
 *
 * Uses Electron if its binary exists or can be downloaded; else the web host in an app window of an installed Chromium or
 * Chrome; else (no display, or root) the URL is printed. Nothing secret is passed on a command line: the window opens
 * a file that only this user can read, which redirects to the single-use URL.
 */
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openAppWindow } from './lib/app-window.mjs';
import { findChromium } from './lib/browser.mjs';
import { electronBinary, fetchElectron } from './lib/electron.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureBuild, ensureDependencies, fail, findNode, ROOT, runScript, say } from './lib/setup.mjs';
import { hostArguments, START_OPTIONS, START_USAGE } from './lib/start-options.mjs';

const options = readOptions(process.argv.slice(2), START_OPTIONS, START_USAGE);
if (options.port !== undefined && (options.port < 1 || options.port > 65_534))
  fail(`Option --port must be from 1 to 65534.\n${START_USAGE}`);
if (options.host === 'electron' && (options['no-open'] || options.port !== undefined))
  fail(`--no-open and --port belong to the web host.\n${START_USAGE}`);

await ensureDependencies();
await ensureBuild();

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
const isRoot = process.getuid?.() === 0;
const canOpenWindow = hasDisplay && !isRoot;

let child;
let appWindow;
let isStopping = false;
let isRestarting = false;
let wasOpened = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    // Ctrl-C in a terminal reaches the child directly; forward other signals.
    child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    appWindow?.kill();
    if (child === undefined) process.exit(0);
  });
}

if (await chooseElectron()) await runElectron();
else await runWebHost();

async function chooseElectron() {
  if (options.host === 'web' || options['no-open'] || options.port !== undefined || options.dev) return false;
  if (options.host !== 'electron' && !canOpenWindow) return false;
  if (electronBinary() !== undefined || (await fetchElectron())) return true;
  if (options.host === 'electron') fail('Could not download Electron. Run npm start without --host electron to use the web host.');
  say('Electron is not available. Using the web host.');
  return false;
}

async function runElectron() {
  child = spawn(electronBinary(), [ROOT, ...hostArguments(options)], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  process.exitCode = await exitOf(child);
}

async function runWebHost() {
  do {
    isRestarting = false;
    child = spawn(findNode(), [path.join(ROOT, 'out/main/web-host.mjs'), ...hostArguments(options)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = exitOf(child);
    const stopWatching = options.dev ? watchSources(child) : () => {};
    for await (const line of createInterface({ input: child.stdout })) onLine(line);
    const code = await exited;
    stopWatching();
    process.exitCode = isStopping ? 0 : code;
    wasOpened = true;
  } while (isRestarting && !isStopping);
}

function onLine(line) {
  let ready;
  try {
    ready = JSON.parse(line);
  } catch {
    say(line);
    return;
  }
  if (options['no-open']) {
    process.stdout.write(`${line}\n`);
    return;
  }
  // A rebuilt host does not know older windows: print its new URL.
  const browser = canOpenWindow && !wasOpened ? findChromium() : undefined;
  if (browser === undefined) {
    say(`Open this link in a browser on this machine; it works once: ${ready.url}`);
    return;
  }
  showAppWindow(browser, ready);
}

function showAppWindow(browser, ready) {
  appWindow = openAppWindow(browser, ready);
  appWindow.on('error', (error) => say(`Could not open the window (${error.message}). Open this URL instead: ${ready.url}`));
  appWindow.on('exit', () => {
    if (!options.dev) child?.kill('SIGTERM');
  });
}

function exitOf(process_) {
  return new Promise((resolve, reject) => {
    process_.on('error', reject);
    // Ended by a signal: a stop, or a crash.
    process_.on('exit', (code) => resolve(code ?? (isStopping ? 0 : 1)));
  });
}

/** npm run dev: rebuilds when a source changes, and restarts the host if that succeeded. */
function watchSources(host) {
  let timer;
  const watchers = ['shared', 'electron', 'renderer']
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .map((folder) =>
      watch(path.join(ROOT, folder), { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(async () => {
          say('Sources changed. Building again.');
          if ((await runScript('build/build.mjs')) !== 0) return;
          isRestarting = true;
          host.kill('SIGTERM');
        }, 300);
      }),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
