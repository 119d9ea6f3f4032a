import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { actorStateCodec } from '../../../../../shared/domain/actors/actor-state-codec.ts';
import { actorStateValue } from '../../../../../shared/domain/actors/actor-state-value.ts';
import { marketState } from '../../../../../shared/domain/actors/market-state.ts';
import { rewardState, rewardTotals } from '../../../../../shared/domain/actors/reward-state.ts';
import {
  claimParams,
  claimReturn,
  decodePendingWrite,
  pendingWrite,
  registerStreamPayload,
  rewardStreams,
  setDistributionPayload,
  weightRecord,
  weightUpdates,
} from '../../../../../shared/domain/actors/reward-streams.ts';
import { addressToBytes } from '../../../../../shared/domain/addresses/address.ts';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeBigIntBytes as big } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Vector {
  readonly type: string;
  readonly name: string;
  readonly hex: string;
  readonly value: unknown;
}

const { vectors } = readSharedJson<{ vectors: readonly Vector[] }>('nv29/reward-cbor.json');

/** What the state holds; the other types are parameters and returns of methods. */
const CODECS: Readonly<Record<string, Codec<unknown>>> = {
  State: rewardState.v19,
  StreamsState: rewardStreams,
  WeightRecord: weightRecord,
  SetWeightRecordsParams: weightUpdates,
  StepWeightRecordsParams: weightUpdates,
  RegisterStreamPayload: registerStreamPayload,
  SetDistributionPayload: setDistributionPayload,
  PendingWrite: pendingWrite,
  ClaimParams: claimParams,
  ClaimReturn: claimReturn,
};

/** A value as the vectors write it, without names: numbers and amounts as decimal text, bytes as hex. */
function positional(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString();
  if (typeof value === 'string') {
    if (value.startsWith('b')) return bytesToHex(CID.parse(value).bytes);
    if (value.startsWith('f0') || value.startsWith('t0')) return `f0${value.slice(2)}`;
    return `bytes:${bytesToHex(addressToBytes(value as never))}`;
  }
  if (value instanceof Uint8Array) return bytesToHex(value);
  return Object.values(value).map(positional);
}

function published(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  return Object.values(value as object).map(published);
}

describe('published vectors of the state of version 19', () => {
  it('decode to every field and encode to the same bytes', () => {
    let count = 0;
    for (const { type, name, hex, value } of vectors) {
      const codec = CODECS[type];
      if (codec === undefined) continue;
      const decoded = decodeBlock(codec, hexToBytes(hex));
      expect(positional(decoded), `${type} ${name}`).toEqual(published(value));
      expect(bytesToHex(encodeBlock(codec, decoded)), `${type} ${name}`).toBe(hex);
      count += 1;
    }
    checked(count, 16, 'vectors of reward states');
  });
});

const bytesOf = (type: string, name: string) =>
  hexToBytes(vectors.find((vector) => vector.type === type && vector.name === name)?.hex ?? expect.fail(`no vector ${type} ${name}`));

describe('the state of the reward actor at version 29', () => {
  const state = decodeBlock(rewardState.v19, bytesOf('State', 'populated'));

  it('is shown with the names of Lotus, sums as amounts', () => {
    const codec = actorStateCodec('reward', 'v19') ?? expect.fail('no codec');
    expect(codec.toJson(state, 't')).toMatchObject({
      TotalMintedReward: '8',
      TotalBurnMinted: '9',
      TotalExplicitMinted: '10',
      SWATimelockEpochs: 13,
      SWAActor: 't01001',
      Accrued: [{ ID: 2, Amount: '11' }],
      StreamsRoot: { '/': state.streamsRoot },
    });
    const { value } = actorStateValue(codec.toJson(state, 'f')) as { value: { fields: readonly { name: string; value: unknown }[] } };
    const field = (wanted: string) => value.fields.find(({ name }) => name === wanted)?.value;
    expect(field('TotalMintedReward')).toEqual({ kind: 'amount', value: 8n });
    expect(field('SWATimelockEpochs')).toMatchObject({ kind: 'integer', value: 13n, unit: 'epochs' });
    expect(field('SWAActor')).toEqual({ kind: 'address', value: 'f01001' });
  });

  it('has its sums where other layouts have theirs', () => {
    expect(rewardTotals(state)).toEqual({ minted: 8n, burned: 9n, explicit: 10n });
    const [zero, estimate] = [big(0n), [big(0n), big(0n)]];
    const before = encodeWithCborg([zero, zero, 0, zero, zero, estimate, zero, 0, big(5n), big(1n), big(1n)]);
    expect(rewardTotals(decodeBlock(rewardState.v16, before))).toEqual({ minted: 5n, burned: 0n, explicit: 0n });
    expect(codeOf(() => decodeBlock(rewardState.v19, before))).toBe('cbor');
  });
});

