import { describe, expect, it } from 'vitest';
import { BackendHeads } from '../../../../../electron/rpc/backend-heads.ts';
import type { ChainReader } from '../../../../../electron/services/chain/chain-reader.ts';
import type { HeadChain } from '../../../../../electron/services/chain/head-chain.ts';
import { readStreamClaims, readStreamsView } from '../../../../../electron/services/chain/streams-view.ts';
import { type RewardStreams, rewardStreams } from '../../../../../shared/domain/actors/reward-streams.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { MAINNET_GENESIS_CID } from '../../../../../shared/domain/chain/networks.ts';
import { bytesToBase64, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { zRewardStreams, zStreamClaims } from '../../../../../shared/ipc/schemas/reward-streams.ts';

const WHOLE = 10n ** 18n;
const HEIGHT = 6_566_640;
const KEY = cidOfDagCbor(new TextEncoder().encode('tipset'));
const SWA = 5000;

const streams: RewardStreams = {
  streams: [
    {
      id: 1n,
      weight: { vStart: (WHOLE * 95n) / 100n, slope: -190_132_864_846n, tStart: 6_470_280, floor: WHOLE / 2n, cap: (WHOLE * 95n) / 100n },
      distribution: undefined,
    },
    {
      id: 2n,
      weight: { vStart: WHOLE / 20n, slope: 0n, tStart: 6_470_280, floor: WHOLE / 20n, cap: WHOLE / 10n },
      distribution: {
        writer: idAddress(5001),
        shares: [
          { recipient: idAddress(101), share: (WHOLE * 3n) / 4n },
          { recipient: idAddress(102), share: WHOLE / 4n },
        ],
        payable: [],
        claimedPeriod: [{ recipient: idAddress(101), amount: attoFil(500n) }],
      },
    },
  ],
  tombstones: [{ id: 3n, payable: [{ recipient: idAddress(102), amount: attoFil(9n) }] }],
  pendingWrites: [
    { id: undefined, operation: 0, payload: hexToBytes('818282018502200300048205850800070809'), effectiveEpoch: HEIGHT + 10 },
    { id: 2n, operation: 9, payload: Uint8Array.of(0x80), effectiveEpoch: HEIGHT + 20 },
  ],
};

interface Script {
  readonly hasStreams?: boolean;
  readonly ledger?: RewardStreams;
  readonly id?: string | SextantError;
  readonly simulated?: unknown;
}

function openNode({ hasStreams = true, ledger = streams, id, simulated }: Script = {}) {
  const block = encodeBlock(rewardStreams, ledger);
  const asked: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    StateReadState: () => ({
      Balance: '0',
      State: hasStreams
        ? {
            ThisEpochReward: '100',
            TotalMintedReward: '10000',
            TotalBurnMinted: '100',
            TotalExplicitMinted: '4000',
            SWATimelockEpochs: 20_160,
            SWAActor: `f0${SWA}`,
            Accrued: [{ ID: 2, Amount: '1000' }],
            StreamsRoot: { '/': cidOfDagCbor(block) },
          }
        : { ThisEpochReward: '100', TotalStoragePowerReward: '1', SimpleTotal: '1', BaselineTotal: '1' },
    }),
    ChainReadObj: () => bytesToBase64(block),
    StateLookupID: ([address]) => {
      if (id instanceof SextantError) throw id;
      if (id !== undefined) return id;
      if (asked.filter(({ method }) => method === 'StateLookupID').length === 1) return `f0${SWA}`;
      throw new SextantError('node-error', `${String(address)} not found`);
    },
    StateCall: () => {
      if (simulated === undefined) throw new SextantError('method-not-served', 'not served');
      return simulated;
    },
  };
  const reader = {
    letter: 'f',
    timeMsOf: (epoch: number) => epoch * 30_000,
    client: {
      heads: new BackendHeads(),
      async call(method: string, params: readonly unknown[], { schema }: { readonly schema: { parse(value: unknown): unknown } }) {
        asked.push({ method, params });
        return { value: schema.parse(answers[method]?.(params)), call: { id: asked.length, method, tookMs: 1, atMs: 1, isCached: false } };
      },
    },
  } as unknown as ChainReader;
  const chain = { tipsets: [{ key: [KEY], height: HEIGHT, timeMs: 1, blocks: [] }] } as unknown as HeadChain;
  return { reader, chain, asked };
}

