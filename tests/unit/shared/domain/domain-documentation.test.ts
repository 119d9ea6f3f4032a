import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = `${ROOT}shared/domain/`;
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();

/** The exports of a source text that have no TSDoc comment directly before them, as `line: text`. */
function undocumentedExports(source: string): string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => (line.startsWith('export ') && !endsTsDoc(lines, index - 1) ? [`${index + 1}: ${line}`] : []));
}

/** Whether a comment that begins with two stars, and says something, ends on this line. */
function endsTsDoc(lines: readonly string[], end: number): boolean {
  if (!lines[end]?.trimEnd().endsWith('*/')) return false;
  let start = end;
  while (start > 0 && !lines[start]?.includes('/*')) start -= 1;
  const comment = lines.slice(start, end + 1).join(' ');
  return comment.startsWith('/**') && /\p{L}/u.test(comment);
}

it('finds exports without TSDoc', () => {
  const source = [
    '/** Says what it is. */',
    'export const documented = 1;',
    'export const bare = 2;',
    '/** Too far away. */',
    '',
    'export function distant(): void {}',
    '// a plain comment',
    'export interface Plain {}',
    '/* one star */',
    'export type Starred = string;',
    '/** */',
    'export class Empty {}',
    '/**',
    ' * Several lines.',
    ' */',
    'export async function long(): Promise<void> {}',
  ].join('\n');
  expect(undocumentedExports(source)).toEqual([
    '3: export const bare = 2;',
    '6: export function distant(): void {}',
    '8: export interface Plain {}',
    '10: export type Starred = string;',
    '12: export class Empty {}',
  ]);
});

it('every export of the domain has a TSDoc comment directly before it', () => {
  const offenders = files.flatMap((file) => undocumentedExports(readFileSync(FOLDER + file, 'utf8')).map((line) => `${file}:${line}`));
  expect(offenders).toEqual([]);
});

it('docs/domain.md names every file of the domain exactly once', () => {
  const page = readFileSync(`${ROOT}docs/domain.md`, 'utf8');
  const named = [...page.matchAll(/`((?:[a-z0-9-]+\/)*[a-z0-9-]+\.ts)`/g)].map(([, name]) => name).sort();
  expect(named).toEqual(files);
});
