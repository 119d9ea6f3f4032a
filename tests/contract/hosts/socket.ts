import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startWebServer } from '../../../electron/host/web-server.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import type { SocketCredential } from '../../../renderer/client/socket-transport.ts';
import { createSocketTransport } from '../../../renderer/client/socket-transport.ts';
import type { Transport } from '../../../renderer/client/transport.ts';
import { keyCredential, openAppSession, openStartUrl, socketOfPage } from '../../builders/paired-document.ts';
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
  const credentialFor = async (zone: 'app' | 'approval'): Promise<SocketCredential> => {
    if (zone === 'approval') return keyCredential(await openStartUrl(server.mintStartUrl()));
    const { token } = await openAppSession(server.mintStartUrl());
    return { kind: 'token', find: async () => token, forget: () => {} };
  };
  return {
    open: async (zone) => {
      const origin = zone === 'app' ? server.appOrigin : server.trustedOrigin;
      const transport = createSocketTransport({ origin, credential: await credentialFor(zone), createSocket: socketOfPage(origin) });
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
