/** Network versions of the active connection's chain, for `shared/domain/chain/network-version.ts`. */
import { z } from 'zod';
import { zCallRef, zEpoch } from './common.ts';

export const zVersionState = z.object({
  /** Empty while no node is connected. */
  connectionId: z.string(),
  networkName: z.string().optional(),
  knowledge: z.object({
    ranges: z.array(z.object({ version: z.number().int(), from: zEpoch, to: zEpoch })),
    upgrades: z.array(z.object({ name: z.string(), height: zEpoch, version: z.number().int().optional() })),
    hasNodeSchedule: z.boolean(),
    startVersion: z.number().int().optional(),
  }),
  /** Actor code CIDs at the head by name, from the chain's manifest, if the version is not verified. */
  actorCodes: z.record(z.string(), z.string()).optional(),
  calls: z.object({ version: zCallRef.optional(), schedule: zCallRef.optional() }),
});
export type VersionState = z.infer<typeof zVersionState>;
