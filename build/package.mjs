/**
 * npm run package: builds all installers that this platform supports, and reports failures.
 *
 * Options: --dir (only the unpacked application), --electron-dist DIR (an existing runtime), --output DIR,
 * --platform P (target platform).
 */
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { electronBinary, fetchElectron } from './lib/electron.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureBuild, ensureDependencies, fail, findNode, ROOT, run, say } from './lib/setup.mjs';

const USAGE = 'Usage: npm run package -- [--dir] [--electron-dist DIR] [--output DIR] [--platform linux|darwin|win32]';
const TARGETS = { linux: ['tar.gz', 'deb', 'AppImage', 'rpm'], darwin: ['dmg', 'zip'], win32: ['nsis', 'zip'] };
const PLATFORM_FLAGS = { linux: '--linux', darwin: '--mac', win32: '--win' };
const TARGET_TIMEOUT_MS = 15 * 60_000;

const options = readOptions(
  process.argv.slice(2),
  { dir: 'switch', 'electron-dist': 'text', output: 'text', platform: Object.keys(TARGETS) },
  USAGE,
);
await ensureDependencies();
await ensureBuild();

const platform = options.platform ?? process.platform;
const flag = PLATFORM_FLAGS[platform];
if (flag === undefined) fail(`There is no Electron for ${platform}.`);
if (options['electron-dist'] === undefined && electronBinary() === undefined && !(await fetchElectron())) {
  fail(
    "Could not package: Electron's runtime is missing and could not be downloaded. Run the command again with network access, or use --electron-dist DIR.",
  );
}

/** Installed replacements for tools that electron-builder would download. */
async function localTools() {
  if (process.platform !== 'linux') return {};
  const { path7za } = await import('7zip-bin');
  chmodSync(path7za, 0o755);
  const hasDpkg = existsSync('/usr/bin/dpkg-deb');
  return { ELECTRON_BUILDER_7ZIP_PATH: path7za, ...(hasDpkg ? { CUSTOM_FPM_PATH: path.join(ROOT, 'build/lib/fpm-dpkg.mjs') } : {}) };
}

const env = {
  ...process.env,
  ...(await localTools()),
  // Our replacement for fpm is a Node script and must find this Node.
  PATH: `${path.dirname(findNode())}${path.delimiter}${process.env.PATH ?? ''}`,
  CSC_IDENTITY_AUTO_DISCOVERY: process.env.CSC_LINK === undefined ? 'false' : 'true',
  ...(options.output === undefined ? {} : { SEXTANT_PACKAGE_OUTPUT: path.resolve(options.output) }),
  SEXTANT_ELECTRON_DIST:
    options['electron-dist'] === undefined ? path.join(ROOT, 'node_modules/electron/dist') : path.resolve(options['electron-dist']),
};
const targets = options.dir ? ['dir'] : (TARGETS[platform] ?? []);
const failures = [];
for (const target of targets) {
  say(`Building ${target}.`);
  const args = [
    'node_modules/electron-builder/cli.js',
    flag,
    target,
    '--config',
    'build/electron-builder.config.mjs',
    '--publish',
    'never',
  ];
  const code = await run(findNode(), args, { env, timeoutMs: TARGET_TIMEOUT_MS }).catch(() => 1);
  if (code !== 0) failures.push(target);
}
for (const target of targets)
  say(
    `${failures.includes(target) ? 'not built' : 'built    '}  ${target}${failures.includes(target) ? ': its tools are not available; see above' : ''}`,
  );
process.exitCode = failures.length === targets.length ? 1 : 0;
