/**
 * npm run build: builds the bundles for the browser and Electron, if their sources changed.
 *
 * Each target is built into a temporary folder and then renamed, so that interrupted or concurrent builds leave no mixed output.
 * `--force` builds unchanged targets too; target names build only these.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies, fail, ROOT, restartOnOlderNode, say } from './lib/setup.mjs';

const OUT = path.join(ROOT, 'out');
const STAMPS = path.join(OUT, '.stamps');

const TARGETS = [
  { name: 'renderer', sources: ['renderer', 'shared'], products: ['index.html', 'approve.html', 'start.html'] },
  {
    name: 'main',
    config: 'privileged',
    sources: ['electron', 'shared'],
    products: ['main.mjs', 'web-host.mjs', 'devnet.mjs', 'devnet-worker.mjs', 'signer-worker.mjs', 'body-worker.mjs'],
  },
  { name: 'preload', sources: ['electron/preload.ts', 'shared/ipc'], products: ['preload.cjs'] },
];

await ensureDependencies();
await restartOnOlderNode('build/build.mjs');
const isForced = process.argv.includes('--force');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const stale = TARGETS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map((target) => ({ ...target, digest: digestOf(target) }))
  .filter((target) => isForced || !isFresh(target));
if (stale.length > 0) {
  const { build } = await import('vite');
  for (const target of stale) {
    try {
      await buildTarget(build, target);
    } catch (error) {
      fail(`Building ${target.name} failed: ${error.message}`);
    }
  }
}

async function buildTarget(build, { name, config = name, digest }) {
  const startedMs = Date.now();
  const { default: configFor } = await import(`./vite.${config}.mjs`);
  const fresh = path.join(OUT, `.new-${name}-${process.pid}`);
  const old = path.join(OUT, `.old-${name}-${process.pid}`);
  try {
    await build(configFor(fresh));
    const final = path.join(OUT, name);
    if (existsSync(final)) renameSync(final, old);
    renameSync(fresh, final);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(path.join(STAMPS, name), digest);
  say(`Built ${name} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
}

function isFresh({ name, products, digest }) {
  const stamp = path.join(STAMPS, name);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) return false;
  return products.every((product) => existsSync(path.join(OUT, name, product)));
}

/** Digest of the names and contents of a target's sources, independent of modification times. */
function digestOf({ name, config = name, sources }) {
  const hash = createHash('sha256');
  const inputs = [...sources, `build/vite.${config}.mjs`, 'build/build.mjs', 'build/lib/zod-without-eval.mjs', 'package-lock.json'];
  for (const file of inputs.flatMap(filesBelow))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(source) {
  const full = path.join(ROOT, source);
  if (!existsSync(full)) return [];
  if (path.extname(source) !== '') return [source];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}
