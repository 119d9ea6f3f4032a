import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readExportedFile } from '../../../../renderer/lib/read-exported-file.ts';

function piecesOf(whole: Buffer, pieceBytes: number) {
  return async (offset: number) => {
    const next = offset + pieceBytes;
    return { base64: whole.subarray(offset, next).toString('base64'), ...(next < whole.length ? { next } : {}) };
  };
}

it('puts a file together from its pieces, byte by byte', async () => {
  const whole = randomBytes(100_001);
  const shares: number[] = [];
  const blob = await readExportedFile(piecesOf(whole, 30_000), whole.length, (share) => shares.push(share));
  expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(whole)).toBe(true);
  expect(shares.map((share) => Math.round(share * 100))).toEqual([30, 60, 90, 100]);
});

it('ends where a host says the same place twice', async () => {
  const reading = readExportedFile(
    async (offset) => ({ base64: '', next: offset }),
    5,
    () => {},
  );
  await expect(reading).rejects.toMatchObject({ code: 'internal' });
});

it('asks for no further piece once the file is not wanted', async () => {
  let asked = 0;
  const read = piecesOf(randomBytes(900), 300);
  const reading = readExportedFile(
    (offset) => {
      asked += 1;
      return read(offset);
    },
    900,
    () => {},
    () => asked < 2,
  );
  expect(await reading).toBeUndefined();
  expect(asked).toBe(2);
});
