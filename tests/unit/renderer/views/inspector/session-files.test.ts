import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSessionFile, readExportedFile } from '../../../../../renderer/views/inspector/session-files.ts';
import { clientWith } from '../../../../builders/rendered.tsx';

const MEGABYTE = 1024 * 1024;

describe('a file that is written', () => {
  function exporting(whole: Buffer, pieceBytes: number) {
    return clientWith({
      inspector: {
        readExport: async ({ offset }) => {
          const next = offset + pieceBytes;
          return { base64: whole.subarray(offset, next).toString('base64'), ...(next < whole.length ? { next } : {}) };
        },
      },
    });
  }

  it('is put together from its pieces, byte by byte', async () => {
    const whole = randomBytes(100_001);
    const shares: number[] = [];
    const blob = await readExportedFile(exporting(whole, 30_000), { exportId: 'e', sizeBytes: whole.length }, (share) =>
      shares.push(share),
    );
    expect(Buffer.from(await blob.arrayBuffer()).equals(whole)).toBe(true);
    expect(shares.map((share) => Math.round(share * 100))).toEqual([30, 60, 90, 100]);
  });

  it('ends where a host says the same place twice', async () => {
    const client = clientWith({ inspector: { readExport: async ({ offset }) => ({ base64: '', next: offset }) } });
    await expect(readExportedFile(client, { exportId: 'e', sizeBytes: 5 }, () => {})).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a file that is opened', () => {
  it('goes in pieces of a mebibyte, each after the one before', async () => {
    const whole = randomBytes(2 * MEGABYTE + 17);
    const got: Buffer[] = [];
    const inputs: { importId?: string | undefined; isLast: boolean; name: string }[] = [];
    const client = clientWith({
      inspector: {
        importSession: async ({ base64, ...rest }) => {
          got.push(Buffer.from(base64, 'base64'));
          inputs.push(rest);
          return { importId: 'i', ...(rest.isLast ? { sessionId: 's' } : {}) };
        },
      },
    });
    expect(await openSessionFile(client, new File([whole], 'calls.ndjson.gz'), () => {})).toBe('s');
    expect(got.map((piece) => piece.length)).toEqual([MEGABYTE, MEGABYTE, 17]);
    expect(Buffer.concat(got).equals(whole)).toBe(true);
    expect(inputs).toEqual([
      { name: 'calls.ndjson.gz', isLast: false },
      { importId: 'i', name: 'calls.ndjson.gz', isLast: false },
      { importId: 'i', name: 'calls.ndjson.gz', isLast: true },
    ]);
  });

  it('goes as one piece when there is nothing in it', async () => {
    const client = clientWith({
      inspector: { importSession: async ({ isLast }) => ({ importId: 'i', ...(isLast ? { sessionId: 's' } : {}) }) },
    });
    expect(await openSessionFile(client, new File([], 'empty'), () => {})).toBe('s');
  });
});
