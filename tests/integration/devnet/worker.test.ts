/** The embedded node in its worker thread: the same addresses, a clean stop, and a reason when it cannot start. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { launchDevnetWorker } from '../../../electron/devnet/devnet-host.ts';
import { postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

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

it('says when a chain is made, when it is open, and until it is dismissed what was set aside for it', async () => {
  const { path: dataFolder, remove } = await temporaryFolder();
  const open = async (seed?: string) => {
    const node = await launchDevnetWorker({ dataFolder, historyEpochs: 2, ...(seed === undefined ? {} : { seed }) });
    let isMade = false;
    void node.making.then(() => {
      isMade = true;
    });
    const opening = await node.opened;
    return { node, isMade, ...opening };
  };
  const identity = path.join(dataFolder, 'network.json');
  try {
    const first = await open('first');
    expect(first).toMatchObject({ isMade: true });
    expect(first.replaced).toBeUndefined();
    await first.node.stop();
    const again = await open();
    expect(again).toMatchObject({ isMade: false, genesisCid: first.genesisCid });
    await again.node.stop();

    // As a version before this one would have left it.
    writeFileSync(identity, JSON.stringify({ ...JSON.parse(readFileSync(identity, 'utf8')), format: 1 }));
    for (const isFirst of [true, false]) {
      const { node, isMade, genesisCid, replaced } = await open();
      expect(isMade).toBe(isFirst);
      expect(genesisCid).not.toBe(first.genesisCid);
      expect(replaced?.reason).toBe('other-version');
      expect(readdirSync(replaced?.folder ?? '')).toContain('network.json');
      if (!isFirst) node.dismissReplaced();
      await node.stop();
    }
    const dismissed = await open();
    expect(dismissed.replaced).toBeUndefined();
    await dismissed.node.stop();

    writeFileSync(identity, '{"form');
    const damaged = await open();
    expect(damaged.replaced?.reason).toBe('damaged');
    await damaged.node.stop();
    const other = await open('second');
    expect(other.replaced?.reason).toBe('other-seed');
    await other.node.stop();
  } finally {
    await remove();
  }
});
