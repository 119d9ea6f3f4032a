import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinSigned, splitSigned } from '../../../../renderer/lib/signed-parts.ts';

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
