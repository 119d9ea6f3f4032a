import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenPermissions } from '../../../../shared/rpc/token-text.ts';

const token = (payload: unknown): string => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;

test('the list of a token, in the order of their weight, without names that do not exist', () => {
  expect(tokenPermissions(token({ Allow: ['sign', 'read', 'root', 'write'] }))).toEqual(['read', 'write', 'sign']);
  expect(tokenPermissions(token({ Allow: [] }))).toEqual([]);
});

test.each(['', 'opaque', 'a.b', 'a.!!!.c', token({ allow: ['read'] }), token({ Allow: 'read' }), token(null), `a.${'x'.repeat(9000)}.c`])(
  'nothing is told of %j',
  (text) => {
    expect(tokenPermissions(text)).toBeUndefined();
  },
);

test('no text makes it throw, and nothing but the four permissions comes out', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => token(JSON.parse(json))),
      ),
      (text) => {
        const permissions = tokenPermissions(text) ?? [];
        return permissions.every((permission) => ['read', 'write', 'sign', 'admin'].includes(permission));
      },
    ),
  );
});
