/** Plan for recovering, extending or terminating sectors: selected, omitted, and the messages needed. */
import { z } from 'zod';
import { zAttoFil, zEpoch, zTimeMs, zTipsetRef } from './common.ts';
import { zSectorChoice } from './miner-sectors.ts';

const zCount = z.number().int().nonnegative();

export const zSectorChangeKind = z.enum(['recover', 'extend', 'terminate']);
export type SectorChangeKind = z.infer<typeof zSectorChangeKind>;

export const zSectorChangeQuestion = zSectorChoice.extend({
  change: zSectorChangeKind,
  /** New expiration, only for `extend`; the latest possible if absent. */
  expiration: zEpoch.optional(),
});
export type SectorChangeQuestion = z.infer<typeof zSectorChangeQuestion>;

/**
 * Why a sector is omitted. `cutoff`: its deadline is open or past the fault cutoff. `immutable`: its deadline is open or next. `claims`:
 * until network version 28, an extension must list the claims of verified sectors, which the table does not have.
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
  /** Total sectors in the messages. */
  included: zCount,
  leftOut: z.array(z.object({ reason: zLeftOut, count: zCount })),
  /** Number of messages. */
  messageCount: zCount,
  /** Sectors in the first message. */
  inMessage: zCount,
  /** Parameters of the first message, in Lotus JSON. */
  declarations: z.array(z.object({ Deadline: zCount, Partition: zCount, Sectors: z.array(zCount).max(50_000) })).max(3000),
  /** Pledge of the sectors in the first message, in attoFIL; absent if not read. */
  pledge: zAttoFil.optional(),
  /** For `extend`: the new expiration, and the latest possible one of any sector. */
  extension: z.object({ expiration: zEpoch, expirationTimeMs: zTimeMs, latest: zEpoch, latestTimeMs: zTimeMs }).optional(),
});
export type SectorChange = z.infer<typeof zSectorChange>;
