import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeyValue } from '../../../../../renderer/components/values/KeyValue.tsx';
import { fitColumns } from '../../../../../renderer/lib/fit-columns.ts';
import { rewardSource, rewardSourceInShort } from '../../../../../renderer/lib/reward-source.ts';
import { BlocksPanel, blockColumns } from '../../../../../renderer/views/tipset/BlocksPanel.tsx';
import { rewardRows } from '../../../../../renderer/views/tipset/block-rows.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { BlockDetail } from '../../../../../shared/ipc/schemas/block.ts';
import type { TipsetReward } from '../../../../../shared/ipc/schemas/block-reward.ts';
import type { Tipset } from '../../../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const FIL = 10n ** 18n;
const parts = {
  minted: (20n * FIL).toString(),
  miner: (18n * FIL).toString(),
  explicit: FIL.toString(),
  burned: FIL.toString(),
};
const TIPSET = { ref: { key: ['bafykey0'], height: 7, timeMs: 0 }, blocks: [], calls: [], nextHeight: 8 } as unknown as Tipset;

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});
const textOf = () => rendered?.container.textContent ?? '';

/** React's complaints about two columns or labels of one name. */
function sameKeys(calls: readonly (readonly unknown[])[]): string[] {
  return calls.map((call) => call.map(String).join(' ')).filter((text) => text.includes('same key'));
}

