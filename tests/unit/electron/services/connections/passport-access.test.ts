import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissionsInToken } from '../../../../../electron/services/connections/passport-access.ts';

const token = (payload: unknown): string => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;

test('the list of a token, in the order of their weight, without names that do not exist', () => {
  expect(permissionsInToken(token({ Allow: ['sign', 'read', 'root', 'write'] }))).toEqual(['read', 'write', 'sign']);
  expect(permissionsInToken(token({ Allow: [] }))).toEqual([]);
});

test.each(['', 'opaque', 'a.b', 'a.!!!.c', token({ allow: ['read'] }), token({ Allow: 'read' }), token(null), `a.${'x'.repeat(9000)}.c`])(
  'nothing is told of %j',
  (text) => {
    expect(permissionsInToken(text)).toBeUndefined();
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
        const permissions = permissionsInToken(text) ?? [];
        return permissions.every((permission) => ['read', 'write', 'sign', 'admin'].includes(permission));
      },
    ),
  );
});
