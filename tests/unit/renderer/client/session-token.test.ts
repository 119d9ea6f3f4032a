import { afterEach, expect, test, vi } from 'vitest';
import { createSessionToken } from '../../../../renderer/client/session-token.ts';
import { takeTicket } from '../../../../renderer/client/take-ticket.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

test.each([
  { hash: '#ticket=abc', ticket: 'abc', left: '/?a=b' },
  { hash: '#ticket=abc&purpose=approve&approvalId=x1', ticket: 'abc', left: '/?a=b#purpose=approve&approvalId=x1' },
  { hash: '#purpose=unlock', ticket: undefined, left: undefined },
  { hash: '#/tipset/123', ticket: undefined, left: undefined },
  { hash: '', ticket: undefined, left: undefined },
])('$hash: the ticket is taken out of the address, the rest stays', ({ hash, ticket, left }) => {
  const replaced: unknown[] = [];
  const location = { hash, pathname: '/', search: '?a=b' } as Location;
  const history = {
    state: undefined,
    replaceState: (_state: unknown, _title: string, url: string) => replaced.push(url),
  } as unknown as History;
  expect(takeTicket(location, history)).toBe(ticket);
  expect(replaced).toEqual(left === undefined ? [] : [left]);
});

test('the ticket is exchanged once; the token is kept for reloads and forgotten when it is told to', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init.method, init.body]);
    return Response.json({ token: 'session' });
  });
  const storage = memoryStorage();
  const token = createSessionToken('ticket', storage);
  expect([await token.find(), await token.find()]).toEqual(['session', 'session']);
  expect(sent).toEqual([['/session', 'POST', '{"ticket":"ticket"}']]);
  expect(await createSessionToken(undefined, storage).find()).toBe('session');
  token.forget();
  expect(await token.find()).toBeUndefined();
});

test('a ticket that was used before leaves the tab with the token it has', async () => {
  vi.stubGlobal('fetch', async () => new Response('Refused.', { status: 403 }));
  const storage = memoryStorage();
  expect(await createSessionToken('used', storage).find()).toBeUndefined();
  storage.setItem('sextant-session', 'older');
  expect(await createSessionToken('used', storage).find()).toBe('older');
});

test('a host that is not there yet leaves the ticket unused', async () => {
  let isThere = false;
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return Response.json({ token: 'session' });
  });
  const token = createSessionToken('ticket', memoryStorage());
  await expect(token.find()).rejects.toThrow('Failed to fetch');
  isThere = true;
  expect(await token.find()).toBe('session');
});
