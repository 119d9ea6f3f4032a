import WebSocketClient from 'ws';
import { signProof } from '../../renderer/client/browser-key.ts';
import type { SocketProof } from '../../shared/ipc/wire.ts';
import { SOCKET_PATH, SOCKET_PROTOCOL } from '../../shared/ipc/wire.ts';
import type { PairedBrowser } from './paired-document.ts';

export interface TrustedSocket {
  /** `welcome`, or the close code. */
  readonly first: Promise<'welcome' | number>;
  readonly closed: Promise<number>;
  /** The reply to the challenge. */
  readonly proof: Promise<SocketProof>;
  close(): void;
}

/** Open a socket as the trusted document. `answer` replaces the valid proof. */
export async function openTrustedSocket(
  browser: Pick<PairedBrowser, 'key' | 'trustedOrigin'>,
  answer: (challenge: string) => Promise<SocketProof> = (challenge) => signProof(browser.key, browser.trustedOrigin, challenge),
): Promise<TrustedSocket> {
  const { trustedOrigin: origin } = browser;
  const socket = new WebSocketClient(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, SOCKET_PROTOCOL, { origin });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const proof = Promise.withResolvers<SocketProof>();
  const welcome = Promise.withResolvers<'welcome'>();
  socket.on('message', async (data) => {
    const message = JSON.parse(data.toString());
    if (message.type === 'welcome') welcome.resolve('welcome');
    if (message.type !== 'challenge') return;
    const answered = await answer(message.challenge);
    socket.send(JSON.stringify(answered));
    proof.resolve(answered);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  return { first: Promise.race([welcome.promise, closed]), closed, proof: proof.promise, close: () => socket.terminate() };
}
