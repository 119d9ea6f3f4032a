import { defineConfig } from 'vitest/config';
import { testsWithoutData } from './build/lib/recorded-data.mjs';

const PURE = ['tests/unit/{shared,electron,builders,build,e2e}/**/*.test.ts', 'tests/unit/*.test.ts', 'tests/unit/renderer/**/*.test.ts'];
/** In a document, on the components of the app. */
const DOCUMENTS = [
  'tests/unit/renderer/**/*.test.tsx',
  'tests/unit/renderer/start/pair-browser.test.ts',
  'tests/security/confirm-by-hand.test.tsx',
];
/** Replace modules, which others that are loaded already would not see. */
const REPLACING = [
  'tests/unit/electron/persistence/second-name.test.ts',
  'tests/unit/renderer/views/actor/streams-panel.test.tsx',
  'tests/unit/renderer/views/miner/state/state-blocks.test.tsx',
];

/** Everything but the browser journeys (tests/e2e, Playwright) and the benchmarks. */
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', ...testsWithoutData()],
    projects: [
      // Hundreds of small files that leave nothing behind: a process for each, and the app's modules anew, took longer than what is in them.
      { extends: true, test: { name: 'pure', include: PURE, exclude: [...REPLACING, ...DOCUMENTS], isolate: false } },
      {
        extends: true,
        test: {
          name: 'documents',
          include: DOCUMENTS,
          exclude: REPLACING,
          isolate: false,
          environment: './tests/builders/shared-document.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/{contract,integration,security,differential,kill}/**/*.test.{ts,tsx}', ...REPLACING],
          exclude: ['tests/security/confirm-by-hand.test.tsx'],
        },
      },
    ],
    // On a shared machine a process may stall; a test that needs its second try is named at the end of npm test's output.
    retry: process.env.CI === undefined ? 0 : 1,
    // Limits against hanging, far above what a test takes on a machine with other work: no test depends on how fast it is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000 } },
    // Two cores: more workers only make the integration suites wait for each other.
    maxWorkers: 2,
    // V8 frees compiled calls from WebAssembly to JavaScript, which all threads of a process share, and at times no longer finds their page
    // (`Check failed: jit_page.has_value()` in `ThreadIsolation::UnregisterWasmAllocation`, below `Runtime_TierUpWasmToJSWrapper`): the process
    // ends with SIGTRAP. Without that tier nothing is freed. Tests end more threads in a minute than a user does in a year.
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    reporters: ['default'],
  },
});
