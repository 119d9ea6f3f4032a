/**
 * npm test: sets everything up on a bare machine, then types, lint, unit, contract, integration, security, differential and e2e.
 * The last line is `N passed, N failed`; the exit code says the same.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureBuild, ensureDependencies, ensureOutsideClients, findNode, ROOT, run, say } from './lib/setup.mjs';
import { verifySides } from './lib/verify-sides.mjs';

const RESULTS = path.join(ROOT, 'test-results');

await ensureDependencies();
await ensureOutsideClients();
const chromium = await ensureTestChromium();
await ensureBuild();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const node = findNode();
const env = {
  ...process.env,
  SEXTANT_CHROMIUM: chromium,
  PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
};
let passed = 0;
let failed = 0;

for (const row of await verifySides()) {
  say(`${row.isPassed ? 'ok  ' : 'FAIL'}  ${row.name}`);
  if (row.isPassed) passed += 1;
  else failed += 1;
}

await suite('unit, contract, integration, security and differential', 'vitest.json', readVitest, (output) => [
  path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
]);
await suite('e2e', 'playwright.json', readPlaywright, () => [path.join(ROOT, 'node_modules/playwright/cli.js'), 'test']);

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one runner and adds what its report counts. A runner that dies without a report, or ran nothing, is a failure. */
async function suite(name, reportName, read, argumentsFor) {
  say(`\n== ${name}`);
  const report = path.join(RESULTS, reportName);
  const code = await run(node, argumentsFor(report), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  // Skipped tests prove nothing: they count as failed, and so does a non-zero exit that no single test explains.
  const isUnexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  passed += counts.passed;
  failed += counts.failed + (isUnexplained ? 1 : 0);
  say(`== ${name}: ${counts.passed} passed, ${counts.failed} failed${isUnexplained ? ', and the runner itself failed' : ''}`);
}

function readVitest(report) {
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests };
}

function readPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (flaky > 0) say(`== e2e: ${flaky} passed only on a second try; they are listed above as flaky`);
  return { passed: expected + flaky, failed: unexpected + skipped };
}
