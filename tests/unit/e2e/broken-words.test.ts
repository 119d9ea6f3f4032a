import { expect, test } from 'vitest';
import { brokenWords } from '../../e2e/steps/broken-words.ts';

test.each([
  'NaN FIL',
  'by undefined',
  'null of 3',
  'Owner [object Object]',
  'Invalid Date',
  'in Infinity d',
  'Deal $'.concat('{dealId}'),
  '-0 FIL',
  '\u22120.000 FIL',
])('finds what is wrong with “%s”', (text) => expect(brokenWords(`Miner f01000, ${text}, as of epoch 7`)).toHaveLength(1));

test.each([
  '2 null rounds before it',
  'null round, no block',
  'Nullable',
  'Banana',
  'an undefinedness',
  '2026-01-01',
  '0-0',
  '-0.004 FIL',
  'UTC-0',
  'f0-0',
  '\u22120.5 h',
  'exit -05',
])('leaves “%s” alone', (text) => expect(brokenWords(text)).toEqual([]));
