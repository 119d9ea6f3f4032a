import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { type BlockHeader, blockCid, decodeBlockHeader, encodeBlockHeader } from '../../../../../shared/domain/chain/block-header.ts';
import { epochToTimeMs, timeMsToEpoch } from '../../../../../shared/domain/chain/epoch.ts';
import { networkByName } from '../../../../../shared/domain/chain/networks.ts';
import {
  cidFromEthHash,
  decodeTipsetKey,
  encodeTipsetKey,
  ethHashFromCid,
  formatTipsetKey,
  orderByTicket,
  parseTipsetKey,
  type Tipset,
  tipsetKeyCid,
} from '../../../../../shared/domain/chain/tipset.ts';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink, cidFromParts, cidOfDagCbor, cidToBytes, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { blockHeaderToJson, parseNodeBlockHeader } from '../../../../../shared/validation/node/block-header.ts';
import { parseNodeHeadChanges } from '../../../../../shared/validation/node/head-changes.ts';
import { parseNodeTipset, tipsetToJson } from '../../../../../shared/validation/node/tipset.ts';
import { changeEveryByte } from '../../../../builders/change-every-byte.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

const files = listSharedFiles('chain/tipsets');
const tipsets: readonly { file: string; json: { Cids: unknown[]; Blocks: unknown[]; Height: number }; tipset: Tipset }[] = files.map(
  (file) => {
    const json = readSharedJson<{ Cids: unknown[]; Blocks: unknown[]; Height: number }>(`chain/tipsets/${file}`);
    return { file, json, tipset: parseNodeTipset(json) };
  },
);

describe('tipsets of public chains', () => {
  it('hash to their CIDs, block by block', () => {
    const blocks = tipsets.flatMap(({ tipset }) => tipset.blocks.map((block, index) => ({ block, cid: tipset.key[index] })));
    for (const { block, cid } of blocks) {
      expect(blockCid(block)).toBe(cid);
      expect(decodeBlockHeader(encodeBlockHeader(block))).toEqual(block);
    }
    checked(tipsets.length, 19, 'tipsets');
    checked(blocks.length, 55, 'blocks with their CID');
  });

  it('stand in the order of their tickets', () => {
    for (const { tipset } of tipsets) {
      const blocks = tipset.blocks.map((header) => ({ header, cid: blockCid(header) }));
      expect(orderByTicket([...blocks].reverse()).map(({ cid }) => cid)).toEqual(tipset.key);
    }
    checked(tipsets.filter(({ tipset }) => tipset.key.length > 1).length, 12, 'tipsets of several blocks in the order of their tickets');
  });

  it('are dated by genesis and height', () => {
    for (const { file, tipset } of tipsets) {
      const network = networkByName(file.startsWith('mainnet') ? 'mainnet' : 'calibrationnet');
      if (network === undefined) throw new Error('both networks are known');
      for (const block of tipset.blocks) {
        // The genesis block itself carries the time its file was made, not the time the chain started.
        if (tipset.height > 0) expect(block.timestamp * 1000, file).toBe(epochToTimeMs(block.height, network));
        expect(timeMsToEpoch(epochToTimeMs(block.height, network), network)).toBe(block.height);
      }
    }
  });

  it('survive node JSON in both letters', () => {
    for (const { tipset, json } of tipsets) {
      expect(parseNodeTipset(tipsetToJson(tipset, 't'))).toEqual(tipset);
      expect(tipsetToJson(tipset, 'f').Cids).toEqual(json.Cids);
    }
  });

  it('are written as Lotus writes them, null where nothing is: the genesis has no proofs and no signatures', () => {
    const mainnet = tipsets.filter(({ file }) => file.startsWith('mainnet'));
    for (const { tipset, json, file } of mainnet) expect(tipsetToJson(tipset, 'f'), file).toEqual(json);
    expect(mainnet.length).toBeGreaterThan(5);
    for (const { tipset } of tipsets) {
      const [header] = tipset.blocks;
      if (header === undefined) throw new Error('a tipset has blocks');
      const bare = { ...header, beaconEntries: [], winPoStProof: [], parents: [], ticket: new Uint8Array() };
      expect(blockHeaderToJson(bare, 'f')).toMatchObject({
        BeaconEntries: null,
        WinPoStProof: null,
        Parents: null,
        Ticket: { VRFProof: null },
      });
      expect(parseNodeBlockHeader(blockHeaderToJson(bare, 'f'))).toEqual(bare);
    }
  });

  it('name their predecessors: mainnet 1 to 3 are linked', () => {
    const at = (height: number) => tipsets.find(({ file }) => file === `mainnet-${height}.json`)?.tipset;
    for (const height of [1, 2, 3]) {
      const child = at(height);
      const parent = at(height - 1);
      expect([...new Set(child?.blocks.map(({ parents }) => parents.join()))]).toEqual([parent?.key.join()]);
    }
  });

  it('have keys that survive text, bytes and node JSON', () => {
    for (const { tipset, json } of tipsets) {
      expect(parseTipsetKey(formatTipsetKey(tipset.key))).toEqual(tipset.key);
      expect(parseTipsetKey(JSON.stringify(json.Cids))).toEqual(tipset.key);
      expect(parseTipsetKey(tipset.key.join('\n'))).toEqual(tipset.key);
      expect(decodeTipsetKey(encodeTipsetKey(tipset.key))).toEqual(tipset.key);
      // The CID as Lotus makes it: of a CBOR byte string, whose head is written here by hand.
      const length = tipset.key.length * 38;
      const head = length < 256 ? Uint8Array.of(0x58, length) : Uint8Array.of(0x59, length >> 8, length & 0xff);
      const cid = tipsetKeyCid(tipset.key);
      expect(cid).toBe(cidOfDagCbor(concatBytes(head, ...tipset.key.map(cidToBytes))));
      expect(cidFromEthHash(ethHashFromCid(cid))).toBe(cid);
    }
    checked(tipsets.length, 19, 'tipset keys in every form');
  });

  it('are known to Ethereum by the digest of their key, as every recorded log says', () => {
    let logs = 0;
    for (const file of listSharedFiles('chain/events').filter((name) => name.endsWith('.ethlog.json.gz'))) {
      const { tipset } = tipsets.find((entry) => entry.file === file.replace('.ethlog.json.gz', '.json')) ?? {};
      for (const log of readSharedJson<{ blockHash: string; blockNumber: string }[]>(`chain/events/${file}`)) {
        expect(Number(log.blockNumber)).toBe(tipset?.height);
        expect(log.blockHash).toBe(ethHashFromCid(tipsetKeyCid(tipset?.key ?? [])));
        logs += 1;
      }
    }
    checked(logs, 228, 'Ethereum logs whose block hash is the digest of the tipset key');
  });

  it('have one key CID for one order of blocks', () => {
    const key = tipsets.find(({ tipset }) => tipset.key.length > 1)?.tipset.key ?? [];
    expect(tipsetKeyCid(key)).toMatch(/^bafy2bzace/);
    expect(tipsetKeyCid([...key].reverse())).not.toBe(tipsetKeyCid(key));
    expect(parseTipsetKey(formatTipsetKey([...key].reverse()))).toEqual([...key].reverse());
  });
});

