import { describe, expect, it } from 'vitest';
import { KnownMiner, knownEnds, readOpenDeadline, withSealingSince } from '../../../../../electron/services/own-miners/known-miner.ts';
import { ServedCalls } from '../../../../../electron/services/own-miners/served-calls.ts';
import type { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { zNodeSectorInfos } from '../../../../../shared/validation/node/miner-detail.ts';
import type { NodeDeadlineInfo } from '../../../../../shared/validation/node/provider-state.ts';

const NONE = bitfieldOf([]);
const GIB32 = 32n << 30n;
/** Sectors of 32 GiB that live 1,000 epochs: one wholly verified, which counts ten times, one not. */
const SECTORS = zNodeSectorInfos.parse(
  [1, 2].map((SectorNumber) => ({
    SectorNumber,
    SealProof: 8,
    SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
    DealIDs: null,
    Activation: 0,
    Expiration: 1000,
    VerifiedDealWeight: SectorNumber === 1 ? (GIB32 * 1000n).toString() : '0',
    InitialPledge: '1',
  })),
);
/** Two partitions: one to be proven, one whose sectors are all faulty. */
const PARTITIONS = [
  { LiveSectors: bitfieldOf([1, 2]), FaultySectors: NONE, RecoveringSectors: NONE },
  { LiveSectors: bitfieldOf([3]), FaultySectors: bitfieldOf([3]), RecoveringSectors: NONE },
];

/** A node at a height, at which partitions of the deadline are proven. */
function nodeAt(height: number, proven: readonly number[], asked: string[]): PinnedNode {
  return {
    ref: { height },
    read: async (method: string) => {
      asked.push(method);
      const value =
        method === 'StateMinerSectors'
          ? SECTORS
          : method === 'StateMinerPartitions'
            ? PARTITIONS
            : [{ PostSubmissions: bitfieldOf(proven) }];
      return { value, call: { id: asked.length, method } };
    },
  } as unknown as PinnedNode;
}

const deadline = (open: number): NodeDeadlineInfo => ({ Index: 0, Open: open }) as NodeDeadlineInfo;

describe('the open deadline', () => {
  it('is asked for until it is proven, once more later, and not again until the next one opens', async () => {
    const known = new KnownMiner();
    const served = new ServedCalls();
    const asked: string[] = [];
    const at = async (height: number, proven: readonly number[], open = 100) => {
      asked.length = 0;
      const proof = await readOpenDeadline(nodeAt(height, proven, asked), 'f01', deadline(open), { known, power: undefined }, [], served);
      return { proven: proof?.proven, asked: [...asked] };
    };
    expect(await at(101, [])).toEqual({ proven: 0, asked: ['StateMinerPartitions', 'StateMinerDeadlines'] });
    // The second partition has nothing to prove.
    expect(known.proof?.value).toEqual({ partitions: 1, proven: 0, sectors: 2 });
    // Late, its sectors are asked for once to price it.
    expect(await at(120, [])).toEqual({ proven: 0, asked: ['StateMinerDeadlines', 'StateMinerSectors'] });
    expect(known.proof?.value.qualityAdjusted).toBe((11n * GIB32).toString());
    expect(await at(121, [])).toEqual({ proven: 0, asked: ['StateMinerDeadlines'] });
    expect(await at(102, [])).toEqual({ proven: 0, asked: ['StateMinerDeadlines'] });
    expect(await at(103, [0])).toEqual({ proven: 1, asked: ['StateMinerDeadlines'] });
    expect(await at(104, [])).toEqual({ proven: 1, asked: [] });
    // A reorg took the proof away: the second look sees it.
    expect(await at(108, [])).toEqual({ proven: 0, asked: ['StateMinerDeadlines'] });
    expect(await at(109, [0])).toEqual({ proven: 1, asked: ['StateMinerDeadlines'] });
    expect(await at(114, [0])).toEqual({ proven: 1, asked: ['StateMinerDeadlines'] });
    expect(await at(130, [])).toEqual({ proven: 1, asked: [] });
    expect(await at(161, [], 160)).toEqual({ proven: 0, asked: ['StateMinerPartitions', 'StateMinerDeadlines'] });
  });

  it('is not asked for again where the endpoint does not serve it', async () => {
    const served = new ServedCalls();
    let count = 0;
    const node = {
      ref: { height: 1 },
      read: async () => {
        count += 1;
        throw new SextantError('method-not-served', 'no');
      },
    } as unknown as PinnedNode;
    for (let round = 0; round < 3; round++) {
      expect(await readOpenDeadline(node, 'f01', deadline(100), { known: undefined, power: undefined }, [], served)).toBeUndefined();
    }
    expect(count).toBe(1);
  });
});

describe('what is kept of a miner', () => {
  it('is what ends, for as long as it is young', () => {
    const standing = { readAtMs: 5, keys: [], endsReadAtMs: 1000, expiring: { count: 2 } };
    expect(knownEnds(standing, 900)).toEqual({ endsReadAtMs: 1000, expiring: { count: 2 } });
    expect(knownEnds(standing, 1001)).toBeUndefined();
    expect(knownEnds(undefined, 0)).toBeUndefined();
  });

  it('is since when nothing moved in its pipeline', () => {
    const first = withSealingSince({ readAtMs: 10, keys: [], sealing: { PreCommit1: 2 } }, undefined);
    expect(first.sealingSinceMs).toBe(10);
    const same = withSealingSince({ readAtMs: 20, keys: [], sealing: { PreCommit1: 2 } }, first);
    expect(same.sealingSinceMs).toBe(10);
    expect(withSealingSince({ readAtMs: 30, keys: [], sealing: { PreCommit1: 1, PreCommit2: 1 } }, same).sealingSinceMs).toBe(30);
  });
});
