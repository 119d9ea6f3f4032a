import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WebServer } from '../../electron/host/web-server.ts';
import { startWebServer } from '../../electron/host/web-server.ts';
import type { Clock } from '../../electron/platform/ports.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import type { Sample } from '../contract/sample.ts';
import { createSample } from '../contract/sample.ts';

export const INSTANCE_SECRET = 'instance-secret-of-a-test-0123456789';

export interface SampleWebServer {
  readonly server: WebServer;
  readonly sample: Sample;
  readonly appPort: number;
  readonly trustedPort: number;
  close(): Promise<void>;
}

/** The web host's two listeners with the sample contract and small documents. */
export async function startSampleWebServer(clock: Clock = systemClock): Promise<SampleWebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-web-'));
  const rendererFolder = path.join(folder, 'renderer');
  mkdirSync(path.join(rendererFolder, 'assets'), { recursive: true });
  writeFileSync(path.join(rendererFolder, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(path.join(rendererFolder, 'approve.html'), '<!doctype html><title>trusted</title>');
  writeFileSync(path.join(rendererFolder, 'start.html'), '<!doctype html><title>start</title>');
  writeFileSync(path.join(rendererFolder, 'assets/main-abc.js'), 'export {};');
  writeFileSync(path.join(folder, 'secret.txt'), 'outside');
  writeFileSync(path.join(rendererFolder, 'secret.js'), 'outside of the assets');
  const sample = createSample();
  const server = await startWebServer({
    ...sample,
    clock,
    rendererFolder,
    port: 0,
    instanceSecret: INSTANCE_SECRET,
    describe: () => ({ node: 'http://127.0.0.1:1/rpc/v1' }),
  });
  return {
    server,
    sample,
    appPort: Number(new URL(server.appOrigin).port),
    trustedPort: Number(new URL(server.trustedOrigin).port),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