describe('the streams block', () => {
  it('is shown with the names of Lotus', () => {
    const streams = decodeBlock(rewardStreams, bytesOf('StreamsState', 'populated'));
    expect(rewardStreams.toJson(streams, 'f')).toEqual({
      Streams: [
        { ID: 1, Weight: { VStart: 0, Slope: 0, TStart: 0, Floor: 0, Cap: 0 }, Distribution: null },
        {
          ID: 2,
          Weight: { VStart: 5, Slope: -2, TStart: 1, Floor: 4, Cap: 5 },
          Distribution: {
            Writer: 'f0100',
            Shares: [{ Recipient: 'f0101', Share: 6 }],
            Payable: [{ Recipient: 'f0102', Amount: '7' }],
            ClaimedPeriod: [{ Recipient: 'f0103', Amount: '8' }],
          },
        },
      ],
      Tombstones: [{ ID: 3, Payable: [{ Recipient: 'f0104', Amount: '9' }] }],
      PendingWritesQueue: [{ ID: 4, Op: 2, Payload: 'gQE=', EffectiveEpoch: 10 }],
    });
  });

  it('with more rows than the actor keeps is refused before they are read', () => {
    const zero = [0, 0, 0, 0, 0];
    const streams = (count: number) => encodeWithCborg([Array.from({ length: count }, (_, index) => [index + 1, zero, null]), [], []]);
    expect(decodeBlock(rewardStreams, streams(8)).streams).toHaveLength(8);
    expect(codeOf(() => decodeBlock(rewardStreams, streams(9)))).toBe('cbor');
    const writes = Array.from({ length: 27 }, () => [null, 0, new Uint8Array(), 1]);
    expect(codeOf(() => decodeBlock(rewardStreams, encodeWithCborg([[], [], writes])))).toBe('cbor');
  });
});

describe('a pending write', () => {
  const write = (operation: number, payload: Uint8Array) => ({ id: 2n, operation, payload, effectiveEpoch: 10 });

  it('says what it will do', () => {
    const weight = { vStart: 2n, slope: -1n, tStart: 3, floor: 0n, cap: 4n };
    expect(decodePendingWrite(write(0, bytesOf('SetWeightRecordsParams', 'queued payload')))).toMatchObject({
      operation: 'SetWeightRecords',
      updates: [{ id: 1n, weight }, { id: 5n }],
    });
    expect(decodePendingWrite(write(1, bytesOf('SetWeightRecordsParams', 'empty')))).toEqual({
      operation: 'StepWeightRecords',
      updates: [],
    });
    expect(decodePendingWrite(write(2, bytesOf('RegisterStreamPayload', 'explicit')))).toEqual({
      operation: 'RegisterStream',
      weight,
      distribution: { writer: 'f0200', shares: [{ recipient: 'f0101', share: 10n ** 18n }] },
    });
    expect(decodePendingWrite(write(3, Uint8Array.of(0x80)))).toEqual({ operation: 'RemoveStream' });
    expect(decodePendingWrite(write(4, bytesOf('SetDistributionPayload', 'f01')))).toEqual({ operation: 'SetDistribution', writer: 'f01' });
  });

  it('of an unknown operation, or with the payload of another one, is refused', () => {
    expect(codeOf(() => decodePendingWrite(write(5, Uint8Array.of(0x80))))).toBe('reward-stream');
    expect(codeOf(() => decodePendingWrite(write(3, Uint8Array.of(0x81, 0))))).toBe('cbor');
    expect(codeOf(() => decodePendingWrite(write(4, Uint8Array.of(0x80))))).toBe('cbor');
  });
});

it('the market keeps no pending allocations at version 29', () => {
  const link = CID.parse('bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a');
  const fields = [link, link, link, link, link, 7, link, 100, big(1n), big(2n), big(3n)];
  const state = decodeBlock(marketState.v19, encodeWithCborg([...fields, link]));
  expect(state).toMatchObject({ nextId: 7, totalClientStorageFee: 3n, providerSectors: link.toString() });
  expect(bytesToHex(encodeBlock(marketState.v19, state))).toBe(bytesToHex(encodeWithCborg([...fields, link])));
  expect(codeOf(() => decodeBlock(marketState.v19, encodeWithCborg([...fields, link, link])))).toBe('cbor');
  expect(decodeBlock(marketState.v16, encodeWithCborg([...fields, link, link]))).toHaveProperty('pendingDealAllocationIds');
});