describe('the streams of the reward actor', () => {
  it('are shown with weights, accounts, pending changes and sums that agree', async () => {
    const { reader, chain } = openNode();
    const { ledger = expect.fail('no ledger') } = zRewardStreams.parse(
      await readStreamsView(reader, chain, MAINNET_GENESIS_CID, undefined),
    );
    expect(ledger.streams.map(({ id, weight, writer }) => [id, weight, writer])).toEqual([
      ['1', '931678797143439440', undefined],
      ['2', '50000000000000000', 'f05001'],
    ]);
    expect(ledger.burnWeight).toBe((WHOLE - 931_678_797_143_439_440n - 50_000_000_000_000_000n).toString());
    expect(ledger.courses.map(({ id, isImplicit }) => [id, isImplicit])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    // The write that waits sets the first stream to nothing ten epochs ahead.
    expect(ledger.courses[0]?.points.slice(-3).map(({ epoch, weight }) => [epoch - HEIGHT, weight])).toEqual([
      [9, '931677085947655826'],
      [10, '0'],
      [2_366_766, '0'],
    ]);
    // 1000 accrued and 9 of a removed stream, 500 of it claimed.
    expect(ledger).toMatchObject({
      owed: '509',
      settled: '3491',
      totals: { minted: '10000', miner: '5900', explicit: '4000', burned: '100' },
    });
    expect(ledger.streams[1]?.account?.recipients).toEqual([
      { recipient: 'f0101', share: '750000000000000000', claimed: '500', owed: '250' },
      { recipient: 'f0102', share: '250000000000000000', claimed: '0', owed: '250' },
    ]);
    expect(ledger.removed).toMatchObject([{ id: '3', account: { owed: '9' } }]);
    expect(ledger.pending.map(({ operation, effectiveEpoch }) => [operation, effectiveEpoch])).toEqual([
      ['SetWeightRecords', HEIGHT + 10],
      ['operation 9', HEIGHT + 20],
    ]);
    // The only contract whose id this node knows; the others are left out.
    expect(ledger.contracts).toEqual([{ address: `f0${SWA}`, name: 'Stream Weights Actor (SWA)' }]);
    expect(ledger.quarter).toMatchObject({ number: 1, endEpoch: 6_733_254 });
    const checkEpoch = 6_733_254 + 8640 + 20_160 + 1;
    const effectiveEpoch = checkEpoch + 20_160;
    const times = { checkTimeMs: checkEpoch * 30_000, effectiveTimeMs: effectiveEpoch * 30_000 };
    expect(ledger.gates).toEqual([{ quarter: 1, checkEpoch, effectiveEpoch, ...times }]);
  });

  it('burn nothing where the weights add up to more than the whole, because nothing is minted', async () => {
    const [miners, services] = streams.streams;
    if (miners === undefined || services === undefined) throw new Error('no streams');
    const weight = { ...services.weight, vStart: WHOLE / 10n };
    const { reader, chain } = openNode({ ledger: { ...streams, streams: [miners, { ...services, weight }] } });
    const { ledger } = zRewardStreams.parse(await readStreamsView(reader, chain, MAINNET_GENESIS_CID, undefined));
    expect(ledger?.streams.map(({ weight: shown }) => shown)).toEqual(['931678797143439440', '100000000000000000']);
    expect(ledger).not.toHaveProperty('burnWeight');
  });

  it('have no gate once governance removed the stream that gates raise', async () => {
    const [miners] = streams.streams;
    const { reader, chain } = openNode({ ledger: { ...streams, streams: miners === undefined ? [] : [miners] } });
    const { ledger } = await readStreamsView(reader, chain, MAINNET_GENESIS_CID, undefined);
    expect(ledger).toMatchObject({ gates: [], quarter: { number: 1 }, removed: [{ id: '3' }] });
  });

  it('are absent before network version 29, and without a calendar on a chain that is not public', async () => {
    const before = openNode({ hasStreams: false });
    expect((await readStreamsView(before.reader, before.chain, MAINNET_GENESIS_CID, undefined)).ledger).toBeUndefined();
    const { reader, chain } = openNode();
    const { ledger } = await readStreamsView(reader, chain, KEY, undefined);
    expect(ledger).toMatchObject({ gates: [] });
    expect(ledger?.quarter).toBeUndefined();
    expect(ledger?.contracts).toEqual([]);
  });
});

describe('the claims of an address', () => {
  it('are what the state owes it, with what the node says Claim would pay', async () => {
    // [[250]] as Claim returns it.
    const simulated = { MsgRct: { ExitCode: 0, Return: bytesToBase64(hexToBytes('81814200fa')), GasUsed: 1 } };
    const { reader, chain, asked } = openNode({ id: 'f0101', simulated });
    const { claims } = zStreamClaims.parse(await readStreamClaims(reader, chain, 'f0101', undefined));
    expect(claims).toEqual([{ id: '2', owed: '250', simulated: '250', wallet: 'f0101' }]);
    const [message] = asked.find(({ method }) => method === 'StateCall')?.params ?? [];
    expect(message).toMatchObject({ To: 'f02', From: 'f0101', Method: 4_045_527_845, Params: bytesToBase64(hexToBytes('820281420065')) });
  });

  it('are of several streams, removed ones too, and stand alone where nothing is simulated', async () => {
    const { reader, chain } = openNode({ id: 'f0102' });
    expect((await readStreamClaims(reader, chain, 'f0102', undefined)).claims).toEqual([
      { id: '2', owed: '250', wallet: 'f0102' },
      { id: '3', owed: '9', wallet: 'f0102' },
    ]);
    const failing = openNode({ id: 'f0102', simulated: { MsgRct: { ExitCode: 17, Return: null, GasUsed: 1 } } });
    expect((await readStreamClaims(failing.reader, failing.chain, 'f0102', undefined)).claims[0]).toEqual({
      id: '2',
      owed: '250',
      exitCode: 17,
      wallet: 'f0102',
    });
  });

  it('are none for an address without an actor, and an error where the address could not be looked up', async () => {
    const missing = openNode({
      id: new SextantError('node-error', 'no actor', { details: { nodeMessage: 'resolve address: actor not found' } }),
    });
    expect((await readStreamClaims(missing.reader, missing.chain, 'f0101', undefined)).claims).toEqual([]);
    const slow = openNode({ id: new SextantError('endpoint-timeout', 'no answer in time') });
    await expect(readStreamClaims(slow.reader, slow.chain, 'f0101', undefined)).rejects.toMatchObject({ code: 'endpoint-timeout' });
  });

  it('are none for others, and nothing more is asked before network version 29', async () => {
    const stranger = openNode({ id: 'f0999' });
    expect((await readStreamClaims(stranger.reader, stranger.chain, 'f0999', undefined)).claims).toEqual([]);
    const before = openNode({ hasStreams: false });
    expect((await readStreamClaims(before.reader, before.chain, 'f0101', undefined)).claims).toEqual([]);
    expect(before.asked.map(({ method }) => method)).toEqual(['StateReadState']);
  });
});
