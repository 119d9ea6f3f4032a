/** What any script in a document could say to its host: also one that has turned against the user. */
import type { Page } from 'playwright';
import { formatProofText, PROOF_ALGORITHM } from '../../../shared/ipc/pairing.ts';
import { BRIDGE_NAME, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../../shared/ipc/wire.ts';

/** Speaks to the host as any script in this document could; resolves with the first answer, or with why it could not be sent. */
export function speak(page: Page, message: Record<string, unknown>): Promise<string> {
  return page.evaluate(
    ({ text, id, bridgeName, socketPath, protocols, proofText, algorithm }) =>
      new Promise<string>((resolve) => {
        const bridge = Reflect.get(window, bridgeName);
        const onText = (given: string): void => {
          const answer = JSON.parse(given);
          if ((id !== undefined && answer.id === id) || answer.type === 'refused') resolve(given);
        };
        if (bridge !== undefined) {
          bridge.onMessage(onText);
          try {
            bridge.send(text);
          } catch (error) {
            resolve(String(error));
          }
          return;
        }
        const token = sessionStorage.getItem('sextant-session');
        const socket = new WebSocket(`ws://${location.host}${socketPath}`, [protocols[0] ?? '', `${protocols[1]}${token}`]);
        const answerChallenge = (challenge: string): void => {
          const opening = indexedDB.open('sextant');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('keys').objectStore('keys').get('browser');
            reading.onsuccess = async () => {
              const { privateKey, publicKey } = reading.result;
              const signed = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(proofText + challenge));
              const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
              socket.send(JSON.stringify({ type: 'proof', publicKey, signature }));
            };
          };
        };
        socket.addEventListener('message', (event) => {
          const message = JSON.parse(event.data);
          if (message.type === 'challenge') answerChallenge(message.challenge);
          else if (message.type === 'welcome') socket.send(text);
          else onText(event.data);
        });
        socket.addEventListener('close', () => resolve('closed'));
      }),
    {
      text: JSON.stringify(message),
      id: message.id,
      bridgeName: BRIDGE_NAME,
      socketPath: SOCKET_PATH,
      protocols: [SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX],
      proofText: formatProofText(new URL(page.url()).origin, ''),
      algorithm: PROOF_ALGORITHM,
    },
  );
}

/** Above the ids that the document itself counts. */
let lastId = 4_000_000;

/** One call, answered or refused, as the text that came back. */
export function call(page: Page, name: string, input: unknown): Promise<string> {
  lastId += 1;
  return speak(page, { type: 'call', id: lastId, name, input });
}

/** What a call answered. Throws its error's code and message. */
export async function answerOf(page: Page, name: string, input: unknown): Promise<unknown> {
  const { reply } = JSON.parse(await call(page, name, input));
  if (reply?.ok !== true) throw new Error(`${name}: ${JSON.stringify(reply?.error ?? reply)}`);
  return reply.value;
}

/**
 * Opens the trusted document as the app's own buttons do.
 *
 * @param purpose as `app.openTrusted` takes it
 */
export async function askForTrusted(page: Page, purpose: object): Promise<void> {
  const { url } = (await answerOf(page, 'app.openTrusted', purpose)) as { url?: string };
  if (url !== undefined) await page.evaluate((address) => void window.open(address, '_blank', 'noopener'), url);
}
