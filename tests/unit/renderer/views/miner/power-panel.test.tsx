import { afterEach, expect, test } from 'vitest';
import { PowerPanel } from '../../../../../renderer/views/miner/PowerPanel.tsx';
import type { OwnMinersKnown } from '../../../../../shared/ipc/schemas/own-miners.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const POWER = {
  value: { rawBytes: '1000', qualityAdjusted: '1000', networkRawBytes: '100000', networkQualityAdjusted: '100000', hasMinimumPower: true },
  calls: [],
};

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test.each([
  [false, true],
  [true, false],
])('recent wins are shown at the head, not for an earlier epoch (past: %s)', async (isPast, isSaid) => {
  const known = { miners: { value: [{ address: 'f01000', wins: { count: 94, seenEpochs: 197 } }], calls: [] } };
  const changed = new ManualTopic({ known } as unknown as OwnMinersKnown);
  rendered = await render(
    <PowerPanel power={POWER} miner={{ address: 'f01000', isOwn: true }} isPast={isPast} missing={{ onRetry: () => undefined }} />,
    clientWith({ ownMiners: { changed } }),
  );
  expect(rendered.container.textContent).toContain('144 a day');
  expect(rendered.container.textContent?.includes('94 in 197 epochs of local history')).toBe(isSaid);
});

test.each([
  ['46585000000000000000', '9.31', true],
  ['50000000000000000000', '10.00', false],
])('the income of an own miner is by the miner’s part of %s attoFIL', async (minerPart, aWin, isNamed) => {
  const known = { miners: { value: [{ address: 'f01000' }], calls: [] }, epochReward: '50000000000000000000', minerPart };
  const changed = new ManualTopic({ known } as unknown as OwnMinersKnown);
  rendered = await render(
    <PowerPanel power={POWER} miner={{ address: 'f01000', isOwn: true }} missing={{ onRetry: () => undefined }} />,
    clientWith({ ownMiners: { changed } }),
  );
  const text = rendered.container.textContent ?? '';
  expect(text).toContain(aWin);
  expect(text.includes('miner’s part')).toBe(isNamed);
});

test.each([
  [false, false, 'only for My miners'],
  [true, true, 'available only at the head'],
])('the panel shows why there is no income (own: %s, past: %s)', async (isOwn, isPast, words) => {
  rendered = await render(
    <PowerPanel power={POWER} miner={{ address: 'f01000', isOwn }} isPast={isPast} missing={{ onRetry: () => undefined }} />,
    clientWith({ ownMiners: { changed: new ManualTopic({} as unknown as OwnMinersKnown) } }),
  );
  expect(rendered.container.textContent).toContain(`Expected income${words}`);
});
