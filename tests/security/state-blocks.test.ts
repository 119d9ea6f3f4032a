/** What an endpoint can do with the blocks that it gives: nothing but be caught. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../electron/rpc/answer-cache.ts';
import type { BlockEndpoint } from '../../electron/services/state/block-endpoint.ts';
import { BlockReader } from '../../electron/services/state/block-reader.ts';
import { MinerSectorsRead } from '../../electron/services/state/miner-sectors-read.ts';
import { minerSectors } from '../../shared/domain/actors/miner-collections.ts';
import { type MinerSector, minerSector } from '../../shared/domain/actors/miner-sector.ts';
import { idAddress } from '../../shared/domain/addresses/address.ts';
import { bitfieldOf } from '../../shared/domain/encoding/bitfield.ts';
import { bytesToBase64 } from '../../shared/domain/encoding/bytes.ts';
import { CborWriter } from '../../shared/domain/encoding/cbor.ts';
import { type Cid, cidFromParts, cidOfDagCbor, cidOfDagCborSha256, cidParts, parseCid } from '../../shared/domain/encoding/cid.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { encodeBlock } from '../../shared/domain/ipld/codec.ts';
import { readBlocks, walkNow } from '../../shared/domain/ipld/walk.ts';
import { inlineBlock, isBlockOf } from '../../shared/domain/state/block-hash.ts';
import { openMiner, openSectors } from '../../shared/domain/state/miner.ts';
import { readDeadlines, readPartitions } from '../../shared/domain/state/miner-partitions.ts';
import { openStateTree, readActor } from '../../shared/domain/state/state-tree.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { failureOf } from '../builders/failure-of.ts';
import { genesisState } from '../builders/genesis-state.ts';
import { startStateReads } from '../builders/state-reads.ts';
import { type BlockAnswer, missing } from '../fakes/state-node/state-node.ts';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(networkVersion = 0, hasSocket = false) {
  const reads = await startStateReads({ network: 'mainnet', networkVersion, hasSocket });
  cleanups.push(() => reads.stop());
  return reads;
}

const NEVER = new AbortController().signal;
const CALL: CallRef = { id: 1, method: 'ChainReadObj', tookMs: 0, atMs: 0, isCached: false };

/** Blocks after so many are answered otherwise. */
const AFTER = 20;