describe('a syncing node of October 2020', () => {
  it('names blocks by their CIDs', () => {
    const { result } = readSharedJson<{ result: { ActiveSyncs: { Base: unknown; Target: unknown }[] } }>(
      'chain/sync-state-mainnet-2020.json',
    );
    let blocks = 0;
    for (const value of result.ActiveSyncs.flatMap(({ Base, Target }) => [Base, Target])) {
      if (value === null) continue;
      const { key, blocks: headers } = parseNodeTipset(value);
      expect(headers.map(blockCid)).toEqual(key);
      for (const header of headers) expect(decodeBlockHeader(encodeBlockHeader(header))).toEqual(header);
      blocks += headers.length;
    }
    checked(blocks, 2, 'blocks of a recorded SyncState with their CID');
  });
});

describe('texts that are no tipset key', () => {
  const key = tipsets.find(({ tipset }) => tipset.key.length > 1)?.tipset.key ?? [];

  it.each([
    ['nothing', '', 'tipset-key'],
    ['no blocks', '{}', 'tipset-key'],
    ['a block twice', `${key[0]},${key[0]}`, 'tipset-key'],
    ['more text than any key', `${key[0]} `.repeat(1000), 'tipset-key'],
    ['an epoch', '4863283', 'cid'],
    ['a block cut off', String(key[0]).slice(0, -2), 'cid'],
  ])('%s', (_name, text, code) => {
    expect(codeOf(() => parseTipsetKey(text))).toBe(code);
  });

  it.each([
    ['a list', '80', 'tipset-key'],
    ['bytes after it', '4000', 'cbor'],
    ['a CID cut off', '43017100', 'cid'],
  ])('in bytes: %s', (_name, hex, code) => {
    expect(codeOf(() => decodeTipsetKey(hexToBytes(hex)))).toBe(code);
  });

  it.each(['', '0x', 'ab'.repeat(32), `0x${'ab'.repeat(31)}`, `0x${'ab'.repeat(33)}`, `0x${'zz'.repeat(32)}`])('the hash %s', (hash) => {
    expect(codeOf(() => cidFromEthHash(hash))).toBe('eth-hash');
  });

  it('CIDs without an Ethereum hash: raw bytes, sha2-256, version 0', () => {
    for (const text of [
      'bafkqaetgnfwc6mjpon2g64tbm5sw22lomvza',
      'bafyreiaqpwbbyjo4a42saasj36kkrpv4tsherf2e7bvezkert2a7dhonoi',
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
    ])
      expect(codeOf(() => ethHashFromCid(parseCid(text)))).toBe('eth-hash');
  });
});

