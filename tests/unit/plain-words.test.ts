import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GLOSSARY = 'docs/glossary.md';

/** The right column of the glossary's second table. */
function phrasesToAvoid(): string[] {
  const [, table = ''] = readFileSync(path.join(ROOT, GLOSSARY), 'utf8').split('## Phrases to avoid');
  return [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  );
}

it('no sentence of the product or its documents has a phrase that the glossary avoids', () => {
  const phrases = phrasesToAvoid();
  expect(phrases.length).toBeGreaterThan(20);
  const files = globSync('{renderer,shared,electron,docs}/**/*.{ts,tsx,md}', { cwd: ROOT }).filter((file) => file !== GLOSSARY);
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return phrases.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
  });
  expect(found).toEqual([]);
});
