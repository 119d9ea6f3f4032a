import { describe, expect, it } from 'vitest';
import { genesisState } from '../../../../../electron/devnet/chain/genesis.ts';
import { DevnetKeys } from '../../../../../electron/devnet/chain/keys.ts';
import { SeededRandom } from '../../../../../electron/devnet/chain/seeded-random.ts';
import { LARGE_MINER_ID } from '../../../../../electron/devnet/miners/large-miner.ts';
import { minerIds, minerOf } from '../../../../../electron/devnet/miners/miners.ts';
import { activeSectors } from '../../../../../electron/devnet/miners/partition.ts';
import { MemoryBlocks } from '../../../../../electron/devnet/state/blocks.ts';
import { claimOf } from '../../../../../electron/devnet/state/power.ts';
import { State } from '../../../../../electron/devnet/state/state.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { sectorPower, sumPower } from '../../../../../shared/domain/actors/miner-power.ts';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers } from '../../../../../shared/domain/encoding/bitfield.ts';
import { RULES_OF_29 } from '../../../../builders/devnet-execution.ts';

const SECTORS = 6_000;

/** The genesis with such a miner, opened anew from its blocks. */
function genesis(largeMinerSectors: number): State {
  const random = new SeededRandom('large');
  const blocks = new MemoryBlocks();
  return State.open(
    blocks,
    new ViewCache(),
    genesisState({ blocks, random, keys: new DevnetKeys(random), genesisTime: 1_700_000_000, rules: RULES_OF_29, largeMinerSectors }),
  );
}

describe('the large miner', () => {
  const state = genesis(SECTORS);
  const miner = minerOf(state, LARGE_MINER_ID);
  if (miner === undefined) throw new Error('there is no large miner');
  const deadlines = miner.deadlines.value.map(({ value }) => value);
  const partitions = deadlines.flatMap((deadline) => deadline.partitions.values());

  it('is there where it is asked for', () => {
    expect(minerIds(state)).toContain(LARGE_MINER_ID);
    expect(minerIds(genesis(0))).not.toContain(LARGE_MINER_ID);
    expect(genesis(SECTORS).root).toBe(state.root);
  });

  it('has its sectors evenly in all deadlines, each in one partition', () => {
    expect(miner.sectors.count).toBe(SECTORS);
    const counts = deadlines.map(({ liveSectors }) => liveSectors);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(SECTORS);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(3);
    expect(partitions.flatMap(({ sectors }) => bitfieldMembers(sectors)).sort((left, right) => left - right)).toEqual(
      miner.sectors.indices(),
    );
    expect(partitions).toHaveLength(EPOCHS.deadlinesPerPeriod);
  });

  it('claims the power of those that are well: some are faulty, some hold verified data', () => {
    const active = partitions.flatMap((partition) => bitfieldMembers(activeSectors(partition)));
    const powers = active.map((number) => {
      const sector = miner.sectors.get(number);
      return sector === undefined ? { raw: 0n, qualityAdjusted: 0n } : sectorPower(8n * 1_024n ** 2n, sector);
    });
    const { raw, qualityAdjusted } = sumPower(powers);
    expect(claimOf(state, LARGE_MINER_ID)).toEqual({ raw, quality: qualityAdjusted });
    expect(active.length).toBeLessThan(SECTORS);
    expect(active.length).toBeGreaterThan(SECTORS * 0.8);
    expect(qualityAdjusted).toBeGreaterThan(raw * 2n);
    expect(partitions.some(({ recoveries }) => recoveries.count > 0n)).toBe(true);
  });

  it('ends over five years', () => {
    const expirations = miner.sectors.values().map(({ expiration }) => expiration);
    expect(new Set(expirations).size).toBe(Math.ceil(SECTORS / 3 / EPOCHS.deadlinesPerPeriod));
    expect(Math.max(...expirations)).toBeLessThanOrEqual(5 * EPOCHS.perYear);
    const queued = partitions.flatMap(({ expirationsEpochs }) =>
      expirationsEpochs
        .values()
        .flatMap(({ onTimeSectors, earlySectors }) => [onTimeSectors, earlySectors].flatMap((set) => bitfieldMembers(set))),
    );
    expect(queued.sort((left, right) => left - right)).toEqual(miner.sectors.indices());
  });
});
