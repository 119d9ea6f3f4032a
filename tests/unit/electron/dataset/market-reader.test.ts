import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CidReader, digestPrefix } from '../../../../electron/dataset/cid-prefix.ts';
import type { BatchColumn, ColumnBatch } from '../../../../electron/dataset/engine.ts';
import { MarketReader, type Reject } from '../../../../electron/dataset/market-file/market-reader.ts';
import { parseCid } from '../../../../shared/domain/encoding/cid.ts';
import { IS_FULL_RUN } from '../../../builders/full-run.ts';
import { marketFile, NO_DEALS } from '../../../builders/market-file.ts';
import { comparable, readMarketFile } from '../../../builders/read-market-file.ts';
import { readSharedBytes } from '../../../builders/shared-data.ts';

const DAMAGED_FILES = IS_FULL_RUN ? 100_000 : 25_000;

interface Reading {
  readonly rows: unknown[][];
  readonly rejects: Reject[];
  readonly cids: unknown[][];
}

/** Reads bytes in pieces of the given lengths, over and over. */
function readAll(bytes: Uint8Array, pieces: readonly number[] = [65_536], batchRows = 100): Reading {
  const reader = new MarketReader(batchRows, batchRows * 2);
  const reading: Reading = { rows: [], rejects: [], cids: [] };
  const take = (): void => {
    const { batches, rejects } = reader.take();
    for (const batch of batches) {
      reading.rows.push(...rowsOf(batch.deals()));
      reading.cids.push(...rowsOf(batch.cids()));
    }
    reading.rejects.push(...rejects);
  };
  let at = 0;
  for (let piece = 0; at < bytes.length; piece += 1) {
    const length = pieces[piece % pieces.length] as number;
    reader.push(bytes.subarray(at, at + length));
    at += length;
    while (reader.read() === 'full') take();
  }
  reader.finish();
  take();
  expect(reader.rowCount).toBe(reading.rows.length);
  expect(reader.rejectCount).toBe(reading.rejects.length);
  return reading;
}

function rowsOf({ rowCount, columns }: ColumnBatch): unknown[][] {
  return Array.from({ length: rowCount }, (_, row) => comparable(columns.map((column) => cellOf(column, row))));
}

function cellOf(column: BatchColumn, row: number): unknown {
  switch (column.kind) {
    case 'bigint':
      return column.nulls?.[row] === 1
        ? null
        : Number(new DataView(column.words.buffer, column.words.byteOffset).getBigInt64(row * 8, true));
    case 'decimal':
      return [3, 2, 1, 0].reduce((sum, word) => (sum << 32n) | BigInt(column.words[row * 4 + word] as number), 0n);
    case 'boolean':
      return column.values[row] === 1;
    case 'smallint':
      return column.values[row];
    default:
      return column.data.slice(row === 0 ? 0 : column.ends[row - 1], column.ends[row]);
  }
}

/** By deal ID. */
const inOrder = (rows: readonly (readonly unknown[])[]) => rows.toSorted((left, right) => Number(left[0]) - Number(right[0]));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const sample = Buffer.concat([...marketFile({ deals: 3000, rejectEvery: 50 })]);

