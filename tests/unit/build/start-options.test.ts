/** What README promises of npm start is taken, and handed on to a host that takes it too. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readHostOptions } from '../../../electron/platform/host-options.ts';

type Options = Readonly<Record<string, string | number | boolean>>;

interface StartOptions {
  START_OPTIONS: Record<string, string | readonly string[]>;
  START_USAGE: string;
  hostArguments(options: Options): string[];
}
interface Reader {
  readOptions(args: readonly string[], table: StartOptions['START_OPTIONS'], usage: string): Options;
}

const load = (name: string) => import(/* @vite-ignore */ new URL(`../../../build/lib/${name}`, import.meta.url).href);
const { START_OPTIONS, START_USAGE, hostArguments }: StartOptions = await load('start-options.mjs');
const { readOptions }: Reader = await load('options.mjs');

/** Each `--name value` in the first column of the table of options. */
function promised(): { readonly name: string; readonly value: string | undefined }[] {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8');
  const table = /\| after `npm start --` \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? '';
  return table
    .split('\n')
    .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`--([a-z-]+)(?: (\S+))?`/g)])
    .map(([, name = '', value]) => ({ name, value }));
}

const isOfHost = (name: string): boolean => !['host', 'no-open'].includes(name);

test.each(promised())('--$name $value', ({ name, value }) => {
  const example = value === undefined ? [] : [value === 'N' ? '500' : value];
  const options = readOptions([`--${name}`, ...example], START_OPTIONS, START_USAGE);
  expect(START_USAGE).toContain(`--${name}`);
  const args = hostArguments(options);
  const length = value === undefined ? 1 : 2;
  expect(args).toHaveLength(isOfHost(name) ? length : 0);
  readHostOptions(args, true);
});

test('the table of README names every option but that of npm run dev', () => {
  const names = new Set(promised().map(({ name }) => name));
  expect([...names].toSorted()).toEqual(
    Object.keys(START_OPTIONS)
      .filter((name) => name !== 'dev')
      .toSorted(),
  );
});

test('the large miner reaches the host', () => {
  const options = readOptions(['--large-miner', '500'], START_OPTIONS, START_USAGE);
  expect(readHostOptions(hostArguments(options), true).largeMinerSectors).toBe(500);
});
