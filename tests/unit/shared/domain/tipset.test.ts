import { describe, expect, it } from 'vitest';
import { blockCid, decodeBlockHeader, encodeBlockHeader } from '../../../../shared/domain/block-header.ts';
import { bytesToHex, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { cidFromLink } from '../../../../shared/domain/cid.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { epochToTimeMs, timeMsToEpoch } from '../../../../shared/domain/epoch.ts';
import { networkByName } from '../../../../shared/domain/networks.ts';
import { orderByTicket, type Tipset, tipsetKeyCid } from '../../../../shared/domain/tipset.ts';
import { parseNodeBlockHeader } from '../../../../shared/validation/node/block-header.ts';
import { parseNodeHeadChanges } from '../../../../shared/validation/node/head-changes.ts';
import { parseNodeTipset, tipsetToJson } from '../../../../shared/validation/node/tipset.ts';
import { listSharedFiles, readSharedJson } from '../../../builders/shared-data.ts';

const files = listSharedFiles('chain/tipsets');
const tipsets: readonly { file: string; json: { Cids: unknown[]; Blocks: unknown[]; Height: number }; tipset: Tipset }[] = files.map(
  (file) => {
    const json = readSharedJson<{ Cids: unknown[]; Blocks: unknown[]; Height: number }>(`chain/tipsets/${file}`);
    return { file, json, tipset: parseNodeTipset(json) };
  },
);

describe('tipsets of public chains', () => {
  it('hash to their CIDs, block by block', () => {
    expect(tipsets).toHaveLength(19);
    const blocks = tipsets.flatMap(({ tipset }) => tipset.blocks.map((block, index) => ({ block, cid: tipset.key[index] })));
    expect(blocks).toHaveLength(55);
    for (const { block, cid } of blocks) {
      expect(blockCid(block)).toBe(cid);
      expect(decodeBlockHeader(encodeBlockHeader(block))).toEqual(block);
    }
  });

  it('stand in the order of their tickets', () => {
    for (const { tipset } of tipsets) {
      const blocks = tipset.blocks.map((header) => ({ header, cid: blockCid(header) }));
      expect(orderByTicket([...blocks].reverse()).map(({ cid }) => cid)).toEqual(tipset.key);
    }
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

  it('name their predecessors: mainnet 1 to 3 are linked', () => {
    const at = (height: number) => tipsets.find(({ file }) => file === `mainnet-${height}.json`)?.tipset;
    for (const height of [1, 2, 3]) {
      const child = at(height);
      const parent = at(height - 1);
      expect([...new Set(child?.blocks.map(({ parents }) => parents.join()))]).toEqual([parent?.key.join()]);
    }
  });

  it('have one key CID for one order of blocks', () => {
    const many = tipsets.find(({ tipset }) => tipset.key.length > 1)?.tipset;
    const key = many?.key ?? [];
    expect(tipsetKeyCid(key)).toMatch(/^bafy2bzace/);
    expect(tipsetKeyCid([...key].reverse())).not.toBe(tipsetKeyCid(key));
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
    expect(vectors).toHaveLength(3);
    for (const vector of vectors) {
      const header = parseNodeBlockHeader(vector.block);
      const hex = vector.cborHex ?? vector.cbor_hex ?? '';
      expect(bytesToHex(encodeBlockHeader(header))).toBe(hex);
      expect(decodeBlockHeader(hexToBytes(hex))).toEqual(header);
      expect(blockCid(header)).toBe(typeof vector.cid === 'string' ? vector.cid : vector.cid['/']);
    }
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
