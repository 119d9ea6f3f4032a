/**
 * What recorded messages did inside, on the screen's own way: over HTTP, by StateReplay and ChainGetEvents. Expectations are counted from
 * the recorded files.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { zMessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { listSharedFiles, readSharedJson } from '../../builders/shared-data.ts';
import type { RecordedNetwork } from '../../fakes/replay-node/recorded-chain.ts';
import type { RecordedTipset } from '../../fakes/replay-node/recorded-types.ts';
import { type ReplayNode, startReplayNode } from '../../fakes/replay-node/replay-node.ts';

interface Traced {
  readonly MsgRct: { readonly ExitCode: number };
  readonly Subcalls: readonly Traced[] | null;
}

interface Execution {
  readonly MsgCid: { readonly '/': string };
  readonly Msg: { readonly From: string };
  readonly MsgRct: { readonly ExitCode: number; readonly GasUsed: number; readonly EventsRoot?: { readonly '/': string } | null };
  readonly GasCost: { readonly TotalCost: string; readonly BaseFeeBurn: string };
  readonly ExecutionTrace: Traced;
}

const NETWORKS = [
  { network: 'mainnet', letter: 'f', networkName: 'mainnet', genesisTimeMs: 1_598_306_400_000 },
  { network: 'calibnet', letter: 't', networkName: 'calibrationnet', genesisTimeMs: 1_667_326_380_000 },
] as const satisfies { network: RecordedNetwork; letter: 'f' | 't'; networkName: string; genesisTimeMs: number }[];

const flatten = (call: Traced): readonly Traced[] => [call, ...(call.Subcalls ?? []).flatMap(flatten)];
function filled<T>(panel: { value: T } | { error: { message: string } } | undefined): T {
  if (panel === undefined || 'error' in panel) throw new Error(panel?.error.message ?? 'absent');
  return panel.value;
}

async function serve(options: Parameters<typeof startReplayNode>[0], facts: (typeof NETWORKS)[number]) {
  const node = await startReplayNode(options);
  const { letter, networkName, genesisTimeMs } = facts;
  const { connection, close } = buildConnection(node, { letter, networkName, genesisTimeMs });
  const service = new ChainService({ connections: new TestConnections(connection), clock: systemClock, logger: quietLogger });
  service.start();
  await eventually(() => service.slice.get().head !== undefined, 'a head');
  const stop = async (): Promise<void> => {
    await service.stop();
    close();
    await node.stop();
  };
  return { node, service, stop };
}

describe.each(NETWORKS)('recorded $network', (facts) => {
  const { network } = facts;
  let node: ReplayNode;
  let service: ChainService;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ node, service, stop } = await serve({ network }, facts));
  });
  afterAll(() => stop());

  it('tells every call of every message with its exit code, and the cost that the node tells', async () => {
    let messageCount = 0;
    let callCount = 0;
    for (const file of listSharedFiles('chain/traces').filter((name) => name.startsWith(network))) {
      const tipset = readSharedJson<RecordedTipset>(`chain/tipsets/${file.replace('.gz', '')}`);
      const key = tipset.Cids.map((link) => link['/']);
      for (const execution of readSharedJson<{ Trace: Execution[] }>(`chain/traces/${file}`).Trace) {
        if (execution.Msg.From === 'f00') continue;
        const inside = zMessageInside.parse(await service.getMessageInside({ cid: execution.MsgCid['/'], tipsetKey: key }));
        const trace = filled(inside.trace);
        const calls = flatten(execution.ExecutionTrace);
        expect(trace.calls.length + trace.omittedCount).toBe(calls.length);
        expect(trace.calls.map(({ exitCode }) => exitCode)).toEqual(calls.slice(0, 200).map(({ MsgRct }) => MsgRct.ExitCode));
        expect([trace.exitCode, trace.gasUsed]).toEqual([execution.MsgRct.ExitCode, String(execution.MsgRct.GasUsed)]);
        expect([trace.fees.total, trace.fees.baseFeeBurn]).toEqual([execution.GasCost.TotalCost, execution.GasCost.BaseFeeBurn]);
        expect(trace.differingFees).toEqual([]);
        expect(trace.failedAt === undefined).toBe(calls.every(({ MsgRct }) => MsgRct.ExitCode === 0));
        messageCount += 1;
        callCount += calls.length;
      }
    }
    expect(messageCount).toBeGreaterThan(network === 'mainnet' ? 80 : 15);
    expect(callCount).toBeGreaterThan(messageCount);
    expect(node.calls.filter((method) => method === 'StateReplay')).toHaveLength(messageCount);
  });

  it('shows each block with its header and its place, also where its messages are not told', async () => {
    for (const height of node.chain.heights) {
      const recorded = node.chain.byHeight(height);
      for (const cid of recorded?.Cids.map((link) => link['/']) ?? []) {
        const block = await service.getBlock({ cid });
        expect(block.block.isCidVerified).toBe(true);
        expect(block.tipset?.key).toEqual(recorded?.Cids.map((link) => link['/']));
        expect(JSON.parse(block.json).Height).toBe(height);
        // The signatures of most blocks were not recorded, so that the node refuses to tell what they carry.
        expect('value' in block.messages || block.messages.error.code === 'node-error').toBe(true);
      }
    }
  });
});

it('the events of a message are those that were recorded for it', async () => {
  const facts = NETWORKS[1];
  interface Event {
    readonly msgCid: { readonly '/': string };
    readonly entries: readonly unknown[];
  }
  const events = readSharedJson<Event[]>('chain/events/calibnet-1572087.nativelog.json.gz');
  const { Trace } = readSharedJson<{ Trace: Execution[] }>('chain/traces/calibnet-1572087.json.gz');
  const tipset = readSharedJson<RecordedTipset>('chain/tipsets/calibnet-1572087.json');
  const byRoot = new Map(
    Trace.flatMap(({ MsgCid, MsgRct }) =>
      MsgRct.EventsRoot === undefined || MsgRct.EventsRoot === null
        ? []
        : [[MsgRct.EventsRoot['/'], { cid: MsgCid['/'], events: events.filter(({ msgCid }) => msgCid['/'] === MsgCid['/']) }] as const],
    ),
  );
  const { service, stop } = await serve(
    {
      network: 'calibnet',
      overrides: {
        // Lotus writes the emitter as the number of its id.
        ChainGetEvents: ([root]) =>
          byRoot.get((root as { '/': string })['/'])?.events.map(({ entries }) => ({ Emitter: 1234, Entries: entries })) ?? [],
      },
    },
    facts,
  );
  try {
    let eventCount = 0;
    for (const [eventsRoot, recorded] of byRoot) {
      const tipsetKey = tipset.Cids.map((link) => link['/']);
      const inside = zMessageInside.parse(await service.getMessageInside({ cid: recorded.cid, tipsetKey, eventsRoot }));
      const told = filled(inside.events);
      expect(told.events.length + told.omittedCount).toBe(recorded.events.length);
      for (const { emitter } of told.events) expect(emitter).toBe('t01234');
      eventCount += told.events.length;
    }
    expect(eventCount).toBe(113);
  } finally {
    await stop();
  }
});

it('an endpoint without StateReplay says so for the calls alone', async () => {
  const { tipsetKey, first } = recordedPair();
  const { service, stop } = await serve({ network: 'calibnet', unserved: ['StateReplay', 'ChainGetEvents'] }, NETWORKS[1]);
  try {
    const cid = first.MsgCid['/'];
    const inside = zMessageInside.parse(await service.getMessageInside({ cid, tipsetKey, eventsRoot: cid }));
    expect(inside.trace).toMatchObject({ error: { code: 'method-not-served', details: { method: 'StateReplay' } } });
    expect(inside.events).toMatchObject({ error: { code: 'method-not-served', details: { method: 'ChainGetEvents' } } });
  } finally {
    await stop();
  }
});

it('a node that replays another message is caught', async () => {
  const { tipsetKey, first, second } = recordedPair();
  const { service, stop } = await serve({ network: 'calibnet', overrides: { StateReplay: () => second } }, NETWORKS[1]);
  try {
    const { trace } = await service.getMessageInside({ cid: first.MsgCid['/'], tipsetKey });
    expect(trace).toMatchObject({ error: { code: 'endpoint-bad-reply' } });
  } finally {
    await stop();
  }
});

/** Two messages of one tipset. */
function recordedPair() {
  const tipset = readSharedJson<RecordedTipset>('chain/tipsets/calibnet-1162295.json');
  const { Trace } = readSharedJson<{ Trace: Execution[] }>('chain/traces/calibnet-1162295.json.gz');
  const [first, second] = Trace.filter(({ Msg }) => Msg.From !== 'f00');
  if (first === undefined || second === undefined) throw new Error('two messages are recorded');
  return { tipsetKey: tipset.Cids.map((link) => link['/']), first, second };
}
