import { describe, expect, it } from 'vitest';
import { consensusFaultAt } from '../../../../../electron/services/miners/consensus-fault.ts';
import { RoleMemory, readMinerInfo } from '../../../../../electron/services/miners/miner-info.ts';
import { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { zNodeMinerDetail } from '../../../../../shared/validation/node/miner-detail.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const timeMsOf = (epoch: number) => epoch * 30_000;

describe('a consensus fault', () => {
  it('lasts through its last epoch, and was never there at -1 or where the node does not tell it', () => {
    const at = (elapsed: number | null | undefined, height: number) => consensusFaultAt(elapsed, height, timeMsOf)?.untilEpoch;
    expect([at(1000, 999), at(1000, 1000), at(1000, 1001)]).toEqual([1000, 1000, undefined]);
    expect([at(-1, 0), at(null, 5), at(undefined, 5)]).toEqual([undefined, undefined, undefined]);
    expect(consensusFaultAt(1000, 1, timeMsOf)?.untilTimeMs).toBe(30_000_000);
  });

  it('is read from StateMinerInfo for the screen of the miner', async () => {
    const { active } = scriptedConnection({});
    const read = async (height: number) => {
      const node = new PinnedNode(
        active.client,
        { height, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0 },
        'test',
      );
      const value = zNodeMinerDetail.parse({
        Owner: 't0100',
        Worker: 't0101',
        ControlAddresses: null,
        SectorSize: 2048,
        ConsensusFaultElapsed: 1000,
      });
      const call = { id: 1, method: 'StateMinerInfo', tookMs: 1, atMs: 0, isCached: false };
      const info = await readMinerInfo(node, { value, call }, new RoleMemory(), undefined, { timeMsOf, versions: active.versions });
      return info.value.consensusFault;
    };
    expect(await read(900)).toEqual({ untilEpoch: 1000, untilTimeMs: 30_000_000 });
    expect(await read(1001)).toBeUndefined();
  });
});
