/** A browser without a page: opens start links and authenticates as the trusted document with its pairing key. */
import WebSocketClient from 'ws';
import type { BrowserKey } from '../../renderer/client/browser-key.ts';
import { generateBrowserKey, signProof } from '../../renderer/client/browser-key.ts';
import { PAIR_PATH } from '../../shared/ipc/pairing.ts';
import { SESSION_PATH } from '../../shared/ipc/wire.ts';

export interface PairedBrowser {
  readonly key: BrowserKey;
  readonly trustedOrigin: string;
  /** The URL that opens the app once. */
  readonly appUrl: string;
}

/** The ticket of a link. */
export function ticketOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? '';
}

/** Follow a start link to the trusted origin and pair there, as a browser does. */
export async function openStartUrl(url: string): Promise<PairedBrowser> {
  const { trustedOrigin, response, key } = await postPairing(url);
  if (!response.ok) throw new Error(`The start link was refused: ${response.status}`);
  const { url: appUrl } = (await response.json()) as { url: string };
  return { key, trustedOrigin, appUrl };
}

/** The response to a start link. */
export async function postPairing(url: string) {
  const moved = await fetch(url, { redirect: 'manual' });
  const trustedOrigin = new URL(moved.headers.get('location') ?? '').origin;
  const key = await generateBrowserKey();
  const response = await postJson(trustedOrigin, PAIR_PATH, { ticket: ticketOf(url), publicKey: key.publicKey });
  return { trustedOrigin, key, response };
}

/** The app's session token from a start link. */
export async function openAppSession(startUrl: string): Promise<{ readonly origin: string; readonly token: string }> {
  const { appUrl } = await openStartUrl(startUrl);
  const { origin } = new URL(appUrl);
  const response = await postJson(origin, SESSION_PATH, { ticket: ticketOf(appUrl) });
  if (!response.ok) throw new Error(`The app's ticket was refused: ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  return { origin, token };
}

/** Options of `createSocketTransport` for the trusted document of a paired browser. */
export function keyCredential({ key, trustedOrigin }: Pick<PairedBrowser, 'key' | 'trustedOrigin'>) {
  return { kind: 'key' as const, prove: (challenge: string) => signProof(key, trustedOrigin, challenge) };
}

/** Like a browser's socket: sends the page's origin, and reports no failure before its close event. */
export function socketOfPage(origin: string): (url: string, protocols: string[]) => WebSocket {
  return (url, protocols) => {
    const socket = new WebSocketClient(url, protocols, { origin, perMessageDeflate: false });
    socket.on('error', () => {});
    return socket as unknown as WebSocket;
  };
}

function postJson(origin: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
}
