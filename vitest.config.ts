import { defineConfig } from 'vitest/config';

/** Everything but the browser journeys (tests/e2e, Playwright) and the benchmarks. */
export default defineConfig({
  test: {
    include: ['tests/{unit,contract,integration,security,differential,kill}/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the integration suites wait for each other.
    maxWorkers: 2,
    // V8 loses count of its code pages now and then where the processor has protection keys and threads end often, and takes the process
    // with it (`Check failed: jit_page.has_value()`). Tests end more threads in a minute than a user does in a year.
    execArgv: ['--no-memory-protection-keys'],
    reporters: ['default'],
  },
});
