import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isFullPath, marketFileForm } from '../../../../../renderer/views/deals/market-file.ts';
import { marketFile } from '../../../../builders/market-file.ts';

const MARKET = Buffer.concat([...marketFile({ deals: 2000 })]);

function file(name: string, bytes: Uint8Array<ArrayBuffer> | string): File {
  return new File([bytes], name);
}

test('recognises a market file, plain, gzip and zstd', async () => {
  expect(await marketFileForm(file('deals', new Uint8Array(MARKET)))).toBe('plain');
  // Larger than what is read of it.
  expect(MARKET.length).toBeGreaterThan(500_000);
  expect(await marketFileForm(file('a.json.gz', new Uint8Array(gzipSync(MARKET))))).toBe('gz');
  expect(await marketFileForm(file('StateMarketDeals.json.zst', new Uint8Array(zstdCompressSync(MARKET))))).toBe('zst');
});

test.each([
  ['a list of deals', file('list.txt', 'bafyreif 1 f01000 StorageDealActive')],
  ['other JSON', file('a.json', '{"a":1}')],
  ['a packed list', file('a.gz', new Uint8Array(gzipSync('{"a":1}')))],
  ['a broken archive', file('a.json.gz', new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]))],
  ['another zstd file', file('backup.tar.zst', new Uint8Array(zstdCompressSync(MARKET)))],
  ['an empty file', file('a.json', '')],
])('does not take %s for a market file', async (_, other) => {
  expect(await marketFileForm(other)).toBeUndefined();
});

test.each([
  ['/data/deals.json', true],
  ['C:\\deals.json.zst', true],
  ['\\\\server\\deals.json', true],
  ['deals.json', false],
  ['./deals.json', false],
  ['/', false],
])('%j is a full path: %j', (path, isFull) => {
  expect(isFullPath(path)).toBe(isFull);
});