describe('the blocks of a tipset', () => {
  it.each([
    [806, 'cid miner wins minted-reward miner-reward check'],
    [620, 'cid miner wins minted-reward'],
  ])('keep their reward in %s px, beside the pane of a block', (widthPx, ids) => {
    const shown = fitColumns(blockColumns(TIPSET, undefined), {}, widthPx);
    expect(shown.map(({ id }) => id).join(' ')).toBe(ids);
  });

  async function show(getTipsetReward: () => Promise<TipsetReward>, text: string): Promise<string> {
    const connections = { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) };
    const client = clientWith({ connections: connections as never, chain: { getTipsetReward } as never });
    rendered = await render(<BlocksPanel tipset={TIPSET} selectedCid={undefined} onSelect={() => undefined} />, client);
    await eventually(async () => {
      await act(async () => undefined);
      return textOf().includes(text);
    }, text);
    return textOf();
  }
  const reward =
    (way: TipsetReward['way'], isExact = true) =>
    async () => ({ way, isExact, totals: parts, calls: [] });

  it.each([
    ['node', 'reported by the node'],
    ['state', 'from the reward actor'],
  ] as const)('say that their rewards are known by the way %s', async (way, words) => {
    const errors = vi.spyOn(console, 'error');
    const text = await show(reward(way), words);
    expect(sameKeys(errors.mock.calls)).toEqual([]);
    expect(text).toContain(`block rewards 20.00FIL, ${words}: miners 18.00FIL, recipients 1.00FIL, burned 1.00FIL; in ticket order`);
  });

  it('have an expected reward at the head, which null rounds have nothing to do with', async () => {
    const text = await show(reward('expected', false), 'expected block rewards');
    expect(text).toContain('from the current streams');
    expect(text).not.toContain('null rounds');
  });

  it('say that a reward from before network version 29 is not exact', async () => {
    expect(await show(reward('whole', false), 'not exact after null rounds')).toContain('all to miners');
  });

  it('say why their rewards are missing, and take another try', async () => {
    let isServed = false;
    const text = await show(async () => {
      if (isServed) return reward('state')();
      throw new SextantError('endpoint-timeout', 'The node did not answer in time.', { retryable: true });
    }, 'block rewards unknown: The node did not answer in time.');
    expect(text).toContain('Retry');
    isServed = true;
    const retry = [...(rendered?.container.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Retry');
    await act(async () => retry?.click());
    await eventually(async () => {
      await act(async () => undefined);
      return textOf().includes('from the reward actor');
    }, 'the rewards');
  });
});

describe('the reward of a block', () => {
  type Reward = Parameters<typeof rewardRows>[0];
  const shown = async (reward: Partial<Reward>) => {
    rendered = await render(
      <KeyValue labelWidthPx={104} rows={rewardRows({ ...parts, streams: [], way: 'state', isExact: true, ...reward })} />,
    );
    return textOf();
  };

  it('says that a payment to the miner failed, where the node reports it', async () => {
    const received = { tips: '0', penalty: '0', total: '0', vesting: '0' };
    expect(await shown({ way: 'node', minerPaid: '0', received })).toContain('a payment failed and was burned');
    await rendered?.unmount();
    expect(await shown({ way: 'node', received: { ...received, total: parts.miner } })).not.toContain('failed');
  });

  it('is expected at the head, without tips and what follows from them', async () => {
    const text = await shown({ way: 'expected', isExact: false });
    expect(text).toContain('Expected reward20');
    expect(text).toContain('Tipsknown once executed');
    expect(text).toContain('Expected from the current streams: the tipset has not been executed yet.');
    expect(text).not.toContain('null rounds');
    expect(text).not.toContain('To the miner');
  });

  it('stands over parts that add up: streams and what none takes, recipients and what a stream burns', async () => {
    const fil = (tenths: bigint) => ((tenths * FIL) / 10n).toString();
    const stream = (id: string, amount: bigint, burned: bigint, recipients?: readonly bigint[]) => ({
      id,
      weight: '0',
      amount: fil(amount),
      distribution: {
        writer: 'f01',
        burned: fil(burned),
        ...(recipients === undefined
          ? {}
          : { recipients: recipients.map((part, index) => ({ recipient: `f0${index + 10}`, share: '0', amount: fil(part) })) }),
      },
    });
    const errors = vi.spyOn(console, 'error');
    await shown({
      minted: fil(200n),
      miner: fil(180n),
      explicit: fil(14n),
      burned: fil(6n),
      streams: [{ id: '1', weight: '0', amount: fil(180n) }, stream('2', 10n, 1n, [6n, 3n]), stream('3', 8n, 3n)],
      received: { tips: fil(5n), penalty: '0', total: fil(185n), vesting: fil(100n) },
    });
    expect(sameKeys(errors.mock.calls)).toEqual([]);
    const rows = [...(rendered?.container.querySelectorAll('dt') ?? [])].map((label) => ({
      label: label.textContent ?? '',
      depth: Number(/depth(\d)/.exec(label.className)?.[1] ?? 0),
      tenths: Math.round(Number.parseFloat(label.nextElementSibling?.textContent ?? '') * 10),
    }));
    expect(rows.map(({ label, depth }) => `${depth} ${label}`)).toEqual([
      '0 Block reward',
      '1 Miner’s part',
      '1 Stream 2',
      '2 Recipient 2.1',
      '2 Recipient 2.2',
      '2 Burned',
      '1 Stream 3',
      '2 Recipients',
      '2 Burned',
      '1 Burned',
      '0 Tips',
      '0 To the miner',
      '1 Available now',
      '1 Vests, 180 d',
      '0 Source',
    ]);
    for (const [place, { label, depth, tenths }] of rows.entries()) {
      const after = rows.slice(place + 1);
      const end = after.findIndex((row) => row.depth <= depth);
      const parts = after.slice(0, end < 0 ? after.length : end).filter((row) => row.depth === depth + 1);
      if (parts.length > 0)
        expect(
          parts.reduce((sum, part) => sum + part.tenths, 0),
          label,
        ).toBe(tenths);
    }
  });

  it('has what the miner received once it is executed', async () => {
    const received: NonNullable<Extract<NonNullable<BlockDetail['reward']>, { value: unknown }>['value']['received']> = {
      tips: FIL.toString(),
      penalty: '0',
      total: (19n * FIL).toString(),
      vesting: ((19n * FIL * 3n) / 4n).toString(),
    };
    const text = await shown({ received });
    expect(text).toContain('To the miner19');
    expect(text).toContain('Computed from the reward actor');
  });
});

it('every source has a long and a short form, and only estimates say that they are not exact', () => {
  for (const way of ['node', 'state', 'expected', 'whole'] as const) {
    expect(rewardSource({ way, isExact: true })).not.toContain('ot exact');
    expect(rewardSourceInShort({ way, isExact: true })).not.toContain('ot exact');
  }
  expect(rewardSource({ way: 'whole', isExact: false })).toContain('Not exact');
  expect(rewardSource({ way: 'expected', isExact: false })).not.toContain('Not exact');
});
