/**
 * The packed application: built with a placeholder for Electron's runtime, its files listed, its fuses read, and the main
 * module taken out of its archive started under the stand-in.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { makePlaceholderRuntime } from '../builders/placeholder-runtime.ts';
import { expect, test } from './fixture.ts';
import { endProcess } from './hosts/host-process.ts';
import { startStandin } from './hosts/standin.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ELECTRON_VERSION: string = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).devDependencies.electron;

let folder = '';
let unpacked = '';

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-package-'));
  const runtime = path.join(folder, 'runtime');
  const output = path.join(folder, 'output');
  makePlaceholderRuntime(runtime, ELECTRON_VERSION);
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'build/package.mjs'), '--dir', '--platform', 'linux', '--electron-dist', runtime, '--output', output],
    {
      cwd: ROOT,
      stdio: 'pipe',
    },
  );
  unpacked = path.join(output, 'linux-unpacked');
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the archive holds the bundles and nothing else', () => {
  const files = listPackage(path.join(unpacked, 'resources/app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  for (const needed of [
    '/package.json',
    '/out/main/main.mjs',
    '/out/main/signer-worker.mjs',
    '/out/main/body-worker.mjs',
    '/out/main/devnet-worker.mjs',
    '/out/main/dataset-worker.mjs',
    '/out/main/market-reader-worker.mjs',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
    '/out/renderer/approve.html',
    '/out/renderer/start.html',
  ]) {
    expect(files).toContain(needed);
  }
  // Of node_modules only DuckDB, whose native library is unpacked.
  const isOurs = /^\/(package\.json|out(\/(main|preload|renderer)(\/.*)?)?|node_modules(\/(@duckdb|detect-libc)(\/.*)?)?)$/;
  expect(files.filter((file) => !isOurs.test(file))).toEqual([]);
  expect(files.filter((file) => /\.(map|ts|tsx)$|\/tests?\//.test(file))).toEqual([]);
  expect(files).toContain('/node_modules/@duckdb/node-api/package.json');
});

test('the fuses are set', async () => {
  const wire = await getCurrentFuseWire(path.join(unpacked, 'sextant'));
  expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
  expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(FuseState.DISABLE);
  expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(FuseState.DISABLE);
  expect(wire[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(FuseState.DISABLE);
  expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
  expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
  expect(wire[FuseV1Options.EnableCookieEncryption]).toBe(FuseState.ENABLE);
});

test('the main module from the archive starts and shows the chain', async ({ testBrowser }) => {
  const application = path.join(folder, 'application');
  extractAll(path.join(unpacked, 'resources/app.asar'), application);
  const { main }: { main: string } = JSON.parse(readFileSync(path.join(application, 'package.json'), 'utf8'));
  const opened = testBrowser.context.waitForEvent('page');
  const standin = startStandin(
    testBrowser.cdpUrl,
    ['--profile', path.join(folder, 'profile'), '--block-time-ms', '500', '--large-miner', '0'],
    {},
    path.join(application, main),
  );
  try {
    const page = await opened;
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Network, node and wallet' })
        .getByText(/^\d[\d,]*$/)
        .first(),
    ).toBeVisible();
  } finally {
    await endProcess(standin.child, 'SIGTERM');
  }
});
