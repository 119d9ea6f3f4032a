/**
 * npm test: sets up a bare machine, then runs types, lint, unit, contract, integration, security, differential and e2e tests.
 * The last line is `N passed, N failed`, followed by `N skipped` if the recorded data is missing; the exit code matches.
 *
 * `-- PATTERN…` only runs test files whose path contains one of the patterns. `--unit` runs the unit tests, `--full` also exhaustive
 * repetitions: every spec on both hosts, the crawl on other chains, all cases of every comparison.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureTestPostgres } from './lib/postgres.mjs';
import { countTests, testsWithoutData } from './lib/recorded-data.mjs';
import { ensureBuild, ensureDependencies, ensureOutsideClients, findNode, ROOT, run, say } from './lib/setup.mjs';
import { verifySides } from './lib/verify-sides.mjs';

const RESULTS = path.join(ROOT, 'test-results');
const args = process.argv.slice(2);
const isUnit = args.includes('--unit');
const patterns = [...(isUnit ? ['tests/unit/'] : []), ...args.filter((arg) => !arg.startsWith('--'))];

await ensureDependencies();
await ensureOutsideClients();
const chromium = isUnit ? undefined : await ensureTestChromium();
const postgres = isUnit ? undefined : await ensureTestPostgres();
if (!isUnit) await ensureBuild();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const node = findNode();
const env = {
  ...process.env,
  ...(isUnit ? {} : { SEXTANT_CHROMIUM: chromium, SEXTANT_POSTGRES: postgres }),
  ...(args.includes('--full') ? { SEXTANT_TESTS: 'full' } : {}),
  PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
};
let passed = 0;
let failed = 0;
/** Repeated at the end, where a reader of a long log looks first. */
const remarks = [];

if (patterns.length === 0) {
  for (const row of await verifySides()) {
    say(`${row.isPassed ? 'ok  ' : 'FAIL'}  ${row.name}`);
    if (row.isPassed) passed += 1;
    else {
      failed += 1;
      remarks.push(`FAILED  ${row.name}`);
    }
  }
}

await suite('unit, contract, integration, security and differential', 'vitest.json', readVitest, (output) => [
  path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--passWithNoTests',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${output}`,
  ...patterns,
]);
if (!isUnit) {
  await suite('e2e', 'playwright.json', readPlaywright, () => [
    path.join(ROOT, 'node_modules/playwright/cli.js'),
    'test',
    '--pass-with-no-tests',
    ...patterns,
  ]);
}
if (passed + failed === 0) remarks.push(`No test file has one of these in its path: ${patterns.join(' ')}`);

const withoutData = testsWithoutData().filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));
const skipped = withoutData.reduce((sum, file) => sum + countTests(file), 0);
if (skipped > 0) {
  remarks.push(
    `Without the recorded data (../shared/data) ${withoutData.length} test files were left out: they compare the domain with official vectors, and screens and services with real chain data.`,
  );
}
for (const remark of remarks) say(remark);
process.stdout.write(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Run a test runner and add its counts. A runner without a report or without tests is a failure. */
async function suite(name, reportName, read, argumentsFor) {
  say(`\n== ${name}`);
  const report = path.join(RESULTS, reportName);
  const code = await run(node, argumentsFor(report), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, remarks: [] };
  // Skipped tests count as failed, and so does a non-zero exit without a failed test.
  const isUnexplained = (code !== 0 && counts.failed === 0) || (patterns.length === 0 && counts.passed + counts.failed === 0);
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
      .filter(({ status }) => status !== 'expected')
      .map(
        (test) => `${test.status === 'flaky' ? 'passed on a second try' : 'FAILED'}  ${spec.file} [${test.projectName}] › ${spec.title}`,
      ),
  );
  return { passed: expected + flaky, failed: unexpected + skipped, remarks };
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);
}
