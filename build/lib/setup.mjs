/**
 * Setup for all npm scripts on a bare machine: the locked dependencies and Node 24.
 * Plain JavaScript with built-in modules only, because it runs on the system's Node (20 or newer) before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalledAsLocked } from './is-installed-as-locked.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const MODULES = path.join(ROOT, 'node_modules');
/** A separate package: nothing that Sextant is built or packaged from imports it. */
const OUTSIDE_CLIENTS = path.join(ROOT, 'tests/clients');

/** Progress goes to standard error; standard output is reserved for the scripts' JSON line. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Exit with an error message. */
export function fail(text) {
  say(text);
  process.exit(1);
}

/** Run a program; resolves with its exit code. Output goes to standard error by default. */
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

/** Rerun the script on the locked Node, for scripts that need more than Node 20. */
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

/** npm's program, as npm passes it to scripts; otherwise the command name. */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) {
    // npm itself must not run on the Node that it is about to replace
    const node = process.execPath.startsWith(MODULES) ? (process.env.NODE ?? process.env.npm_node_execpath ?? 'node') : process.execPath;
    return [node.startsWith(MODULES) ? process.execPath : node, [script, ...args]];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** Install the locked dependencies if they are missing or do not match the lock file. */
export async function ensureDependencies() {
  // Windows cannot replace a running program: update an existing folder in place.
  const isInPlace = process.platform === 'win32' && process.execPath.startsWith(MODULES);
  await ensureInstalled(ROOT, 'dependencies', [isInPlace ? 'install' : 'ci']);
}

/**
 * Install the third-party clients that tests and benchmarks compare with, in the same way. Their install scripts build unused
 * native add-ons and are not run.
 */
export async function ensureOutsideClients() {
  await ensureInstalled(OUTSIDE_CLIENTS, 'outside clients', ['ci', '--ignore-scripts']);
}

async function ensureInstalled(folder, what, command) {
  const modules = path.join(folder, 'node_modules');
  const stamp = path.join(modules, '.sextant-lock');
  const digest = lockDigest(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // Installed by npm ci, which writes no stamp.
  if (isInstalledAsLocked(folder)) {
    writeFileSync(stamp, digest);
    return;
  }
  say(existsSync(modules) ? `The ${what} are stale: installing the locked ones.` : `Installing the locked ${what}.`);
  const [program, args] = npmCommand([...command, '--no-audit', '--no-fund', '--loglevel=error']);
  const code = await run(program, args, { cwd: folder }).catch((error) => fail(`Could not start npm: ${error.message}`));
  if (code !== 0) fail(`npm could not install the ${what}. Check the network or the npm registry setting, then run the command again.`);
  writeFileSync(stamp, digest);
}

/** The Node that runs Sextant: the locked Node 24 if available for the platform, else the user's own from 22.15 on. */
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

/** Run one of our scripts on Sextant's Node; resolves with its exit code. */
export function runScript(script, args = [], options = {}) {
  return run(findNode(), [path.join(ROOT, script), ...args], options);
}

/** Build outdated targets. */
export async function ensureBuild() {
  const code = await runScript('build/build.mjs');
  if (code !== 0) fail('The build failed; the reason is above.');
}
