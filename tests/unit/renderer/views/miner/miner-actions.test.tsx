import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { draftHandoverStore } from '../../../../../renderer/stores/draft-handover.ts';
import { MinerActions } from '../../../../../renderer/views/miner/MinerActions.tsx';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';

const MINER = {
  address: 'f01000',
  info: { value: { roles: [{ role: 'Owner', address: 'f0100' }], hasPendingWorkerChange: false }, calls: [] },
  balance: { value: { available: '5000', feeDebt: '0' }, calls: [] },
} as unknown as Miner;

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
  draftHandoverStore.setState({ draft: undefined });
});

test.each([
  [false, true],
  [true, false],
])('what is withdrawn is the balance of now, never that of a pinned epoch (past: %s)', async (isPast, isComposed) => {
  rendered = await render(
    <MinerActions miner={MINER} isPast={isPast}>
      {() => undefined}
    </MinerActions>,
    clientWith({}),
  );
  const button = [...rendered.container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Withdraw');
  await act(async () => button?.click());
  expect(draftHandoverStore.getState().draft !== undefined).toBe(isComposed);
  expect(button?.getAttribute('aria-description')?.includes('Follow the head first') ?? false).toBe(isPast);
});
