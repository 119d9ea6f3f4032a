import { defineConfig } from 'vitest/config';

const PURE = 'tests/unit/{shared,electron}/**/*.test.ts';
/** Replaces a module of Node's own, which others that are loaded already would not see. */
const REPLACING = 'tests/unit/electron/persistence/second-name.test.ts';

/** Everything but the browser journeys (tests/e2e, Playwright) and the benchmarks. */
export default defineConfig({
  test: {
    projects: [
      // Hundreds of small files without documents, which leave nothing behind: a process for each took longer than what is in it.
      { extends: true, test: { name: 'pure', include: [PURE], exclude: [REPLACING], isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['tests/{unit,contract,integration,security,differential,kill}/**/*.test.{ts,tsx}', REPLACING],
          exclude: ['tests/unit/{shared,electron}/**/!(second-name).test.ts'],
        },
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a shared machine a process may stall; a test that needs its second try is named at the end of npm test's output.
    retry: process.env.CI === undefined ? 0 : 1,
    // Two cores: more workers only make the integration suites wait for each other.
    maxWorkers: 2,
    // V8 loses count of its code pages now and then where the processor has protection keys and threads end often, and takes the process
    // with it (`Check failed: jit_page.has_value()`). Tests end more threads in a minute than a user does in a year.
    execArgv: ['--no-memory-protection-keys'],
    reporters: ['default'],
  },
});
