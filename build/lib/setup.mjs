/**
 * What every npm script needs before it can do its work on a bare machine: the locked dependencies and a Node 24.
 * Plain JavaScript with Node's own modules only, because it runs on the system's Node (20 or newer) before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalledAsLocked } from './is-installed-as-locked.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const MODULES = path.join(ROOT, 'node_modules');
/** A workspace of its own: nothing that Sextant is built or packaged from can reach into it. */
const OUTSIDE_CLIENTS = path.join(ROOT, 'tests/clients');

/** Progress goes to standard error: standard output belongs to the one JSON line that scripts print. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Ends the process with a sentence a user can act on. */
export function fail(text) {
  say(text);
  process.exit(1);
}

/** Runs a program to its end; resolves with its exit code. Output goes to standard error unless `stdio` says otherwise. */
export function run(program, args, { cwd = ROOT, env = process.env, stdio = ['ignore', 2, 2], timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill(), timeoutMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
}

/** For scripts that need more than Node 20 has once the dependencies are there: the same script again, on the locked Node. */
export async function restartOnOlderNode(script) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) process.exit(await runScript(script, process.argv.slice(2)));
}

function lockDigest(folder) {
  return createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
}

/** Path of npm's own program, as npm tells its scripts; the command name otherwise. */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) {
    // npm itself must not run on the Node that it is about to replace
    const node = process.execPath.startsWith(MODULES) ? (process.env.NODE ?? process.env.npm_node_execpath ?? 'node') : process.execPath;
    return [node.startsWith(MODULES) ? process.execPath : node, [script, ...args]];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** Installs the locked dependencies when they are missing or belong to another lock file. */
export async function ensureDependencies() {
  // Windows cannot replace a program that runs: there an existing folder is brought up to date instead of made anew.
  const isInPlace = process.platform === 'win32' && process.execPath.startsWith(MODULES);
  await ensureInstalled(ROOT, 'dependencies', [isInPlace ? 'install' : 'ci']);
}

/**
 * Installs the other programs' clients that tests and benchmarks compare ours with, in the same way. Their install scripts
 * build native add-ons, which nothing here uses: they do not run.
 */
export async function ensureOutsideClients() {
  await ensureInstalled(OUTSIDE_CLIENTS, 'outside clients', ['ci', '--ignore-scripts']);
}

async function ensureInstalled(folder, what, command) {
  const modules = path.join(folder, 'node_modules');
  const stamp = path.join(modules, '.sextant-lock');
  const digest = lockDigest(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // Somebody ran npm ci, which knows no stamp.
  if (isInstalledAsLocked(folder)) {
    writeFileSync(stamp, digest);
    return;
  }
  say(existsSync(modules) ? `The ${what} are stale: installing the locked ones.` : `Installing the locked ${what}.`);
  const [program, args] = npmCommand([...command, '--no-audit', '--no-fund', '--loglevel=error']);
  const code = await run(program, args, { cwd: folder }).catch((error) => fail(`npm could not be started: ${error.message}`));
  if (code !== 0) fail(`npm could not install the ${what}. Check the network or the npm registry setting, then run the command again.`);
  writeFileSync(stamp, digest);
}

/** The Node that runs Sextant: the locked Node 24 where a package of it exists, the user's own from 22.15 elsewhere. */
export function findNode() {
  const name = process.platform === 'win32' ? 'win' : process.platform;
  const bundled = path.join(MODULES, `node-${name}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) return process.execPath;
  return fail(
    `Sextant needs Node 22.15 or newer on this platform; this is ${process.versions.node}. Install a newer Node and run the command again.`,
  );
}

/** Runs one of our own scripts on the Node that Sextant runs on; resolves with its exit code. */
export function runScript(script, args = [], options = {}) {
  return run(findNode(), [path.join(ROOT, script), ...args], options);
}

/** Builds what is out of date. */
export async function ensureBuild() {
  const code = await runScript('build/build.mjs');
  if (code !== 0) fail('The build failed; the reason is above.');
}
