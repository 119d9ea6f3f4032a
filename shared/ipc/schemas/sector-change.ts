/** What recovering, extending or terminating many sectors of a miner takes: which of them, in how many messages, and which cannot. */
import { z } from 'zod';
import { zAttoFil, zEpoch, zTimeMs, zTipsetRef } from './common.ts';
import { zSectorChoice } from './miner-sectors.ts';

const zCount = z.number().int().nonnegative();

export const zSectorChangeKind = z.enum(['recover', 'extend', 'terminate']);
export type SectorChangeKind = z.infer<typeof zSectorChangeKind>;

export const zSectorChangeQuestion = zSectorChoice.extend({
  change: zSectorChangeKind,
  /** The new end; of `extend` alone, the latest possible where absent. */
  expiration: zEpoch.optional(),
});
export type SectorChangeQuestion = z.infer<typeof zSectorChangeQuestion>;

/**
 * Why a sector is left out. `cutoff`: its deadline is open, or takes no declarations for its next window. `immutable`: its deadline is
 * open or next. `claims`: until network version 28 an extension names the claims of verified sectors, which a table does not know.
 */
const zLeftOut = z.enum([
  'not-faulty',
  'recovering',
  'cutoff',
  'not-active',
  'ended',
  'expired',
  'immutable',
  'claims',
  'not-later',
  'too-late',
]);
export type LeftOut = z.infer<typeof zLeftOut>;

export const zSectorChange = z.object({
  pinned: zTipsetRef,
  matching: zCount,
  /** How many the messages name together. */
  included: zCount,
  leftOut: z.array(z.object({ reason: zLeftOut, count: zCount })),
  /** Messages that are needed. */
  messageCount: zCount,
  /** Sectors of the first one. */
  inMessage: zCount,
  /** Of the first one, in the JSON form of Lotus. */
  declarations: z.array(z.object({ Deadline: zCount, Partition: zCount, Sectors: z.array(zCount).max(50_000) })).max(3000),
  /** Attofil that the sectors of the first one have pledged; absent where their records were not read. */
  pledge: zAttoFil.optional(),
  /** Of `extend`: the new end, and the latest one that some sector can have. */
  extension: z.object({ expiration: zEpoch, expirationTimeMs: zTimeMs, latest: zEpoch, latestTimeMs: zTimeMs }).optional(),
});
export type SectorChange = z.infer<typeof zSectorChange>;
