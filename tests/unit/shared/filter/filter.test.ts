import { describe, expect, test } from 'vitest';
import { compileFilter, type FilterTests } from '../../../../shared/filter/compile-filter.ts';
import { filterLanguage, parseFilter } from '../../../../shared/filter/filter.ts';

interface Deal {
  readonly id: number;
  readonly label: string;
  readonly client: string;
  readonly state: string;
  readonly sizeBytes: number;
  readonly price: bigint;
  readonly endEpoch: number;
}

const LANGUAGE = filterLanguage([
  { name: 'client', kind: 'pattern', example: 'client:f01000', meaning: 'who pays' },
  { name: 'state', kind: 'choice', example: 'state:active', meaning: 'how it stands', choices: ['active', 'pSet'] },
  { name: 'size', kind: 'size', example: 'size:>=32GiB', meaning: 'size of the piece' },
  { name: 'price', kind: 'number', example: 'price:>0', meaning: 'attoFIL an epoch' },
  { name: 'end', kind: 'epoch', example: 'end:<+30d', meaning: 'when it ends', aliases: ['ends'] },
]);

const HEAD = 1_000_000;
/** 2020-08-24T22:00:00Z, the first epoch of mainnet; 30 seconds each. */
const GENESIS_MS = Date.parse('2020-08-24T22:00:00Z');

const TESTS: FilterTests<Deal> = {
  texts: ({ label, client }) => [label, client],
  wholes: ({ id }) => [id],
  fields: {
    client: { pattern: ({ client }) => client },
    state: { choice: ({ state }) => state },
    size: { number: ({ sizeBytes }) => sizeBytes },
    price: { number: ({ price }) => price },
    end: { number: ({ endEpoch }) => endEpoch },
  },
  epochs: { head: HEAD, at: (timeMs) => (timeMs - GENESIS_MS) / 30_000 },
};

function deal(change: Partial<Deal> = {}): Deal {
  return {
    id: 7,
    label: 'baga6ea',
    client: 'f01000',
    state: 'active',
    sizeBytes: 34_359_738_368,
    price: 3n,
    endEpoch: HEAD + 2880 * 10,
    ...change,
  };
}

function fits(text: string, change: Partial<Deal> = {}): boolean {
  const filter = parseFilter(text, LANGUAGE);
  expect(filter.problems, text).toEqual([]);
  return compileFilter(filter, TESTS)(deal(change));
}

describe('a filter of any rows', () => {
  test.each<[string, Partial<Deal>, boolean]>([
    ['7', {}, true],
    ['7', { id: 77 }, false],
    ['f0100', {}, true],
    ['state:pset', { state: 'pSet' }, true],
    ['state:active', { state: 'pSet' }, false],
    ['size:32GiB', {}, true],
    ['size:>32GB', {}, true],
    ['size:>=1TiB', {}, false],
    ['price:>2', {}, true],
    ['price:3', {}, true],
    // More than a float holds.
    ['price:>1e18', { price: 10n ** 18n + 1n }, true],
    ['price:>1e18', { price: 10n ** 18n }, false],
  ])('%s of %o is %s', (text, change, expected) => {
    expect(fits(text, change)).toBe(expected);
  });

  test.each<[string, number, boolean]>([
    ['end:1028800', HEAD + 28_800, true],
    ['end:>now', HEAD, false],
    ['end:>now', HEAD + 1, true],
    ['end:<+10d', HEAD + 28_800, false],
    ['end:<+10d', HEAD + 28_799, true],
    ['ends:<=10 d', HEAD + 28_800, true],
    ['end:now+1h', HEAD + 120, true],
    ['end:-2h..now', HEAD - 240, true],
    ['end:-2h..now', HEAD - 241, false],
    ['end:1..5', 3, true],
    // 2020-08-26 begins 26 hours after genesis, which is 3,120 epochs, and has 2,880.
    ['end:2020-08-26', 3120, true],
    ['end:2020-08-26', 3119, false],
    ['end:2020-08-26', 5999, true],
    ['end:2020-08-26', 6000, false],
    ['end:>2020-08-26', 5999, false],
    ['end:>2020-08-26', 6000, true],
    ['end:<=2020-08-26', 5999, true],
    ['end:<2020-08-26', 3120, false],
    ['end:>=2020-08-26', 3120, true],
    ['end:2020-08-25..2020-08-26', 5999, true],
    ['end:2020-08-25..2020-08-26', 239, false],
  ])('%s of epoch %i is %s', (text, endEpoch, expected) => {
    expect(fits(text, { endEpoch })).toBe(expected);
  });

  test('an epoch that nobody could mean is told, and matches nothing', () => {
    for (const text of ['end:soon', 'end:2020-13-40', 'end:now+', 'end:5..now', 'end:nowish', 'end:+5x']) {
      const filter = parseFilter(text, LANGUAGE);
      expect(filter.problems, text).toHaveLength(1);
      expect(compileFilter(filter, TESTS)(deal()), text).toBe(false);
    }
  });

  test('two hundred terms are read, and no more: each is looked for in all rows', () => {
    const most = Array.from({ length: 200 }, (_, number) => `-x${number}`).join(' ');
    expect(fits(most)).toBe(true);
    for (const more of [`${most} y`, `${most} (y or z) not a`, 'a '.repeat(2000)]) {
      const { problems, node } = parseFilter(more, LANGUAGE);
      expect(problems).toEqual([{ message: 'The filter has more than 200 terms.', from: expect.any(Number), to: more.length }]);
      expect(JSON.stringify(node).match(/"kind":"text"/g)).toHaveLength(200);
      expect(compileFilter(parseFilter(more, LANGUAGE), TESTS)(deal({ label: 'a' }))).toBe(false);
    }
  });

  test('a date fits nothing where the clock of the chain is not known', () => {
    const filter = parseFilter('end:>2020-01-01', LANGUAGE);
    expect(compileFilter(filter, { ...TESTS, epochs: { head: HEAD, at: () => undefined } })(deal())).toBe(false);
  });

  test('a field without a test, or a test of another kind, is a mistake of ours', () => {
    const filter = parseFilter('state:active', LANGUAGE);
    expect(() => compileFilter(filter, { ...TESTS, fields: {} })).toThrow(/no test for the field state/);
    expect(() => compileFilter(filter, { ...TESTS, fields: { state: { number: () => 1 } } })).toThrow(/state/);
  });
});
