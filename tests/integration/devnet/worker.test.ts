/** The embedded node in its worker thread: the same addresses, a clean stop, and a reason when it cannot start. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { launchDevnetWorker } from '../../../electron/devnet/devnet-host.ts';
import { postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';

it('runs, produces at its pace, and stops', async () => {
  const node = await launchDevnetWorker({ seed: 'worker', blockTimeMs: 50, historyEpochs: 10 });
  try {
    expect(new URL(node.httpUrl).hostname).toBe('127.0.0.1');
    await eventually(async () => (await resultOf<TipsetJson>(node, 'ChainHead')).Height > 13, 'the chain to grow');
    expect((await postCall(node.minerUrl, 'Filecoin.ActorAddress', [])).json.result).toBe('t01000');
  } finally {
    await node.stop();
  }
  await expect(postCall(node.httpUrl, 'Filecoin.ChainHead', [])).rejects.toThrow();
});

it('says why it cannot start', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await expect(launchDevnetWorker({ port, historyEpochs: 1 })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => taken.close(resolve));
});
