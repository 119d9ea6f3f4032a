import { expect, test } from 'vitest';
import { epochAsked } from '../../../../../renderer/views/tipset/epoch-asked.ts';

/** Mainnet: 1598306400, every 30 s. */
const clock = { genesisTimeMs: 1_598_306_400_000, blockDelaySeconds: 30 };

test.each([
  ['2907480', 2_907_480],
  ['2,907,480', 2_907_480],
  [' 0 ', 0],
  ['-120', 880],
  ['+5', 1005],
  ['-5000', 0],
  // Block 2907480 of mainnet has the time 1685530800.
  ['2023-05-31 11:00', 2_907_480],
  ['2023-05-31T11:00:29Z', 2_907_480],
  ['2023-05-31 11:00:30 UTC', 2_907_481],
  ['2023-05-31', 2_906_160],
])('%s is epoch %i', (text, epoch) => {
  expect(epochAsked(text, 1000, clock)).toBe(epoch);
});

test.each(['', 'soon', '1,2', '2020-08-24', '2023-13-40', '12.5', 'bafy2bz', '1e9'])('"%s" is none', (text) => {
  expect(epochAsked(text, 1000, clock)).toBeUndefined();
});

test('a date is none while the clock of the chain is not known', () => {
  expect(epochAsked('2023-05-31', 1000, undefined)).toBeUndefined();
  expect(epochAsked('12', 1000, undefined)).toBe(12);
});