describe('any header', () => {
  const bytes = fc.uint8Array({ maxLength: 12 });
  const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  const uint64 = fc.bigInt(0n, 2n ** 64n - 1n);
  const cid = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((digest) => cidFromParts(0x71, 0xb220, digest));
  const signature = fc.record({ type: fc.constantFrom('bls' as const, 'secp256k1' as const), data: bytes });
  const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const header: fc.Arbitrary<BlockHeader> = fc.record({
    miner: fc.bigInt(0n, 2n ** 63n - 1n).map(idAddress),
    ticket: optional(bytes),
    electionProof: optional(fc.record({ winCount: int64, vrfProof: bytes })),
    beaconEntries: fc.array(fc.record({ round: uint64, data: bytes }), { maxLength: 2 }),
    winPoStProof: fc.array(fc.record({ poStProof: int64, proofBytes: bytes }), { maxLength: 2 }),
    parents: fc.array(cid, { maxLength: 3 }),
    parentWeight: fc.bigInt(0n, 2n ** 100n),
    height: fc.nat(),
    parentStateRoot: cid,
    parentMessageReceipts: cid,
    messages: cid,
    blsAggregate: optional(signature),
    timestamp: fc.maxSafeNat(),
    blockSig: optional(signature),
    forkSignaling: uint64,
    parentBaseFee: fc.bigInt(0n, 2n ** 70n).map(attoFil),
  });

  it('survives bytes and node JSON', () => {
    fc.assert(
      fc.property(header, (sample) => {
        const written = encodeBlockHeader(sample);
        expect(decodeBlockHeader(written)).toEqual(sample);
        expect(bytesToHex(encodeBlockHeader(decodeBlockHeader(written)))).toBe(bytesToHex(written));
        expect(parseNodeBlockHeader(blockHeaderToJson(sample, 't'))).toEqual(sample);
      }),
      { numRuns: 300 },
    );
  });

  it('is another one when a byte is changed, or none', () => {
    fc.assert(
      fc.property(header, (sample) => {
        changeEveryByte(encodeBlockHeader(sample), (copy) => encodeBlockHeader(decodeBlockHeader(copy)), [1, 2, 4, 8, 16, 32, 64, 128]);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['nothing', '', 'cbor'],
    ['a message', '8a', 'block-header'],
    ['a header cut off', '904200', 'cbor'],
    ['a miner as text', '90620063', 'block-header'],
    ['8193 parents', `90420063f6f68080${'992001'}`, 'block-header'],
    ['a ticket of two fields', '90420063824040', 'block-header'],
  ])('is not %s', (_name, hex, code) => {
    expect(codeOf(() => decodeBlockHeader(hexToBytes(hex)))).toBe(code);
  });
});

describe('tipsets that are none', () => {
  const good = tipsets.find(({ tipset }) => tipset.key.length > 1)?.json ?? { Cids: [], Blocks: [], Height: 0 };

  it.each([
    ['no blocks', { Cids: [], Blocks: [], Height: 1 }],
    ['a CID too few', { ...good, Cids: good.Cids.slice(1) }],
    ['another height', { ...good, Height: good.Height + 1 }],
    ['CIDs as text', { ...good, Cids: good.Cids.map((cid) => cidFromLink(cid)) }],
    ['null', null],
    ['a list', [good]],
  ])('%s', (_name, value) => {
    expect(() => parseNodeTipset(value)).toThrow(DomainError);
  });
});

describe('published block headers', () => {
  it('have the published bytes and CIDs', () => {
    const vectors =
      readSharedJson<{ block: unknown; cborHex?: string; cbor_hex?: string; cid: string | { '/': string } }[]>(
        'messages/block_headers.json',
      );
    for (const vector of vectors) {
      const header = parseNodeBlockHeader(vector.block);
      const hex = vector.cborHex ?? vector.cbor_hex ?? '';
      expect(bytesToHex(encodeBlockHeader(header))).toBe(hex);
      expect(decodeBlockHeader(hexToBytes(hex))).toEqual(header);
      expect(blockCid(header)).toBe(typeof vector.cid === 'string' ? vector.cid : vector.cid['/']);
    }
    checked(vectors.length, 3, 'published block headers');
  });
});

describe('head changes', () => {
  it('are read from recorded subscriptions', () => {
    const counts = listSharedFiles('chain/notify').map((file) => {
      const { frames } = readSharedJson<{ frames: { dir: string; frame: { method?: string; params?: unknown[] } }[] }>(
        `chain/notify/${file}`,
      );
      return frames
        .filter(({ dir, frame }) => dir === 'in' && frame.method === 'xrpc.ch.val')
        .map(({ frame }) => parseNodeHeadChanges(frame.params?.[1]));
    });
    expect(counts).toHaveLength(2);
    for (const items of counts) {
      expect(items.length).toBeGreaterThan(1);
      expect(items[0]?.map(({ type }) => type)).toEqual(['current']);
    }
    expect(parseNodeHeadChanges(null)).toEqual([]);
    expect(() => parseNodeHeadChanges([{ Type: 'sideways', Val: {} }])).toThrow(DomainError);
  });
});
