/** Plan for upgrading sectors to full quality (UpgradeSectorQuality, FIP-0118). */
import { z } from 'zod';
import { zAttoFil, zBigInteger, zCallRef, zPanel, zTipsetRef } from './common.ts';

/** First network version with the method. */
export const QUALITY_UPGRADE_SINCE = 29;

const zCount = z.number().int().nonnegative();

/** Sectors of one partition, as run lengths. */
const zUpgradeDeclaration = z.object({ deadline: zCount, partition: zCount, sectors: z.array(zCount).max(20_000) });
export type UpgradeDeclaration = z.infer<typeof zUpgradeDeclaration>;

export const zQualityUpgrade = z.object({
  pinned: zTipsetRef,
  matching: zCount,
  /** Active, below full quality and not about to expire. */
  upgradable: zCount,
  alreadyFull: zCount,
  /** Faulty, unproven or terminated, which the method refuses. */
  notActive: zCount,
  /** Active and below full quality, but expired or expiring within a day: one of these fails the whole message. */
  expiring: zCount,
  /** Number of `upgradable` in the first message; all fields below are about these. */
  inMessage: zCount,
  declarations: z.array(zUpgradeDeclaration).max(3000),
  /** Bytes. */
  power: z.object({ now: zBigInteger, after: zBigInteger }),
  pledge: zPanel(
    z.object({
      /** For a sector at full quality, according to the node. */
      perSector: zAttoFil,
      now: zAttoFil,
      /** A sector keeps a higher pledge. */
      after: zAttoFil,
      /** From the miner's balance. */
      available: zAttoFil.optional(),
    }),
  ),
  /** Daily fees: scaled to full power, and added to sectors without one. */
  fee: zPanel(z.object({ now: zAttoFil, after: zAttoFil })),
  /** Expected miner's part per day at this tipset's network power and reward, with the added power included. */
  income: zPanel(z.object({ now: zAttoFil, after: zAttoFil })),
  calls: z.array(zCallRef),
});
export type QualityUpgrade = z.infer<typeof zQualityUpgrade>;
