/** StateCompute, and StateReplay of implicit messages: awards and cron of tipsets that split rewards, read over RPC. Events of f02. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { addressToBytes, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { base64ToBytes, bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { decodeBigIntBytes, decodeCbor, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';

const SEED = 'compute';
const STREAM = 2;
const CBOR = 0x51;

interface Link {
  readonly '/': string;
}
interface Trace {
  readonly Msg: { readonly From: string; readonly To: string; readonly Value: string; readonly Method: number; readonly Params: string };
  readonly MsgRct: { readonly ExitCode: number };
  readonly Subcalls: readonly Trace[] | null;
}
interface Invocation {
  readonly MsgCid: Link;
  readonly Msg: { readonly From: string; readonly To: string; readonly Nonce: number; readonly Method: number };
  readonly MsgRct: Readonly<Record<string, unknown>>;
  readonly GasCost: { readonly Message: Link | null; readonly TotalCost: string };
  readonly ExecutionTrace: Trace;
  readonly Error: string;
}
interface Computed {
  readonly Root: Link;
  readonly Trace: readonly Invocation[] | null;
}
interface ActorEvent {
  readonly emitter: string;
  readonly height: number;
  readonly reverted: boolean;
  readonly msgCid: Link;
  readonly tipsetKey: readonly Link[];
  readonly entries: readonly { readonly Flags: number; readonly Key: string; readonly Codec: number; readonly Value: string }[];
}

let node: RunningDevnet;
let sender: DevnetSender;
let claimCid: string;
let claimed: bigint;
beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 30, streams: 'mainnet' });
  sender = new DevnetSender(node, SEED);
  const own = sender.key('orchestrator-0');
  await control(node, 'faucet', { address: formatAddress(own.address, 't') });
  await control(node, 'advance', { epochs: 4 });
  claimCid = await sender.push(own, 2, { method: methodNumberOfName('Claim'), params: [STREAM, [addressToBytes(own.address)]] });
  const [returned = new Uint8Array()] = await sender.settle();
  const [[amount]] = decodeCbor(returned) as [[Uint8Array]];
  claimed = decodeBigIntBytes(amount);
  await control(node, 'null-round');
  await control(node, 'advance', { epochs: 3 });
});
afterAll(() => node.stop());

const head = () => resultOf<TipsetJson>(node, 'ChainHead');
const parentsOf = ({ Blocks }: TipsetJson) => (Blocks[0] as { readonly Parents: TipsetJson['Cids'] }).Parents;

/** The last tipsets below the head, newest first, each with its child. */
async function executed(count: number): Promise<{ readonly tipset: TipsetJson; readonly child: TipsetJson }[]> {
  const found: { readonly tipset: TipsetJson; readonly child: TipsetJson }[] = [];
  for (let child = await head(); found.length < count; ) {
    const tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [parentsOf(child)]);
    found.push({ tipset, child });
    child = tipset;
  }
  return found;
}

const compute = ({ Height, Cids }: TipsetJson) => resultOf<Computed>(node, 'StateCompute', [Height, [], Cids]);
const isAward = ({ Msg }: Invocation) => Msg.From === 't00' && Msg.To === 't02';
const isCron = ({ Msg }: Invocation) => Msg.From === 't00' && Msg.To === 't03';

