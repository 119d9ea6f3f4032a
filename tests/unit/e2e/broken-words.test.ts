import { expect, test } from 'vitest';
import { brokenWords } from '../../e2e/steps/broken-words.ts';

test.each(['NaN FIL', 'by undefined', 'null of 3', 'Owner [object Object]', 'Invalid Date', 'in Infinity d', 'Deal $'.concat('{dealId}')])(
  'finds what is wrong with “%s”',
  (text) => expect(brokenWords(`Miner f01000, ${text}, as of epoch 7`)).toHaveLength(1),
);

test.each(['2 null rounds before it', 'null round, no block', 'Nullable', 'Banana', 'an undefinedness'])('leaves “%s” alone', (text) =>
  expect(brokenWords(text)).toEqual([]),
);
