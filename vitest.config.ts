import { defineConfig } from 'vitest/config';

/** Everything but the browser journeys (tests/e2e, Playwright) and the benchmarks. */
export default defineConfig({
  test: {
    include: ['tests/{unit,contract,integration,security,differential,kill}/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make the integration suites wait for each other.
    maxWorkers: 2,
    reporters: ['default'],
  },
});
