import { afterEach, expect, test } from 'vitest';
import { takeDraft } from '../../../../../renderer/stores/draft-handover.ts';
import { CallPane } from '../../../../../renderer/views/message/CallPane.tsx';
import type { TracedCallView } from '../../../../../shared/ipc/schemas/execution.ts';
import type { MessageTrace } from '../../../../../shared/ipc/schemas/message-inside.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const OWNER_KEY = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const call = (change: Partial<TracedCallView>): TracedCallView => ({
  depth: 0,
  from: 'f0101',
  to: 'f02004179',
  method: '3',
  methodName: 'Approve',
  value: '0',
  exitCode: 0,
  exitName: 'Ok',
  isUndone: false,
  ...change,
});

const trace: MessageTrace = {
  calls: [
    call({}),
    call({
      depth: 1,
      from: 'f02004179',
      to: 'f01241',
      toId: 'f01241',
      actorType: 'storageminer',
      method: '16',
      methodName: 'WithdrawBalance',
      value: '1500000000000000000',
      exitCode: 18,
      exitName: 'ErrForbidden',
      isUndone: true,
      failure: { meaning: 'The caller is not allowed to do this.', cause: 'It is not the owner.', fix: 'Send it from the owner.' },
    }),
  ],
  omittedCount: 0,
  failedInsideCount: 1,
  failedAt: 1,
  exitCode: 0,
  gasUsed: '100',
  fees: { baseFeeBurn: '0', overEstimationBurn: '0', minerTip: '0', refund: '0', total: '0', minerPenalty: '0' },
  differingFees: [],
  charges: [],
  refusal: {
    miner: 'f01241',
    caller: 'f02004179',
    paramsHex: '814900',
    allowed: [{ role: 'owner', address: 'f01034', key: OWNER_KEY }],
  },
};

async function draw(index: number, ownAddress: string, onSelect: (at: number | undefined) => void = () => {}): Promise<HTMLElement> {
  const wallet = { accounts: [{ address: ownAddress, label: '' }] } as unknown as WalletState;
  drawn = await render(
    <CallPane trace={trace} index={index} calls={[]} onSelect={onSelect} />,
    clientWith({
      settings: { changed: new ManualTopic(undefined) } as never,
      wallet: { changed: new ManualTopic(wallet) } as never,
      addresses: { changed: new ManualTopic([]) } as never,
    }),
  );
  return drawn.container;
}

const button = (container: HTMLElement, name: string) =>
  [...container.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);

test('a rejected call can be drafted from the owner if its key is on this machine', async () => {
  const container = await draw(1, OWNER_KEY);
  expect(container.textContent).toContain('whose key is on this machine');
  button(container, 'Draft as owner')?.click();
  expect(takeDraft()).toEqual({
    from: OWNER_KEY,
    to: 'f01241',
    value: '1.5',
    method: '16',
    params: { kind: 'bytes', encoding: 'hex', text: '814900' },
  });
});

test('without that key, the pane shows who can send the call', async () => {
  const container = await draw(1, 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
  expect(button(container, 'Draft as owner')).toBeUndefined();
  expect(container.textContent).toContain('Send the same call from f01034.');
  expect(container.textContent).toContain('Only the owner of the miner may call it.');
});

test('previous and next call are one click away, and disabled at the ends', async () => {
  const chosen: (number | undefined)[] = [];
  const container = await draw(0, OWNER_KEY, (at) => chosen.push(at));
  expect(container.textContent).toContain('Top-level call');
  expect(button(container, 'Draft as owner')).toBeUndefined();
  button(container, 'Previous call')?.click();
  button(container, 'Next call')?.click();
  button(container, 'Close')?.click();
  expect(chosen).toEqual([1, undefined]);
});
