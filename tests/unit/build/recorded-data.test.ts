import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

interface RecordedData {
  testsWithoutData(): string[];
  needingData(): string[];
  countTests(file: string): number;
}

const ROOT = join(import.meta.dirname, '../../..');
const { countTests, needingData, testsWithoutData } = (await import(join(ROOT, 'build/lib/recorded-data.mjs'))) as RecordedData;

afterEach(() => {
  vi.unstubAllEnvs();
});

it('finds the tests that read recorded data, directly or through another file', () => {
  const files = needingData();
  expect(files).toContain('tests/unit/shared/domain/addresses/address.test.ts');
  expect(files).toContain('tests/e2e/replay.spec.ts');
  expect(files).toContain('tests/unit/electron/devnet/rewards/streams.test.ts');
  expect(files).not.toContain('tests/unit/build/recorded-data.test.ts');
  expect(files).not.toContain('tests/unit/import-graph.test.ts');
  for (const file of files) expect(countTests(file), file).toBeGreaterThan(0);
});

it('leaves none out where a missing folder is a failure', () => {
  vi.stubEnv('CI', 'true');
  expect(testsWithoutData()).toEqual([]);
});

it('leaves out exactly these where the folder is missing', () => {
  vi.stubEnv('CI', '');
  expect(testsWithoutData()).toEqual(existsSync(join(ROOT, '../shared/data')) ? [] : needingData());
});