describe('StateCompute', () => {
  it('runs each message, award and cron of a tipset in the order of Lotus, and ends in the state that the child stands on', async () => {
    let nulls = 0;
    for (const { tipset, child } of await executed(30)) {
      const { Root, Trace: trace } = await compute(tipset);
      const ran = trace ?? [];
      expect(Root).toEqual(child.Blocks[0]?.ParentStateRoot);
      const parent = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [parentsOf(tipset)]);
      const nullRounds = tipset.Height - parent.Height - 1;
      nulls += nullRounds;
      expect(ran.slice(0, nullRounds).map(({ Msg }) => [Msg.To, Msg.Nonce])).toEqual(
        Array.from({ length: nullRounds }, (_, index) => ['t03', parent.Height + 1 + index]),
      );
      // After the messages of each block comes its award; cron is last.
      const seen = new Set<string>();
      const expected: string[] = [];
      for (const { '/': cid } of tipset.Cids) {
        const { Cids } = await resultOf<{ Cids: Link[] }>(node, 'ChainGetBlockMessages', [{ '/': cid }]);
        expected.push(...Cids.map((link) => link['/']).filter((message) => !seen.has(message)), 'award');
        for (const link of Cids) seen.add(link['/']);
      }
      const names = ran.slice(nullRounds).map((one) => (isAward(one) ? 'award' : isCron(one) ? 'cron' : one.MsgCid['/']));
      expect(names).toEqual([...expected, 'cron']);
      const receipts = await resultOf<unknown[] | null>(node, 'ChainGetParentReceipts', [child.Cids[0]]);
      expect(ran.filter(({ Msg }) => Msg.From !== 't00').map(({ MsgRct }) => MsgRct)).toEqual(receipts ?? []);
    }
    expect(nulls).toBeGreaterThan(0);
  });

  it('shows an award as a call of the miner and one of f099, and cron as those of the power actor and the market', async () => {
    const [{ tipset } = { tipset: await head() }] = await executed(1);
    const ran = (await compute(tipset)).Trace ?? [];
    const awards = ran.filter(isAward);
    expect(awards).toHaveLength(tipset.Blocks.length);
    for (const [index, { Msg, GasCost, ExecutionTrace, Error: error }] of awards.entries()) {
      const { Miner } = tipset.Blocks[index] as { readonly Miner: string };
      expect(Msg).toMatchObject({ Nonce: tipset.Height, Method: 2, GasLimit: 1_073_741_824 });
      expect(GasCost).toMatchObject({ Message: null, TotalCost: '0' });
      expect(error).toBe('');
      expect(ExecutionTrace).toMatchObject({
        Msg: { From: 't00', To: 't02', Value: '0' },
        MsgRct: { ExitCode: 0 },
        InvokedActor: { Id: 2 },
      });
      expect(ExecutionTrace.Subcalls).toMatchObject([
        { Msg: { From: 't02', To: Miner, Method: 14 }, Subcalls: [{ Msg: { To: 't04', Method: 6 } }] },
        { Msg: { From: 't02', To: 't099', Method: 0 } },
      ]);
      // What the miner is paid is what it is told.
      const [{ Msg: paid } = { Msg: { Params: '', Value: '' } }] = ExecutionTrace.Subcalls ?? [];
      const [amount] = decodeCbor(base64ToBytes(paid.Params)) as [Uint8Array];
      expect(decodeBigIntBytes(amount)).toBe(BigInt(paid.Value));
    }
    const crons = (await Promise.all((await executed(20)).map(({ tipset: one }) => compute(one)))).flatMap(({ Trace: trace }) =>
      (trace ?? []).filter(isCron),
    );
    let deferred = 0;
    for (const { ExecutionTrace, Msg } of crons) {
      expect(Msg).toMatchObject({ GasLimit: 100_000_000_000_000 });
      expect(ExecutionTrace.Subcalls).toMatchObject([{ Msg: { To: 't04', Method: 5 } }, { Msg: { To: 't05', Method: 9 } }]);
      const power = ExecutionTrace.Subcalls?.[0]?.Subcalls ?? [];
      expect(power.at(0)).toMatchObject({ Msg: { To: 't02', Method: 3 } });
      expect(power.at(-1)).toMatchObject({ Msg: { To: 't02', Method: 4 } });
      deferred += power.filter((sub) => sub.Msg.Method === 12).length;
    }
    expect(deferred).toBeGreaterThan(0);
  });

  it('has the fields of a recorded one, of its award and of its cron', async () => {
    const file = path.join(import.meta.dirname, '../../../../shared/data/chain/traces/calibnet-1572087.json.gz');
    const real = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Computed;
    const ours = await compute((await executed(1))[0]?.tipset ?? (await head()));
    const shape = ({ MsgRct, GasCost, ExecutionTrace, Msg, ...rest }: Invocation) =>
      [rest, Msg, MsgRct, GasCost, ExecutionTrace, ExecutionTrace.Msg, ExecutionTrace.MsgRct].map((part) => Object.keys(part).sort());
    expect(Object.keys(ours).sort()).toEqual(Object.keys(real).sort());
    for (const isOne of [
      ({ Msg }: Invocation) => Msg.From.slice(1) === '00' && Msg.To.slice(1) === '02',
      ({ Msg }: Invocation) => Msg.From.slice(1) === '00' && Msg.To.slice(1) === '03',
    ]) {
      const [theirs, mine] = [real, ours].map(({ Trace: trace }) => trace?.find(isOne));
      if (theirs === undefined || mine === undefined) throw new Error('a trace without an implicit message');
      expect(shape(mine)).toEqual(shape(theirs));
      expect(mine.GasCost.Message).toBe(theirs.GasCost.Message);
    }
  });

  it('runs messages on top of a tipset, and refuses one with a wrong nonce as the chain does', async () => {
    const tipset = await head();
    const own = formatAddress(sender.key('orchestrator-0').address, 't');
    const Nonce = await resultOf<number>(node, 'MpoolGetNonce', [own]);
    const message = (nonce: number) => ({
      ...{ Version: 0, To: 't099', From: own, Value: '7', Method: 0, Params: null },
      ...{ Nonce: nonce, GasLimit: 10_000_000, GasFeeCap: '2000000000', GasPremium: '1' },
    });
    const before = await compute(tipset);
    const after = await resultOf<Computed>(node, 'StateCompute', [tipset.Height + 3, [message(Nonce), message(Nonce)], tipset.Cids]);
    const added = (after.Trace ?? []).slice(before.Trace?.length ?? 0);
    expect(added.map(({ MsgRct }) => MsgRct.ExitCode)).toEqual([0, 2]);
    expect(added[0]?.ExecutionTrace.Msg).toMatchObject({ To: 't099', Value: '7' });
    expect(after.Root).not.toEqual(before.Root);
    expect(await resultOf(node, 'StateCompute', [0, null, (await resultOf<TipsetJson>(node, 'ChainGetGenesis')).Cids])).toMatchObject({
      Trace: null,
    });
  });

  it('of its award is found again by StateReplay', async () => {
    const [{ tipset } = { tipset: await head() }] = await executed(1);
    for (const ran of (await compute(tipset)).Trace ?? []) {
      expect(await resultOf(node, 'StateReplay', [tipset.Cids, ran.MsgCid])).toEqual(ran);
    }
  });
});

