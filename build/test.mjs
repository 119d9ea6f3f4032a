/**
 * npm test: sets everything up on a bare machine, then types, lint, unit, contract, integration, security, differential and e2e.
 * The last line is `N passed, N failed`; the exit code says the same.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureTestPostgres } from './lib/postgres.mjs';
import { ensureBuild, ensureDependencies, ensureOutsideClients, findNode, ROOT, run, say } from './lib/setup.mjs';
import { verifySides } from './lib/verify-sides.mjs';

const RESULTS = path.join(ROOT, 'test-results');

await ensureDependencies();
await ensureOutsideClients();
const chromium = await ensureTestChromium();
const postgres = await ensureTestPostgres();
await ensureBuild();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const node = findNode();
const env = {
  ...process.env,
  SEXTANT_CHROMIUM: chromium,
  SEXTANT_POSTGRES: postgres,
  PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
};
let passed = 0;
let failed = 0;
/** Named once more below everything else, where a reader of a long log looks first. */
const remarks = [];

for (const row of await verifySides()) {
  say(`${row.isPassed ? 'ok  ' : 'FAIL'}  ${row.name}`);
  if (row.isPassed) passed += 1;
  else {
    failed += 1;
    remarks.push(`FAILED  ${row.name}`);
  }
}

await suite('unit, contract, integration, security and differential', 'vitest.json', readVitest, (output) => [
  path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
]);
await suite('e2e', 'playwright.json', readPlaywright, () => [path.join(ROOT, 'node_modules/playwright/cli.js'), 'test']);

for (const remark of remarks) say(remark);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one runner and adds what its report counts. A runner that dies without a report, or ran nothing, is a failure. */
async function suite(name, reportName, read, argumentsFor) {
  say(`\n== ${name}`);
  const report = path.join(RESULTS, reportName);
  const code = await run(node, argumentsFor(report), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, remarks: [] };
  // Skipped tests prove nothing: they count as failed, and so does a non-zero exit that no single test explains.
  const isUnexplained = (code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  remarks.push(...counts.remarks);
  if (isUnexplained) remarks.push(`FAILED  ${name}: the runner itself`);
  passed += counts.passed;
  failed += counts.failed + (isUnexplained ? 1 : 0);
  say(`== ${name}: ${counts.passed} passed, ${counts.failed} failed${isUnexplained ? ', and the runner itself failed' : ''}`);
}

function readVitest(report) {
  const remarks = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.flatMap((test) => {
      if (test.status !== 'passed') return [`FAILED  ${nameOf(file)} › ${test.fullName} (${test.status})`];
      return test.failureMessages.length > 0 ? [`passed on a second try  ${nameOf(file)} › ${test.fullName}`] : [];
    });
    return file.status === 'passed' || tests.length > 0 ? tests : [`FAILED  ${nameOf(file)}: the file itself`];
  });
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests, remarks };
}

function nameOf(file) {
  return path.relative(ROOT, file.name);
}

function readPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const remarks = specsOf(report.suites).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status !== 'expected')
      .map(
        (test) => `${test.status === 'flaky' ? 'passed on a second try' : 'FAILED'}  ${spec.file} [${test.projectName}] › ${spec.title}`,
      ),
  );
  return { passed: expected + flaky, failed: unexpected + skipped, remarks };
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);
}