describe.each([
  ['HTTP', false],
  ['WebSocket', true],
])('over %s', (_, hasSocket) => {
  const lies: readonly (readonly [string, (bytes: Uint8Array) => BlockAnswer, string])[] = [
    ['other bytes', (bytes) => ({ result: bytesToBase64(bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)) }), 'block-mismatch'],
    ['the bytes and one more', (bytes) => ({ result: bytesToBase64(Uint8Array.of(...bytes, 0)) }), 'block-mismatch'],
    ['no bytes', () => ({ result: '' }), 'block-mismatch'],
    ['what is no base64', () => ({ result: '&&&&' }), 'endpoint-bad-reply'],
    ['what is no text', () => ({ result: { '/': 'bafy' } }), 'endpoint-bad-reply'],
    ['null', () => ({ result: null }), 'endpoint-bad-reply'],
    ['more than a block can be', () => ({ result: bytesToBase64(new Uint8Array(2_097_152 + 3)) }), 'endpoint-bad-reply'],
  ];

  it.each(lies)('%s in place of a block stop the read, and are not kept', async (_what, lie, code) => {
    const { service, ended, node } = await open(0, hasSocket);
    let liedAbout: Cid | undefined;
    node.lie = (cid, bytes) => {
      if (liedAbout === undefined && node.asked.length > AFTER) liedAbout = cid;
      return cid === liedAbout && bytes !== undefined ? lie(bytes) : undefined;
    };
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    const failed = await ended(readId);
    expect(failed).toMatchObject({ state: 'failed', problem: { code, details: { method: 'ChainReadObj', callId: expect.any(Number) } } });
    if (code === 'block-mismatch') {
      expect(failed.problem?.message).toContain(`Test returned a block for the `);
      expect(failed.problem?.message).toContain(liedAbout);
      expect(failed.problem?.retryable).toBe(false);
    }
    // The true block is asked for again: nothing of the lie was kept, in memory or on disk.
    node.lie = () => undefined;
    await service.continueRead({ readId, callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
    expect(node.asked.filter((cid) => cid === liedAbout)).toHaveLength(2);
  });
});

describe('a tipset whose header does not hash to its key', () => {
  it('is refused as a block', async () => {
    const { service, ended, node } = await open();
    node.lie = (cid) => (cid === node.key[0] ? { result: bytesToBase64(Uint8Array.of(0x80)) } : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect((await ended(readId)).problem).toMatchObject({ code: 'block-mismatch', message: expect.stringContaining(node.key[0] ?? '') });
    expect(node.asked).toHaveLength(1);
  });

  it('is refused as JSON, where another state root would have other balances', async () => {
    const { service, ended, node } = await open();
    node.lie = (cid) => (cid === node.key[0] ? missing(cid) : undefined);
    const Blocks = node.tipset.Blocks.map((block) => ({ ...block, ParentStateRoot: block.Messages }));
    node.tipset = { ...node.tipset, Blocks };
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect((await ended(readId)).problem).toMatchObject({ code: 'block-mismatch', details: { method: 'ChainGetTipSet' } });
  });
});

it('a key of CIDs that hold their own bytes is no tipset: they prove nothing', async () => {
  const { service, ended } = await open();
  const inline = cidFromParts(0x71, 0, Uint8Array.of(0x80));
  const { readId } = await service.startMinerRead({ address: 'f01000', tipsetKey: [inline], callBudget: 10 });
  expect(await ended(readId)).toMatchObject({ state: 'failed', calls: 0, problem: { code: 'invalid-input' } });
});

it('a network version that is a lie leads to a state that cannot be read, and to no figure', async () => {
  const { service, ended } = await open(27);
  const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
  expect((await ended(readId)).problem).toMatchObject({
    code: 'endpoint-bad-reply',
    message: expect.stringContaining('could not be read'),
  });
  const view = await service.getMinerRead({ readId });
  expect(Object.keys(view)).toEqual(['readId', 'address']);
  expect(() => service.sectorsOf(readId)).toThrow(expect.objectContaining({ code: 'not-found' }));
});

describe('blocks and their CIDs', () => {
  const bytes = Uint8Array.of(0x83, 1, 2, 3);

  it('fit by blake2b-256 and sha2-256, and by no shortened or unknown hash', () => {
    expect(isBlockOf(cidOfDagCbor(bytes), bytes)).toBe(true);
    expect(isBlockOf(cidOfDagCborSha256(bytes), bytes)).toBe(true);
    expect(isBlockOf(cidOfDagCbor(bytes), Uint8Array.of(0x83, 1, 2, 4))).toBe(false);
    expect(isBlockOf(cidFromParts(0x71, 0xb220, new Uint8Array()), bytes)).toBe(false);
    expect(() => isBlockOf(cidFromParts(0x71, 0x11, new Uint8Array(20)), bytes)).toThrow(/cannot be verified/);
    expect(inlineBlock(cidFromParts(0x71, 0, bytes))).toEqual(bytes);
    expect(inlineBlock(parseCid(cidOfDagCbor(bytes)))).toBeUndefined();
  });
});

describe('a state that was made to exhaust', () => {
  const { source, stateRoot } = genesisState('mainnet');

  it('has collections that hold themselves over and over: a range of them costs what the range costs', () => {
    const made = new Map<Cid, Uint8Array>();
    const put = (block: Uint8Array): Cid => {
      const cid = cidOfDagCbor(block);
      made.set(cid, block);
      return cid;
    };
    const read = (cid: Cid): Uint8Array => made.get(cid) ?? source(cid);
    const layout = minerSectors.v0;
    // 8^20 sectors that are all the same block: each node has one child in all its places.
    const [[, sector] = none()] = walkNow(
      walkNow(openSectors(walkNow(someMiner(), source)), source).entries({ from: 0, before: 1 }),
      source,
    );
    let child = put(
      nodeOf(
        (writer) => writer.array(0),
        8,
        () => encodeBlock(minerSector.v0, sector as MinerSector<'v0'>),
      ),
    );
    for (let height = 1; height < 20; height += 1) {
      const below = child;
      child = put(
        nodeOf(
          (writer) => allLinks(writer, below),
          0,
          () => new Uint8Array(),
        ),
      );
    }
    const root = new CborWriter().array(3).integer(20).integer(Number.MAX_SAFE_INTEGER).finish();
    const rootNode = nodeOf(
      (writer) => allLinks(writer, child),
      0,
      () => new Uint8Array(),
    );
    const amt = walkNow(Amt.open(layout, put(Uint8Array.of(...root, ...rootNode))), read);
    expect(walkNow(amt.entries({ from: 0, before: 8192 }), read)).toHaveLength(8192);
  });

  it('names more partitions than a deadline can have: refused before they are read', () => {
    const miner = walkNow(someMiner(), source);
    const [deadline] = walkNow(readDeadlines(miner), source);
    if (deadline === undefined) throw new Error('no deadline');
    const root = new CborWriter().array(3).integer(3).integer(3001).finish();
    const many = Uint8Array.of(...root, ...nodeOf((writer) => allLinks(writer, miner.actor.head), 0, none));
    const walk = readPartitions(miner, [{ ...deadline, partitions: cidOfDagCbor(many) }]);
    expect(() => walkNow(walk, () => many)).toThrow(/the maximum is 3000/);
  });

  it('has blocks so large that those of one round could not be held: what asked for them gets none', async () => {
    const block = new Uint8Array(2_097_152);
    const { digest } = cidParts(cidOfDagCbor(block));
    // The same bytes under other codecs: each is a block that is asked for.
    const cids = Array.from({ length: 33 }, (_, codec) => cidFromParts(codec, 0xb220, digest));
    const reader = readerOver({
      name: 'Test',
      client: { call: async () => ({ value: block as never, call: CALL }) },
      versions: NO_VERSIONS,
    });
    const failed = await failureOf(reader.walk('the sectors of f01000', readBlocks(cids), NEVER));
    expect(failed).toMatchObject({ code: 'endpoint-bad-reply', message: expect.stringContaining('larger than those of any valid state') });
  });

  it('names sectors in partitions that the miner does not have: the first of them end the read, and none is listed', async () => {
    const { node, connections } = await open();
    const reader = readerOver(await connections.requireActive());
    let empty = new Uint8Array();
    const sectors = Amt.empty(minerSectors.v0).flush((block) => {
      empty = Uint8Array.from(block);
      return cidOfDagCbor(block);
    });
    node.lie = (cid) => (cid === sectors ? { result: bytesToBase64(empty) } : undefined);
    const { layout, actor, state } = walkNow(someMiner(), source);
    const miner = { layout, actor, state: { ...state, sectors } };
    const [partition] = walkNow(readPartitions(miner, walkNow(readDeadlines(miner), source)), source);
    if (partition === undefined) throw new Error('no partition');
    // Far from each other: without a block to wait for, they would be gone through in one turn.
    const claimed = bitfieldOf(Array.from({ length: 1000 }, (_, index) => index * 10_000));
    const context = { name: 'f01000', miner, stateCall: CALL, sectorSize: 2048n, height: 0, timeMsOf: () => 0, reader };
    const read = new MinerSectorsRead(context, [{ ...partition, sectors: claimed, live: claimed }], claimed, 0);
    const failure = { code: 'endpoint-bad-reply', message: expect.stringContaining('the state is damaged') };
    const steps: number[] = [];
    expect(await failureOf(read.sums(NEVER, (done) => steps.push(done)))).toMatchObject(failure);
    expect(steps).toEqual([]);
    read.table.show();
    expect(read.table.table.total).toBe(0);
  });

  function* someMiner() {
    const tree = yield* openStateTree('v0', stateRoot);
    const found = yield* readActor(tree, idAddress(1000));
    if (found === undefined) throw new Error('no miner');
    return yield* openMiner('v0', found.actor);
  }
});

const NO_VERSIONS: BlockEndpoint['versions'] = {
  reportMismatch: () => undefined,
  readWriter: () => expect.fail('no version is asked about'),
};

function readerOver(endpoint: BlockEndpoint): BlockReader {
  const cache = new AnswerCache<Uint8Array>({ maxEntries: 100, maxBytes: 1_000_000 });
  const reader = new BlockReader(endpoint, { cache, clock: systemClock, cause: 'test', onProgress: () => undefined });
  reader.allow(100);
  return reader;
}

/** A node of an array of which every place is taken. */
function nodeOf(writeLinks: (writer: CborWriter) => void, valueCount: number, value: () => Uint8Array): Uint8Array {
  const writer = new CborWriter().array(3).bytes(Uint8Array.of(0xff));
  writeLinks(writer);
  const head = writer.array(valueCount).finish();
  return Uint8Array.of(...head, ...Array.from({ length: valueCount }, value).flatMap((bytes) => [...bytes]));
}

function allLinks(writer: CborWriter, cid: Cid): void {
  writer.array(8);
  for (let place = 0; place < 8; place += 1) writer.link(cid);
}

function none(): never {
  throw new Error('no sector');
}
