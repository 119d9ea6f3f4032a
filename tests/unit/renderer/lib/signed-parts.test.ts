import fc from 'fast-check';
import encodeQr from 'qr';
import { decodeQR } from 'qr/decode.js';
import { expect, it } from 'vitest';
import { addParts } from '../../../../renderer/lib/message-file.ts';
import { joinSigned, splitSigned, splitUnsigned } from '../../../../renderer/lib/signed-parts.ts';

const CID = 'bafy2bzacebmoh2ue5a4ncm2k2xrlwcx6zqjnhmyvtl7e6y7lthkuyq2yxkbda';
const LONG = 'ab01'.repeat(400);

it('leaves what fits one code as plain hex', () => {
  expect(splitSigned('82aB', CID)).toEqual(['82AB']);
  expect(joinSigned('82AB')).toEqual({ kind: 'whole', text: '82AB' });
});

it('uses nothing that a QR code holds only as bytes', () => {
  for (const part of splitSigned(LONG, CID)) expect(part).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
});

it('joins its parts in any order, with anything between them and given twice', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 300, maxLength: 3000 }), fc.infiniteStream(fc.nat()), (bytes, random) => {
      const hex = Buffer.from(bytes).toString('hex');
      const parts = splitSigned(hex, CID);
      const mixed = [...parts, parts[0] ?? ''].sort(() => ((random.next().value ?? 0) % 2 === 0 ? 1 : -1));
      const joined = joinSigned(mixed.join(' \n'));
      expect(joined.kind === 'whole' && joined.text.toLowerCase()).toBe(hex);
    }),
    { numRuns: 30 },
  );
});

it('names the parts that are missing', () => {
  const parts = splitSigned(LONG, CID);
  expect(parts).toHaveLength(4);
  expect(joinSigned(`${parts[0]}\n${parts[2]}`)).toEqual({ kind: 'incomplete', words: 'Parts 2, 4 of 4 are missing.' });
  expect(joinSigned(parts.slice(1).join('\n'))).toEqual({ kind: 'incomplete', words: 'Part 1 of 4 is missing.' });
});

it('does not mix two messages', () => {
  const other = splitSigned(LONG, `${CID.slice(0, -8)}zzzzzzzz`);
  const joined = joinSigned([...splitSigned(LONG, CID).slice(0, 3), other[3]].join('\n'));
  expect(joined).toMatchObject({ kind: 'incomplete', words: expect.stringContaining('different messages') });
});

it('puts an unsigned message into one code as JSON, a longer one into parts', () => {
  expect(splitUnsigned('{"To":"f01"}', CID)).toEqual(['{"To":"f01"}']);
  const json = `{"Params":"${'A'.repeat(700)}"}`;
  const parts = splitUnsigned(json, CID);
  expect(parts.length).toBeGreaterThan(1);
  const joined = joinSigned(parts.toReversed().reduce(addParts));
  expect(joined.kind === 'whole' && Buffer.from(joined.text, 'hex').toString()).toBe(json);
});

it('takes a whole message in the place of parts', () => {
  const [part = ''] = splitSigned(LONG, CID);
  expect(addParts(part, '{}')).toBe('{}');
  expect(addParts('{}', part)).toBe(part);
});

it('draws codes that a decoder reads back, of both kinds', () => {
  for (const text of [...splitUnsigned('{"To":"f01","Nonce":7}', CID), ...splitSigned(LONG, CID)]) {
    const rows = encodeQr(text, 'raw', { ecc: 'low', border: 4 });
    const side = rows.length * 4;
    const data = new Uint8ClampedArray(side * side * 4).fill(255);
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) if (rows[y >> 2]?.[x >> 2] === true) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    expect(decodeQR({ width: side, height: side, data }, { timeLimit: 60_000 })).toBe(text);
  }
});
