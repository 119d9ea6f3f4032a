import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SectorPlaces } from '../../../../../electron/services/state/sector-places.ts';
import { NO_POWER } from '../../../../../shared/domain/actors/miner-power.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { StatePartition } from '../../../../../shared/domain/state/miner-partitions.ts';

const STATUSES = ['live', 'faulty', 'terminated'] as const;

/** Sectors 0 to 80, each in one of six partitions of three deadlines, with one status. */
const sectors = fc.array(fc.record({ at: fc.nat(5), status: fc.constantFrom(...STATUSES) }), { maxLength: 80 });

function partitionOf(number: number, members: readonly { readonly at: number; readonly status: string }[]): StatePartition {
  const having = (test: (status: string) => boolean) =>
    bitfieldOf(members.flatMap(({ at, status }, index) => (at === number && test(status) ? [index] : [])));
  const empty = bitfieldOf([]);
  const power = { livePower: NO_POWER, activePower: NO_POWER, faultyPower: NO_POWER, recoveringPower: NO_POWER, unprovenPower: NO_POWER };
  return {
    deadline: Math.floor(number / 2),
    partition: number % 2,
    sectors: having(() => true),
    live: having((status) => status !== 'terminated'),
    terminated: having((status) => status === 'terminated'),
    faulty: having((status) => status === 'faulty'),
    active: having((status) => status === 'live'),
    recovering: empty,
    unproven: empty,
    ...power,
    isPosted: false,
    state: { sectors: empty } as StatePartition['state'],
  };
}

it('finds the partition of every sector', () => {
  fc.assert(
    fc.property(sectors, (members) => {
      const partitions = Array.from({ length: 6 }, (_, number) => partitionOf(number, members));
      const places = new SectorPlaces(partitions);
      for (const [number, { at }] of members.entries()) expect(places.find(number)).toBe(partitions[at]);
      expect(places.find(members.length)).toBeUndefined();
    }),
  );
});
