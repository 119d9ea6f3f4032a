/**
 * Finds the tests that need the recorded chain data and official vectors beside the repository, and whether these exist.
 *
 * A test file needs them if it imports their reader, directly or via other test files, or contains a path into their folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = path.join(ROOT, 'tests');
const DATA = path.join(ROOT, '../shared/data');
const READERS = ['builders/shared-data.ts', 'fakes/replay-node/recorded-json.ts', 'fakes/replay-node/recorded-chain.ts'];
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
const PATH = /(?:\.\.\/){3,}shared\/data|'\.\.\/shared\/data\//;
/** `it(…)`, `test.each(…)(…)` and similar at the start of a line. */
const TEST = /^\s*(?:it|test)(?:\.(?:each|for)\b|\()/gm;

/** Test files to skip. None if the data exists, and none with CI=true, where its absence is a failure. */
export function testsWithoutData() {
  return existsSync(DATA) || process.env.CI === 'true' ? [] : needingData();
}

/**
 * Test files that read the data, relative to the repository's root.
 * @public a test imports it by path
 */
export function needingData() {
  const needs = new Map(READERS.map((reader) => [path.join(TESTS, reader), true]));
  return testFiles(TESTS)
    .filter((file) => needsData(file, needs))
    .map((file) => path.relative(ROOT, file).replaceAll(path.sep, '/'));
}

/** Number of tests declared in a file; parametrized tests count once. */
export function countTests(file) {
  return readFileSync(path.join(ROOT, file), 'utf8').match(TEST)?.length ?? 0;
}

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(file);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

function needsData(file, needs) {
  const known = needs.get(file);
  if (known !== undefined) return known;
  // Circular imports: a file in progress does not need anything by itself.
  needs.set(file, false);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(IMPORT)].map(([, target]) => path.join(path.dirname(file), target));
  const isNeeded = PATH.test(text) || imported.some((target) => target.startsWith(TESTS) && existsSync(target) && needsData(target, needs));
  needs.set(file, isNeeded);
  return isNeeded;
}
