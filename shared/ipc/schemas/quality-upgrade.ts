/** What it takes to give sectors the full quality of ten times their size (UpgradeSectorQuality, FIP-0118). */
import { z } from 'zod';
import { zAttoFil, zBigInteger, zCallRef, zPanel, zTipsetRef } from './common.ts';

/** The first network version whose miner actor has the method. */
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
  /** Faulty, unproven or terminated: the method refuses these. */
  notActive: zCount,
  /** Active and below full quality, but expired, or within a day of it: one of these fails the whole message. */
  expiring: zCount,
  /** Of `upgradable`, how many fit one message; everything below is about these. */
  inMessage: zCount,
  declarations: z.array(zUpgradeDeclaration).max(3000),
  /** Bytes. */
  power: z.object({ now: zBigInteger, after: zBigInteger }),
  pledge: zPanel(
    z.object({
      /** For one sector at full quality, as the node answers it. */
      perSector: zAttoFil,
      now: zAttoFil,
      /** A sector keeps its pledge where that is higher. */
      after: zAttoFil,
      /** Of the miner's balance. */
      available: zAttoFil.optional(),
    }),
  ),
  /** Daily fees: scaled to full power, and attached to sectors that have none. */
  fee: zPanel(z.object({ now: zAttoFil, after: zAttoFil })),
  /** Expected miner's part a day, at the network's power and reward of this tipset; the added power makes the network's grow too. */
  income: zPanel(z.object({ now: zAttoFil, after: zAttoFil })),
  calls: z.array(zCallRef),
});
export type QualityUpgrade = z.infer<typeof zQualityUpgrade>;
