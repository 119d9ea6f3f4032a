/** A document without a page: the app's end of the contract, over the web host's own socket. */
import WebSocket from 'ws';
import { createClient } from '../../../renderer/client/create-client.ts';
import { createSocketTransport } from '../../../renderer/client/socket-transport.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import { SESSION_PATH } from '../../../shared/ipc/wire.ts';

/** @param url the address that opens the app once */
export async function openDocument(url: string) {
  const { origin, hash } = new URL(url);
  const ticket = new URLSearchParams(hash.slice(1)).get('ticket');
  const response = await fetch(`${origin}${SESSION_PATH}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  });
  if (!response.ok) throw new Error(`The host took no session: ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  const transport = createSocketTransport({
    origin,
    findToken: async () => token,
    forgetToken: () => undefined,
    createSocket: (address, protocols) => new WebSocket(address, protocols, { origin }) as unknown as globalThis.WebSocket,
  });
  return { client: createClient(contract, transport, 'app'), close: () => transport.close() };
}
