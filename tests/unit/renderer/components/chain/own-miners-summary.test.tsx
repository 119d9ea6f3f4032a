import { afterEach, expect, test } from 'vitest';
import { OwnMinersSummary } from '../../../../../renderer/components/chain/OwnMinersSummary.tsx';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test.each([
  [undefined, '12 active sectors'],
  [
    { epochReward: '50000000000000000000', minerPart: '46585000000000000000' },
    '12 active sectors; block reward 10.00FIL per win, miner’s part 9.31FIL',
  ],
  [{ epochReward: '50000000000000000000', minerPart: '50000000000000000000' }, '12 active sectors; block reward 10.00FIL per win'],
  [{ epochReward: '50000000000000000000' }, '12 active sectors; block reward 10.00FIL per win, miner’s part unknown'],
])('the summary of own miners says what a win pays (%o)', async (rewards, words) => {
  rendered = await render(<OwnMinersSummary active={12} rewards={rewards} />);
  expect(rendered.container.textContent?.replace(/\s+/g, ' ')).toBe(words);
});
