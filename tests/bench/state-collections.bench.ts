/**
 * State collections of a large storage provider: 100,000 sectors with fields of mainnet sectors.
 * Baselines are the minimum work: one hash and a lookup per key, hashing the stored blocks, and cborg decoding the same blocks without
 * types or a tree.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { minerSectors } from '../../shared/domain/actors/miner-collections.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { type Cid, cidOfDagCbor, parseCid } from '../../shared/domain/encoding/cid.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { diffAmt } from '../../shared/domain/ipld/amt-diff.ts';
import { count } from '../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../shared/domain/ipld/hamt.ts';
import { type HamtLayout, unsignedKey } from '../../shared/domain/ipld/layout.ts';
import { walkNow } from '../../shared/domain/ipld/walk.ts';
import { decodeWithCborg } from '../builders/cborg-links.ts';
import { MemoryBlocks } from '../builders/memory-blocks.ts';
import { readSharedJson } from '../builders/shared-data.ts';
import { compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const SECTORS = 100_000;
const ENTRIES = 20_000;
const ROUNDS = 7;
const layout = minerSectors.v16;

interface RecordedSector {
  SealedCID: { '/': string };
  SealProof: number;
  Activation: number;
  Expiration: number;
  InitialPledge: string;
}
const recorded = Object.values(
  readSharedJson<{ miners: { StateMinerSectors: RecordedSector[] }[] }>('miners/genesis-mainnet.json.gz').miners,
).flatMap((miner) => miner.StateMinerSectors);
const sectors = Array.from({ length: SECTORS }, (_, sectorNumber) => {
  const like = recorded[sectorNumber % recorded.length] as RecordedSector;
  const sector = {
    sectorNumber,
    sealProof: like.SealProof,
    sealedCid: parseCid(like.SealedCID['/']),
    deprecatedDealIds: [],
    activation: like.Activation,
    expiration: like.Expiration,
    dealWeight: 0n,
    verifiedDealWeight: BigInt(sectorNumber) << 50n,
    initialPledge: attoFil(BigInt(like.InitialPledge) + 174_000_000_000_000_000n),
    expectedDayReward: undefined,
    expectedStoragePledge: undefined,
    powerBaseEpoch: like.Activation,
    replacedDayReward: undefined,
    sectorKeyCid: undefined,
    flags: 1,
    dailyFee: attoFil(7_400_000_000n),
  };
  return [sectorNumber, sector] as const;
});

const stored = new MemoryBlocks();
const root = Amt.from(layout, sectors).flush(stored.put);
const bytes = [...stored.byCid.values()];
const sizeBytes = bytes.reduce((sum, block) => sum + block.length, 0);
const note = `${bytes.length} blocks, ${sizeBytes} bytes`;
const open = (cid: Cid) => walkNow(Amt.open(layout, cid), stored.get);
const hashAll = () => bytes.map((block) => blake2b(block, { dkLen: 32 }));

large(
  'array of 100,000 sectors made and stored',
  () => Amt.from(layout, sectors).flush(cidOfDagCbor),
  'blake2b-256 of the same blocks',
  hashAll,
  'above 0.5',
  note,
);
large(
  'array of 100,000 sectors set one after the other and stored',
  () => {
    let amt = Amt.empty(layout);
    for (const [index, sector] of sectors) amt = walkNow(amt.set(index, sector), stored.get);
    return amt.flush(cidOfDagCbor);
  },
  'blake2b-256 of the same blocks',
  hashAll,
  'above 0.3',
  note,
);
large(
  '100,000 sectors read from blocks in memory',
  () => walkNow(open(root).entries(), stored.get),
  'cborg decodes the same blocks',
  () => bytes.map(decodeWithCborg),
  'above 1',
  note,
);

const changed = walkNow(open(root).set(54_321, (sectors[0] as (typeof sectors)[number])[1]), stored.get).flush(stored.put);
large(
  'difference of two arrays of 100,000 sectors, one changed',
  () => walkNow(diffAmt(open(root), open(changed)), stored.get),
  'all sectors read',
  () => walkNow(open(root).entries(), stored.get),
  'above 100',
);

const mapLayout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
const plain = new Map(Array.from({ length: ENTRIES }, (_, key) => [key * 7919, key]));
const mapBlocks = new MemoryBlocks();
let hamt = Hamt.empty(mapLayout);
for (const entry of plain) hamt = walkNow(hamt.set(...entry), mapBlocks.get);
const mapRoot = hamt.flush(mapBlocks.put);
const keys = [...plain.keys()];
const mapGet = (index: number) => {
  const key = keys[(index * 31) % keys.length] as number;
  return [plain.get(key), sha256(unsignedKey.toBytes(key))];
};
small(
  'get from a map of 20,000 entries, nodes at hand',
  (index) => walkNow(hamt.get(keys[(index * 31) % keys.length] as number), mapBlocks.get),
  'above 0.7',
);
small(
  'get from a map of 20,000 entries, each time from its root block',
  (index) => walkNow(walkNow(Hamt.open(mapLayout, mapRoot), mapBlocks.get).get(keys[(index * 31) % keys.length] as number), mapBlocks.get),
  'none: three nodes are decoded for it',
);
const mapBytes = [...mapBlocks.byCid.values()];
large(
  '20,000 entries of a map read from blocks in memory, each key checked by its hash',
  () => walkNow(walkNow(Hamt.open(mapLayout, mapRoot), mapBlocks.get).entries(), mapBlocks.get),
  'cborg decodes the same blocks, and sha2-256 of each key',
  () => [mapBytes.map(decodeWithCborg), keys.map((key) => sha256(unsignedKey.toBytes(key)))],
  'above 1',
  `${mapBytes.length} blocks`,
);

/** One call does all the work; the rate is calls per second. */
function large(bench: string, operation: () => unknown, name: string, baseline: () => unknown, aim: string, remark?: string): void {
  const { perSecond, baselinePerSecond, ratio } = compare({ calls: 1, rounds: ROUNDS, operation, baseline });
  report({
    bench,
    unit: 'ms',
    measured: 1000 / perSecond,
    baseline: { name, value: 1000 / baselinePerSecond },
    ratio,
    aim,
    ...(remark === undefined ? {} : { note: remark }),
  });
}

function small(bench: string, operation: (index: number) => unknown, aim: string): void {
  const { perSecond, baselinePerSecond, ratio } = compare({ calls: 20_000, operation, baseline: mapGet });
  report({
    bench,
    unit: 'calls/s',
    measured: perSecond,
    baseline: { name: 'Map.get and one sha2-256', value: baselinePerSecond },
    ratio,
    aim,
  });
}
