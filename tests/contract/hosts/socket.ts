import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import WebSocketClient from 'ws';
import type { WebServer } from '../../../electron/host/web-server.ts';
import { startWebServer } from '../../../electron/host/web-server.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { createSocketTransport } from '../../../renderer/client/socket-transport.ts';
import type { Transport } from '../../../renderer/client/transport.ts';
import { SESSION_PATH } from '../../../shared/ipc/wire.ts';
import type { StartSampleHost } from './sample-host.ts';

export const startSocketHost: StartSampleHost = async (sample) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-contract-'));
  const server = await startWebServer({
    ...sample,
    clock: systemClock,
    rendererFolder: folder,
    port: 0,
    instanceSecret: 'x'.repeat(40),
    describe: () => ({}),
  });
  const transports: Transport[] = [];
  return {
    open: async (zone) => {
      const origin = zone === 'app' ? server.appOrigin : server.trustedOrigin;
      const token = await exchangeTicket(server, zone);
      const transport = createSocketTransport({
        origin,
        findToken: async () => token,
        forgetToken: () => {},
        createSocket: (url, protocols) => {
          // The browser's own socket sends the origin of its page, and keeps quiet about failing before its close event.
          const socket = new WebSocketClient(url, protocols, { origin });
          socket.on('error', () => {});
          return socket as unknown as WebSocket;
        },
      });
      transports.push(transport);
      return transport;
    },
    close: async () => {
      for (const transport of transports) transport.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** What a document does with its link: a token for the ticket in it. */
export async function exchangeTicket(server: WebServer, zone: 'app' | 'approval'): Promise<string> {
  const url = new URL(zone === 'app' ? server.mintStartUrl() : server.mintTrustedUrl({ name: 'unlock' }));
  const ticket = new URLSearchParams(url.hash.slice(1)).get('ticket');
  const response = await fetch(`${url.origin}${SESSION_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify({ ticket }),
  });
  const body = (await response.json()) as { token: string };
  return body.token;
}
