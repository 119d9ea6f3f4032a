import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRecordedBody, readRecordedText } from '../../../../../electron/services/inspector/body-reading.ts';
import { MemoryBody } from '../../../../../electron/services/inspector/recorded-body.ts';
import { recordedBody } from '../../../../builders/recorded-call.ts';

describe('the text of a body', () => {
  test('read piece by piece is the text, whatever the pieces cut through', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), async (text, lengthBytes) => {
        const body = new MemoryBody(text, 1);
        let whole = '';
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const piece: Awaited<ReturnType<typeof readRecordedText>> = await readRecordedText(body, offset, lengthBytes);
          whole += piece.text;
          offset = piece.next;
        }
        expect(whole).toBe(Buffer.from(text).toString());
      }),
    );
  });

  test('that is no UTF-8 ends too', async () => {
    const bytes = Uint8Array.from({ length: 64 }, () => 0x80);
    const body = {
      facts: { sizeBytes: 64, recordedBytes: 64, isTruncated: false, isJson: false },
      read: async (from: number, length: number) => bytes.slice(from, from + length),
    };
    let pieces = 0;
    for (let offset: number | undefined = 0; offset !== undefined; pieces += 1) {
      offset = (await readRecordedText(body, offset, 5)).next;
    }
    expect(pieces).toBeLessThanOrEqual(64);
  });

  test('from the middle of a character begins with the next', async () => {
    expect((await readRecordedText(new MemoryBody('aéz', 4), 2, 10)).text).toBe('z');
    expect(await readRecordedText(new MemoryBody('abc', 3), 99, 10)).toEqual({ text: '', recordedBytes: 3 });
  });
});

test('a body that its source cannot open is read for it', async () => {
  const body = recordedBody('{"a":[1,2]}');
  expect((await openRecordedBody(body, { path: 'a', limit: 5 })).children.map(({ text }) => text)).toEqual(['1', '2']);
});

test('of a longer body than is read for it, the tree says where it ends', async () => {
  const piece = Buffer.from('1,'.repeat(128 * 1024));
  const recordedBytes = 64 * 1024 * 1024;
  const body = {
    facts: { sizeBytes: recordedBytes, recordedBytes, isTruncated: false, isJson: true },
    read: async (offset: number) =>
      offset === 0 ? Buffer.concat([Buffer.from('{"a":["'), piece.subarray(7)]) : offset < recordedBytes ? piece : piece.subarray(0, 0),
  };
  expect((await openRecordedBody(body, { limit: 5 })).problem).toBe(
    'The text is cut off here. The tree ends after the first 32 MiB of this body.',
  );
  expect((await openRecordedBody(body, { path: 'b', limit: 5 })).problem).toBe(
    'There is no field "b" here. The tree ends after the first 32 MiB of this body.',
  );
});
