import { afterEach, expect, it, vi } from 'vitest';
import { pairBrowser } from '../../../../renderer/start/pair-browser.ts';

const APP = 'http://127.0.0.1:7400/#ticket=app';

/** A database that keeps one record, and refuses what it is told to refuse. */
function stubDatabase(refused?: 'open' | 'put'): Map<string, unknown> {
  const kept = new Map<string, unknown>();
  const requestOf = (result: () => unknown, isRefused = false): EventTarget => {
    const request = Object.assign(new EventTarget(), { result: result(), error: isRefused ? new Error('refused') : null });
    queueMicrotask(() => request.dispatchEvent(new Event(isRefused ? 'error' : 'success')));
    return request;
  };
  const store = {
    get: (name: string) => requestOf(() => kept.get(name)),
    put: (value: unknown, name: string) => requestOf(() => (refused === 'put' ? undefined : kept.set(name, value)), refused === 'put'),
  };
  const database = { transaction: () => ({ objectStore: () => store }), close: () => undefined };
  vi.stubGlobal('indexedDB', { open: () => requestOf(() => database, refused === 'open') });
  return kept;
}

function stubHost(answer: () => Response): readonly unknown[] {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    asked.push([path, JSON.parse(String(body))]);
    return answer();
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('hands in the ticket with a public key, keeps the key and leads to the app', async () => {
  const kept = stubDatabase();
  const asked = stubHost(() => Response.json({ url: APP }));
  expect(await pairBrowser('start')).toEqual({ url: APP });
  expect(asked).toEqual([['/pair', { ticket: 'start', publicKey: expect.stringMatching(/^[A-Za-z0-9+/=]{100,200}$/) }]]);
  const key = kept.get('browser') as { readonly privateKey: CryptoKey; readonly publicKey: string };
  expect(asked).toEqual([['/pair', expect.objectContaining({ publicKey: key.publicKey })]]);
  await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow();
});

it('does not use the ticket up in a browser that keeps nothing', async () => {
  stubDatabase('open');
  const asked = stubHost(() => Response.json({ url: APP }));
  expect(await pairBrowser('start')).toMatchObject({ title: 'This browser cannot be paired' });
  expect(asked).toEqual([]);
});

it('keeps the earlier key where the link is refused or nobody answers', async () => {
  const kept = stubDatabase();
  stubHost(() => new Response('', { status: 403 }));
  expect(await pairBrowser('used')).toMatchObject({ title: 'This start link no longer works' });
  stubHost(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await pairBrowser('start')).toMatchObject({ title: 'Sextant is not responding' });
  expect(kept.size).toBe(0);
});

it('says what to do where the key cannot be saved after the ticket was used', async () => {
  stubDatabase('put');
  stubHost(() => Response.json({ url: APP }));
  expect(await pairBrowser('start')).toMatchObject({ title: 'The pairing key could not be saved' });
});
