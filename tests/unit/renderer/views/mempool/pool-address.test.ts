import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPoolAddress, writePoolAddress } from '../../../../../renderer/views/mempool/use-pool-address.ts';

it('shows senders until somebody asks for messages', () => {
  expect(readPoolAddress('')).toEqual({ face: 'senders', filter: '' });
  expect(readPoolAddress('face=messages')).toEqual({ face: 'messages', filter: '' });
  expect(readPoolAddress('filter=is%3Astuck')).toEqual({ face: 'messages', filter: 'is:stuck' });
  expect(writePoolAddress({ face: 'senders', filter: 'is:stuck' })).toBe('/mempool');
});

it('reads back every filter', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (filter) => {
      const [, search = ''] = writePoolAddress({ face: 'messages', filter }).split('?');
      expect(readPoolAddress(search)).toEqual({ face: 'messages', filter: new URLSearchParams({ filter }).get('filter') });
    }),
  );
});
