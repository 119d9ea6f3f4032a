import { defineConfig } from 'playwright/test';
import { testsWithoutData } from './build/lib/recorded-data.mjs';

const IS_FULL = process.env.SEXTANT_TESTS === 'full';

/** The crawl again on other chains: with `npm run test:full` only. */
const REPEATS = IS_FULL ? [] : ['**/web/crawler-{recorded,versions}.spec.ts'];

/**
 * Specs of single screens, and of what services make of nodes: documents and services are the same on both hosts. These run once, and with
 * `npm run test:full` on both. Journeys, whatever opens windows, keeps secrets or starts anew, and whatever else crosses from the documents to
 * the host, always run on both.
 */
const SCREENS = [
  '**/{actors,addresses,chain,compose,console,deals,decoded,everywhere,faults,hosted,inspector,journal,messages}.spec.ts',
  '**/{miner,overview,provenance,providers,replay*,sealing,state-read,v2-api}.spec.ts',
];

const WITHOUT_DATA = testsWithoutData().map((file) => `**/${file}`);

/** The journeys, once on each host; specs do not know which one runs. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Each spec runs a whole Sextant with its own chain and waits for it much of the time: two cores carry two.
  workers: 2,
  fullyParallel: false,
  // On a shared machine a browser may stall; a spec that needs its second try is named in the output of npm test.
  retries: process.env.CI === undefined ? 0 : 1,
  // Limits against hanging, far above what a spec takes on a machine with other work: no spec depends on how fast it is.
  timeout: 900_000,
  expect: { timeout: 100_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [['line']] : [['line'], ['json']],
  outputDir: 'test-results/e2e',
  use: { viewport: { width: 1440, height: 900 }, screenshot: 'only-on-failure', video: 'off', trace: 'off' },
  projects: [
    // What only Electron has is asked of Electron's main alone.
    { name: 'web', metadata: { host: 'web' }, testIgnore: ['**/electron/**', '**/package.spec.ts', ...REPEATS, ...WITHOUT_DATA] },
    // And what only the web host has, of the web host.
    {
      name: 'standin',
      metadata: { host: 'standin' },
      testIgnore: ['**/web/**', '**/package.spec.ts', ...(IS_FULL ? [] : SCREENS), ...WITHOUT_DATA],
    },
    { name: 'package', metadata: { host: 'standin' }, testMatch: '**/package.spec.ts' },
  ],
});
