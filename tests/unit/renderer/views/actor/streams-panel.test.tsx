// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { StreamClaimsPanel } from '../../../../../renderer/views/actor/StreamClaimsPanel.tsx';
import { StreamsPanel } from '../../../../../renderer/views/actor/StreamsPanel.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { RewardStreamsView } from '../../../../../shared/ipc/schemas/reward-streams.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

// There is no canvas here.
vi.mock('../../../../../renderer/components/values/Chart.tsx', () => ({ Chart: () => undefined }));

const PINNED = { key: ['bafykey0'], height: 7, timeMs: 0 };
const FIL = 10n ** 18n;
const PIN = { at: undefined } as never;
const connections = { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never;
const gate = (quarter: number, checkEpoch: number) => ({
  quarter,
  checkEpoch,
  checkTimeMs: 0,
  effectiveEpoch: checkEpoch + 20_160,
  effectiveTimeMs: 0,
});
const VIEW: RewardStreamsView = {
  pinned: PINNED,
  ledger: {
    streams: [],
    removed: [],
    pending: [],
    courses: [],
    burnWeight: '0',
    swaActor: 'f05000',
    timelockEpochs: 20_160,
    totals: { minted: '0', miner: '0', explicit: (10n * FIL).toString(), burned: '0' },
    owed: (4n * FIL).toString(),
    settled: (6n * FIL).toString(),
    contracts: [{ address: 'f05000', name: 'Stream Weights Actor (SWA)' }],
    quarter: { number: 2, endEpoch: 6_996_228, endTimeMs: 0 },
    gates: [gate(1, 6_762_055), gate(2, 7_025_029)],
  },
  calls: [],
};

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

const textOf = () => rendered?.container.textContent?.replaceAll('\u00a0', ' ') ?? '';
const shown = (text: string) =>
  eventually(async () => {
    await act(async () => undefined);
    return textOf().includes(text);
  }, text);

test('gates show check and effective epochs, including the previous quarter', async () => {
  rendered = await render(
    <StreamsPanel pin={PIN} height={7} />,
    clientWith({ connections, chain: { getRewardStreams: async () => VIEW } as never }),
  );
  await shown('Gate, quarter 2');
  expect(textOf()).toMatch(/Gate, quarter 1check from 6,762,055.*, effective no earlier than 6,782,215/);
  expect(textOf()).toMatch(/Gate, quarter 2check from 7,025,029.*, effective no earlier than 7,045,189/);
  expect(textOf().split('Stream 2 rises by 5 points')).toHaveLength(2);
  expect(textOf()).toContain('(SWA); changes take effect 20,160 epochs later');
  expect(textOf()).toMatch(/owed 4\.0+.FIL|owed 4\.0+FIL/);
  expect(textOf()).toContain('claimed or burned as rounding remainder');
});

test('the burned share includes weights without a stream and shares without a recipient', async () => {
  const share = (percent: bigint) => ((FIL * percent) / 100n).toString();
  const stream = (id: string, weight: bigint, shares: readonly bigint[]) => ({
    id,
    weight: share(weight),
    writer: 'f05001',
    account: {
      accrued: '0',
      claimed: '0',
      owed: '0',
      recipients: shares.map((part, index) => ({ recipient: `f010${index}`, share: share(part), claimed: '0', owed: '0' })),
    },
  });
  const burnedOf = async (streams: readonly object[], burnWeight: string | undefined) => {
    const view = { ...VIEW, ledger: { ...VIEW.ledger, streams, burnWeight } };
    rendered = await render(
      <StreamsPanel pin={PIN} height={7} />,
      clientWith({ connections, chain: { getRewardStreams: async () => view } as never }),
    );
    await shown('Minted since genesis');
    const label = [...rendered.container.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Burned');
    const text = label?.nextElementSibling?.textContent;
    await rendered.unmount();
    rendered = undefined;
    return text;
  };
  const miners = { id: '1', weight: share(80n) };
  expect(await burnedOf([miners, stream('2', 20n, [60n, 30n])], '0')).toBe(
    '2.00% of each block reward: 10.00% of stream 2 without a recipient',
  );
  expect(await burnedOf([miners, stream('2', 10n, [90n]), stream('3', 5n, [])], share(5n))).toBe(
    '11.00% of each block reward: 5.00% without a stream; 10.00% of stream 2 without a recipient; 100.00% of stream 3 without a recipient',
  );
  expect(await burnedOf([miners, stream('2', 20n, [100n])], '0')).toBe('0.00% of each block reward');
  expect(await burnedOf([miners, stream('2', 30n, [100n])], undefined)).toContain('nothing is minted');
});

test('streams are read at the epoch of the page, and marked if its version is not verified', async () => {
  const asked: unknown[] = [];
  const getRewardStreams = async (input: unknown) => {
    asked.push(input);
    return VIEW;
  };
  const chain = {
    getRewardStreams,
    headChanged: new ManualTopic({ head: { height: 9 } }),
    versionChanged: new ManualTopic({ knowledge: { upgrades: [], ranges: [{ from: 7, to: 7, version: 30 }], hasNodeSchedule: true } }),
  } as never;
  rendered = await render(<StreamsPanel pin={PIN} height={7} />, clientWith({ connections, chain }));
  await shown('Minted since genesis');
  expect(asked).toEqual([{ at: 7 }]);
  expect(textOf()).toContain('not verified for version 30');
  expect(textOf()).not.toContain('as of epoch');
});

test('a failed simulation of a claim shows its exit code', async () => {
  const claims = [
    { id: '2', owed: '5', exitCode: 18, wallet: 'f0101' },
    { id: '3', owed: '5', wallet: 'f0101' },
  ];
  const chain = { getStreamClaims: async () => ({ pinned: PINNED, claims, calls: [] }) } as never;
  rendered = await render(<StreamClaimsPanel address="f0101" pin={PIN} />, clientWith({ connections, chain }));
  await shown('would fail, exit 18');
  expect(textOf().split('not available from this endpoint')).toHaveLength(2);
});
