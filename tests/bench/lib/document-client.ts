/** A document without a page: the app's end of the contract, over the web host's own socket. */
import { createClient } from '../../../renderer/client/create-client.ts';
import { createSocketTransport } from '../../../renderer/client/socket-transport.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import { openAppSession, socketOfPage } from '../../builders/paired-document.ts';

/** @param url a start link */
export async function openDocument(url: string) {
  const { origin, token } = await openAppSession(url);
  const transport = createSocketTransport({
    origin,
    credential: { kind: 'token', find: async () => token, forget: () => undefined },
    createSocket: socketOfPage(origin),
  });
  return { client: createClient(contract, transport, 'app'), close: () => transport.close() };
}
