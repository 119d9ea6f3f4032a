import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPoolRoute, writePoolRoute } from '../../../../../renderer/views/mempool/use-pool-route.ts';

it('shows senders until somebody asks for messages', () => {
  expect(readPoolRoute('')).toEqual({ tab: 'senders', filter: '' });
  expect(readPoolRoute('tab=messages')).toEqual({ tab: 'messages', filter: '' });
  expect(readPoolRoute('filter=is%3Astuck')).toEqual({ tab: 'messages', filter: 'is:stuck' });
  expect(writePoolRoute({ tab: 'senders', filter: 'is:stuck' })).toBe('/mempool');
});

it('reads back every filter', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (filter) => {
      const [, search = ''] = writePoolRoute({ tab: 'messages', filter }).split('?');
      expect(readPoolRoute(search)).toEqual({ tab: 'messages', filter: new URLSearchParams({ filter }).get('filter') });
    }),
  );
});
