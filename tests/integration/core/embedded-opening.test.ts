/** How the embedded node opens its chain stands in the state of the connections, until what there is to say of it was dismissed. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenedChain } from '../../../electron/platform/ports.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { embeddedNodeOf, startCore, startStillDevnet } from '../../builders/wallet-core.ts';

test('opening, making, open; what was set aside is told until it is dismissed', async () => {
  const profile = await temporaryProfile();
  const devnet = await startStillDevnet();
  const making = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<OpenedChain>();
  const dismissReplaced = vi.fn();
  const opening = { making: making.promise, opened: opened.promise, dismissReplaced };
  const { core } = await startCore(profile.paths, devnet, { embeddedNode: { ...embeddedNodeOf(devnet), opening } });
  onTestFinished(async () => {
    await core.stop();
    await devnet.stop();
    await profile.remove();
  });
  const embedded = () => core.topics.connections.changed.get().embedded;
  expect(embedded()).toEqual({ stage: 'opening' });
  making.resolve();
  await eventually(() => embedded()?.stage === 'making', 'the stage');
  const replaced = { reason: 'damaged', folder: '/profile/embedded-node/set-aside-1', atMs: 1 } as const;
  opened.resolve({ genesisCid: 'bafy2bzacegenesis', replaced });
  await eventually(() => embedded()?.stage === 'open', 'the stage');
  expect(embedded()).toEqual({ stage: 'open', genesisCid: 'bafy2bzacegenesis', replaced });
  await core.handlers.connections.dismissReplacedChain({});
  expect(dismissReplaced).toHaveBeenCalledOnce();
  expect(embedded()).toEqual({ stage: 'open', genesisCid: 'bafy2bzacegenesis' });
});