describe('the market file as rows', () => {
  it('equals an independent reading of the same file, with 10 % oddities and records that are not deals', () => {
    const wanted = readMarketFile(sample.toString('utf8'));
    const { rows, rejects } = readAll(sample);
    expect(wanted.length).toBe(2940);
    expect(inOrder(rows)).toEqual(inOrder(wanted.map(({ row }) => row)));
    expect(rejects).toHaveLength(60);
    for (const { byteOffset, record } of rejects) {
      expect(NO_DEALS).toContain(record);
      expect(sample.subarray(byteOffset, byteOffset + record.length).toString()).toBe(record);
    }
  });

  it.each([[[1]], [[7, 431, 13]], [[100_000]], [[4096, 1]]])('does not depend on where the file is cut: %j', (pieces) => {
    const part = Buffer.concat([...marketFile({ deals: 120, rejectEvery: 20 })]);
    expect(readAll(part, pieces)).toEqual(readAll(part));
  });

  it('reads deals of mainnet, with whitespace and without SectorNumber', () => {
    const bytes = gunzipSync(readSharedBytes('deals/StateMarketDeals-mainnet-genesis.json.gz'));
    const { rows, rejects, cids } = readAll(bytes);
    expect(rejects).toEqual([]);
    expect(inOrder(rows)).toEqual(inOrder(readMarketFile(bytes.toString('utf8')).map(({ row }) => row)));
    // Every label of the genesis deals is a CID.
    expect(cids).toHaveLength(rows.length * 2);
  });

  it('reads the answer of a node to StateMarketDeals', () => {
    const inside = sample.toString('utf8').trim();
    const answer = bytesOf(`{"id":1,"jsonrpc":"2.0","result":${inside},"extra":{"a":1}}`);
    const { rows, rejects } = readAll(answer);
    expect(rows).toEqual(readAll(sample).rows);
    expect(rejects.at(-1)).toMatchObject({ record: '{"a":1}', reason: 'The key is not a deal ID.' });
  });

  it('keeps the first of two records with one deal ID', () => {
    const [, one = ''] = /^\{("\d+":\{.*?\}\}),"/.exec(sample.toString('utf8')) ?? [];
    const { rows, rejects } = readAll(bytesOf(`{${one},${one}}`));
    expect(rows).toHaveLength(1);
    expect(rejects).toMatchObject([
      { dealId: Number(/\d+/.exec(one)?.[0]), reason: 'The deal ID occurs twice.', byteOffset: one.length + 7 },
    ]);
  });

  it('skips a record of several megabytes', () => {
    const huge = `"7":{"Proposal":{"Label":"${'x'.repeat(5_000_000)}"}}`;
    const text = sample.toString('utf8').replace('{', `{${huge},`);
    const { rows, rejects } = readAll(bytesOf(text));
    expect(rows).toEqual(readAll(sample).rows);
    expect(rejects[0]).toMatchObject({ dealId: 7, byteOffset: 5, reason: 'The record is larger than 1 MiB.' });
    expect(rejects[0]?.record).toHaveLength(4096);
  });

  it.each([
    ['Client', '"f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za"', 'Client is not an ID address.'],
    ['Provider', '"f01"', undefined],
    ['PieceSize', '-1', 'PieceSize is negative.'],
    ['PieceSize', '9007199254740993', 'PieceSize is not an integer below 2^53.'],
    ['VerifiedDeal', '1', 'VerifiedDeal is not true or false.'],
    ['Label', 'null', 'Label is not text.'],
    ['StoragePricePerEpoch', '"-1"', 'StoragePricePerEpoch is not an amount in attoFIL.'],
    ['StoragePricePerEpoch', `"${'9'.repeat(30)}"`, undefined],
    ['StoragePricePerEpoch', `"1${'0'.repeat(30)}"`, 'StoragePricePerEpoch exceeds the total FIL supply.'],
    ['StartEpoch', '1.5', 'StartEpoch is not an integer below 2^53.'],
    ['StartEpoch', '2147483648', 'StartEpoch is beyond 31 bits.'],
    ['PieceCID', 'null,"x":{"a":1}', undefined],
    ['StartEpoch', '[', 'The value is not valid JSON.'],
  ])('with %s = %s: %s', (name, value, reason) => {
    const text = `{${[...marketFile({ deals: 1, largestId: 1 })].join('').slice(1, -2)}}`.replace(
      new RegExp(`"${name}":("[^"]*"|[^,]*)`),
      `"${name}":${value}`,
    );
    const { rejects } = readAll(bytesOf(reason?.includes('JSON') ? text.replace('}}', ']}}') : text));
    expect(rejects.map((reject) => reject.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['  ', 'The file ends after 2 bytes'],
    ['[1]', 'Not a market file: expected { at byte 0.'],
    ['<html>', 'Not a market file: expected { at byte 0'],
    ['{"1":{"Proposal"', 'The file ends after 16 bytes, before the end of the market.'],
    ['{"1":null,}', 'expected a deal ID in quotation marks at byte 10'],
    ['{"1" null}', 'expected : at byte 5'],
    ['{"1":null "2":null}', 'expected , or } at byte 10'],
    ['{} {}', 'expected the end of the file at byte 3'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => readAll(bytesOf(text))).toThrow(message);
  });

  it('hands out IDs of one length together and in order, and says where they are not', () => {
    const reader = new MarketReader(50, 100);
    reader.push(sample);
    const groups: number[][] = [];
    while (reader.read() === 'full') groups.push(reader.take().batches.flatMap((batch) => rowsOf(batch.deals()).map(([id]) => Number(id))));
    expect(groups.length).toBeGreaterThan(20);
    for (const ids of groups.filter((group) => group.length > 0)) {
      expect(ids).toHaveLength(100);
      expect(ids).toEqual(ids.toSorted((left, right) => left - right));
      expect(new Set(ids.map((id) => String(id).length)).size).toBe(1);
    }
    expect(reader.isOrdered).toBe(true);
    const [, one = '', other = ''] =
      /^\{("\d+":\{.*?\}\}),("\d+":\{.*?\}\}),/.exec(
        String(sample)
          .replaceAll('"10":', '"19":')
          .replaceAll(/"1":.*?(?="19")/g, ''),
      ) ?? [];
    const turned = new MarketReader(50, 100);
    turned.push(bytesOf(`{${one},${other.replace(/^"\d+"/, '"11"')}}`));
    turned.read();
    expect([turned.rowCount, turned.isOrdered]).toEqual([2, false]);
  });

  it('hands out rows with long labels before a group is full', () => {
    const [, record = ''] = /"\d+":(\{.*?\}\}),/.exec(String(sample)) ?? [];
    const long = record.replace(/"Label":".*?"/, `"Label":"${'x'.repeat(1_000_000)}"`);
    const reader = new MarketReader(8192);
    let taken = 0;
    for (let id = 0; id < 20; id += 1) {
      reader.push(bytesOf(`${id === 0 ? '{' : ','}"${id}":${long}`));
      while (reader.read() === 'full') taken += reader.take().batches.reduce((sum, { rowCount }) => sum + rowCount, 0);
      expect(reader.rowCount - taken).toBeLessThan(8);
    }
    expect(reader.rowCount).toBe(20);
  });

  it('gives up on a file of which most is not deals', () => {
    const text = `{${Array.from({ length: 12_000 }, (_, id) => `"${id}":null`).join(',')}}`;
    expect(() => readAll(bytesOf(text))).toThrow('Most records are not deals.');
  });

  it(`never hangs and never crashes on ${DAMAGED_FILES} damaged files`, () => {
    const part = Buffer.concat([...marketFile({ deals: 4, rejectEvery: 3 })]);
    let seed = 1;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 0x1_0000_0000) * below);
    };
    let refused = 0;
    for (let round = 0; round < DAMAGED_FILES; round += 1) {
      let bytes: Buffer = Buffer.from(part);
      for (let change = next(4); change >= 0; change -= 1) {
        const at = next(bytes.length);
        const kind = next(4);
        if (kind === 0) bytes[at] = next(256);
        else if (kind === 1) bytes[at] = '{}[]",:\\0-'.charCodeAt(next(10));
        else if (kind === 2) bytes = bytes.subarray(0, at);
        else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(next(bytes.length))]);
      }
      try {
        readAll(bytes, [1 + next(300)], 3);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'MarketFileError') throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });
});

describe('CIDs in labels', () => {
  it.each([
    'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    'bafkqaaa',
    'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPCPW',
    'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq',
    'bafy2bzaceaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('%s has the prefix of its digest', (text) => {
    const reader = new CidReader();
    const isCid = reader.read(bytesOf(text), 0, text.length);
    let wanted: bigint | undefined;
    try {
      wanted = digestPrefix(parseCid(text));
    } catch {
      wanted = undefined;
    }
    expect(isCid).toBe(wanted !== undefined);
    if (wanted !== undefined) expect(BigInt.asIntN(64, (BigInt(reader.high) << 32n) | BigInt(reader.low))).toBe(wanted);
  });

  it.each(['', 'bafy', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPCP0', 'u data set 12', 'mAXCg', `b${'a'.repeat(300)}`])(
    '%j is not one',
    (text) => {
      expect(new CidReader().read(bytesOf(text), 0, text.length)).toBe(false);
    },
  );
});
