import { expect, it } from 'vitest';
import { messageJson } from '../../../../../renderer/views/message/message-json.ts';

it('a copied message has the note on its network version', () => {
  const message = { cid: 'bafy', calls: [] } as never;
  expect(JSON.parse(messageJson(message, undefined, 'not verified for version 30'))).toEqual({
    note: 'not verified for version 30',
    cid: 'bafy',
  });
  expect(JSON.parse(messageJson(message, undefined))).toEqual({ cid: 'bafy' });
});
