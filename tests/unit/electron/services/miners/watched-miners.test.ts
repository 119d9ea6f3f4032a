import { expect, it } from 'vitest';
import { WatchedMiners, type WatchedMinersDocument } from '../../../../../electron/services/miners/watched-miners.ts';

const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

/** A document on a slow disk. */
function slowDocument(): WatchedMinersDocument {
  let saved: Awaited<ReturnType<WatchedMinersDocument['load']>> = { byGenesis: {} };
  const pause = () => new Promise((resolve) => setImmediate(resolve));
  return {
    load: async () => {
      await pause();
      return saved;
    },
    save: async (value) => {
      await pause();
      saved = value;
    },
  };
}

it('keeps every one of several changes made at once, by network', async () => {
  const watched = new WatchedMiners(slowDocument());
  await Promise.all([
    watched.set(GENESIS, 'f01000', true),
    watched.set(GENESIS, 'f01001', true),
    watched.set('another genesis', 'f01002', true),
    watched.set(GENESIS, 'f01000', false),
  ]);
  expect(await watched.list(GENESIS)).toEqual(['f01001']);
  expect(await watched.list('another genesis')).toEqual(['f01002']);
});
