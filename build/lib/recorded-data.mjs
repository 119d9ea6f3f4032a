/**
 * Which tests need the recorded chain data and official vectors that lie beside the repository, and whether they are there.
 *
 * A test file needs them where it imports their reader, directly or through other files of the tests, or has a path into their folder.
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
/** `it(…)`, `test.each(…)(…)` and the like at the beginning of a line. */
const TEST = /^\s*(?:it|test)(?:\.(?:each|for)\b|\()/gm;

/** Test files that cannot run here. None where the data is there, and none with CI=true, where its absence is a failure. */
export function testsWithoutData() {
  return existsSync(DATA) || process.env.CI === 'true' ? [] : needingData();
}

/** Test files that read the data, from the repository's root. */
export function needingData() {
  const needs = new Map(READERS.map((reader) => [path.join(TESTS, reader), true]));
  return testFiles(TESTS)
    .filter((file) => needsData(file, needs))
    .map((file) => path.relative(ROOT, file).replaceAll(path.sep, '/'));
}

/** How many tests a file declares; one that runs for each row of a table counts once. */
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
  // Files that import each other: what is being looked at does not need anything by itself.
  needs.set(file, false);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(IMPORT)].map(([, target]) => path.join(path.dirname(file), target));
  const isNeeded = PATH.test(text) || imported.some((target) => target.startsWith(TESTS) && existsSync(target) && needsData(target, needs));
  needs.set(file, isNeeded);
  return isNeeded;
}
