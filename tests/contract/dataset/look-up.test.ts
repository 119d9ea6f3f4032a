/** Look-ups in a dataset on every engine: one text, a few, and ten thousand. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatasetWriter } from '../../../electron/dataset/engine.ts';
import { lookUp } from '../../../electron/dataset/questions/look-up.ts';
import { lookUpTexts, MAX_LOOK_UPS, readLookUp } from '../../../shared/deals/look-up-text.ts';
import { pieceCidOf, pieceCidV2Of } from '../../../shared/domain/deals/piece-cid.ts';
import { parsePaddedPieceSize } from '../../../shared/domain/deals/piece-size.ts';
import { cidFromBytes, cidFromParts } from '../../../shared/domain/encoding/cid.ts';
import { DATASET_ENGINES, type StoredDeal, storeDeals } from '../../builders/dataset-engines.ts';

const HEAD = 5000;
const MOMENT = { head: HEAD, asOf: HEAD, epochOf: () => undefined };
const digestOf = (seed: number): Uint8Array => {
  const digest = createHash('sha256').update(String(seed)).digest();
  // A commitment has two bits less.
  digest[31] = (digest[31] ?? 0) & 0x3f;
  return new Uint8Array(digest);
};
const pieceOf = (seed: number): string => pieceCidOf(digestOf(seed));
const RAW_CID = cidFromParts(0x55, 0x12, digestOf(9));
const V0 = cidFromBytes(Uint8Array.from([0x12, 0x20, ...digestOf(8)]));
const V1_OF_V0 = cidFromParts(0x70, 0x12, digestOf(8));
/** The same digest in another codec: other data. */
const CBOR_CID = cidFromParts(0x71, 0x12, digestOf(9));

function deal(dealId: number, seed: number, more: Partial<StoredDeal> = {}): StoredDeal {
  return {
    dealId,
    clientId: 1010,
    providerId: 1000 + (dealId % 3),
    pieceCid: Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...digestOf(seed)]),
    pieceSize: 2 ** 30,
    isVerified: true,
    label: '',
    startEpoch: 100,
    endEpoch: HEAD + 100 + dealId,
    price: 0n,
    sectorNumber: 1,
    sectorStartEpoch: 50,
    slashEpoch: -1,
    ...more,
  };
}

const DEALS: readonly StoredDeal[] = [
  deal(1, 1),
  deal(2, 1),
  deal(3, 1, { endEpoch: HEAD }),
  deal(4, 2, { label: V0 }),
  deal(5, 2, { label: V1_OF_V0, slashEpoch: 60 }),
  deal(6, 3, { label: RAW_CID, clientId: 1002, providerId: 1002 }),
  deal(7, 3, { label: CBOR_CID }),
  deal(8, 4, { label: `${RAW_CID} and more` }),
  ...Array.from({ length: 200 }, (_, index) => deal(100 + index, 100 + index)),
];

describe.each(DATASET_ENGINES)('look-ups in a dataset in $name', ({ open }) => {
  let dataset: { readonly writer: DatasetWriter; remove(): Promise<void> };

  beforeAll(async () => {
    dataset = await open();
    await storeDeals(dataset.writer, DEALS);
  });
  afterAll(() => dataset.remove());

  async function find(texts: readonly string[]) {
    const { tally, rows } = await lookUp(dataset.writer, texts.map(readLookUp), MOMENT, 500);
    return { ids: rows.map(({ id }) => id).toSorted((a, b) => a - b), of: texts.map((_, index) => tally.of(index)) };
  }

  test('a piece CID of either version finds its deals, which are active and until when', async () => {
    const v2 = pieceCidV2Of({ commitment: digestOf(1), paddedSize: parsePaddedPieceSize(2 ** 30), payloadBytes: 1_000_000_000 });
    for (const text of [pieceOf(1), v2]) {
      const { ids, of } = await find([text]);
      expect(ids).toEqual([1, 2, 3]);
      expect(of[0]).toEqual([
        { providerId: 1002, deals: 1, active: 1, untilEpoch: HEAD + 102 },
        { providerId: 1001, deals: 1, active: 1, untilEpoch: HEAD + 101 },
        { providerId: 1000, deals: 1, active: 0, untilEpoch: undefined },
      ]);
    }
  });

  test('a payload CID finds labels in any version, and none of another codec', async () => {
    expect((await find([V0])).ids).toEqual([4, 5]);
    expect((await find([V1_OF_V0])).ids).toEqual([4, 5]);
    expect((await find([RAW_CID])).ids).toEqual([6]);
    expect((await find([CBOR_CID])).ids).toEqual([7]);
  });

  test('deals, clients and providers', async () => {
    expect((await find(['6'])).ids).toEqual([6]);
    const client = await find(['f01002']);
    // Its own deal with itself, and those it provides for the other client.
    const expected = DEALS.filter(({ clientId, providerId }) => clientId === 1002 || providerId === 1002);
    expect(client.ids).toEqual(expected.map(({ dealId }) => dealId));
    expect(client.of[0]?.[0]?.deals).toBe(expected.length);
  });

  test('what is not there is empty', async () => {
    expect(await find([pieceOf(99_999), '999', 'f0777', 'nonsense', ''])).toEqual({ ids: [], of: [[], [], [], [], []] });
  });

  test('ten thousand at once find what each finds alone', async () => {
    const list = [
      ...DEALS.map((_, index) => pieceOf(100 + index)),
      V0,
      RAW_CID,
      ...Array.from({ length: 6000 }, (_, at) => pieceOf(1_000_000 + at * 32)),
      ...Array.from({ length: 4000 }, (_, at) => String(at)),
    ];
    const texts = lookUpTexts(list.join('\n'));
    expect(texts).toHaveLength(MAX_LOOK_UPS);
    const { of } = await find(texts);
    for (const text of [V0, RAW_CID, pieceOf(150), pieceOf(299), '8', '299', '300']) {
      const alone = await find([text]);
      expect(of[texts.indexOf(text)], text).toEqual(alone.of[0]);
    }
    expect(of.filter((found) => found.length > 0)).toHaveLength(200 + 2 + DEALS.length);
  });
});