describe('GetActorEventsRaw', () => {
  const eventsBy = (filter: unknown) => resultOf<ActorEvent[] | null>(node, 'GetActorEventsRaw', [filter]);
  const text = (value: string) => [{ codec: CBOR, value: bytesToBase64(encodeCbor(value)) }];

  it('has the claim of a recipient, with its tipset and its message, in the shape of a recorded answer', async () => {
    const events = (await eventsBy({ addresses: ['t02'], fields: { $type: text('claim-payout') }, fromHeight: 0 })) ?? [];
    const [event] = events;
    if (event === undefined) throw new Error('no event was found');
    expect(events).toHaveLength(1);
    expect(event).toMatchObject({ emitter: 't02', reverted: false, msgCid: { '/': claimCid } });
    expect(await resultOf(node, 'ChainGetMessagesInTipset', [event.tipsetKey])).toContainEqual(
      expect.objectContaining({ Cid: { '/': claimCid } }),
    );
    expect((await resultOf<TipsetJson>(node, 'ChainGetTipSet', [event.tipsetKey])).Height).toBe(event.height);
    const amount = event.entries.find(({ Key }) => Key === 'amount')?.Value ?? '';
    expect(decodeBigIntBytes(decodeCbor(base64ToBytes(amount)) as Uint8Array)).toBe(claimed);
    expect(claimed).toBeGreaterThan(0n);
    const file = path.join(import.meta.dirname, '../../../../shared/data/chain/actor-events-mainnet-4622129.json.gz');
    const [real] = (JSON.parse(gunzipSync(readFileSync(file)).toString()) as { events: ActorEvent[] }).events;
    expect(Object.keys(event).sort()).toEqual(Object.keys(real ?? {}).sort());
    expect(Object.keys(event.entries[0] ?? {}).sort()).toEqual(Object.keys(real?.entries[0] ?? {}).sort());
    // By the key of its tipset, and by its height, it is the same one.
    expect(await eventsBy({ tipsetKey: event.tipsetKey })).toEqual([event]);
    expect(await eventsBy({ fromHeight: event.height, toHeight: event.height })).toEqual([event]);
  });

  it('leaves out what another actor told, what has another value, and what a filter has no index for', async () => {
    const { height } = (await eventsBy({ fromHeight: 0 }))?.[0] ?? { height: 0 };
    expect(await eventsBy({ addresses: ['t05'], fromHeight: 0 })).toBeNull();
    expect(await eventsBy({ fields: { $type: text('shares-set') }, fromHeight: 0 })).toBeNull();
    expect(await eventsBy({ fields: { amount: [] }, fromHeight: 0 })).toHaveLength(1);
    const amount = (await eventsBy({ fromHeight: 0 }))?.[0]?.entries.find(({ Key }) => Key === 'amount');
    expect(await eventsBy({ fields: { amount: [{ codec: CBOR, value: amount?.Value }] }, fromHeight: 0 })).toBeNull();
    expect(await eventsBy({ fromHeight: height + 1 })).toBeNull();
    expect(await eventsBy({ fromHeight: 0, toHeight: height - 1 })).toBeNull();
    // As on Lotus a filter without a beginning is about what is to come.
    expect(await eventsBy(null)).toBeNull();
  });

  it('refuses ranges in the words of Lotus', async () => {
    const refusal = async (filter: unknown) => (await postCall(node.httpUrl, 'Filecoin.GetActorEventsRaw', [filter])).json.error?.message;
    const { Cids, Height } = await head();
    expect(await refusal({ tipsetKey: Cids, fromHeight: 1 })).toBe('cannot specify both TipSetKey and FromHeight/ToHeight');
    expect(await refusal({ fromHeight: -1 })).toBe("range 'from' must be greater than or equal to 0");
    expect(await refusal({ fromHeight: 9, toHeight: 8 })).toMatch(/^invalid epoch range: 'to' height \(8\) must be after/);
    expect(await refusal({ fromHeight: 0, toHeight: 2881 })).toMatch(/too large \(maximum: 2880\)$/);
    expect(await refusal({ toHeight: Height + 2881 })).toMatch(/too far in the future \(maximum: 2880\)$/);
    expect(await refusal({ addresses: ['t0x'] })).toContain('param: **types.ActorEventFilter');
  });

  it('is on v1 alone', async () => {
    const url = node.httpUrl.replace('/v1', '/v0');
    expect((await postCall(url, 'Filecoin.GetActorEventsRaw', [null])).json.error?.message).toContain('not found');
    expect((await postCall(url, 'Filecoin.StateCompute', [0, null, null])).json.error).toBeUndefined();
  });
});
