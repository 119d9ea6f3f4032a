/** Effects of a network upgrade: findings with amounts before and after, and readiness of node and Sextant. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zEpoch, zPanelError, zTimeMs, zTipsetRef } from './common.ts';

const zText = z.string().max(2000);

/** A figure with its unit; `value` is exact. */
const zQuantity = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('attoFil'), value: zAttoFil }),
  /** Expected value at the current power of miner and network. */
  z.object({ unit: z.literal('attoFilPerDay'), value: zAttoFil }),
  z.object({ unit: z.literal('bytes'), value: zBigInteger }),
  z.object({ unit: z.literal('count'), value: zBigInteger }),
  z.object({ unit: z.literal('text'), value: zText }),
]);
export type Quantity = z.infer<typeof zQuantity>;

const zUpgradeFigure = z.object({ label: zText, before: zQuantity.optional(), after: zQuantity.optional() });
export type UpgradeFigure = z.infer<typeof zUpgradeFigure>;

/** Subject of a finding, to open. */
const zUpgradeSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('draft'), id: z.string(), name: zText }),
  z.object({ kind: z.literal('message'), journalId: z.string(), name: zText }),
  /** Pending in a multisig. */
  z.object({ kind: z.literal('transaction'), address: zAddress, id: z.string(), name: zText }),
  z.object({ kind: z.literal('miner'), address: zAddress }),
  z.object({ kind: z.literal('actor'), address: zAddress }),
  /** An allocation in the list of deals. */
  z.object({ kind: z.literal('allocation'), key: z.string(), name: zText }),
]);
export type UpgradeSubject = z.infer<typeof zUpgradeSubject>;

const zUpgradeFinding = z.object({
  id: z.string(),
  /** `before`: only possible until the upgrade; `after`: changes with it; `none`: no action needed. */
  action: z.enum(['before', 'after', 'none']),
  title: zText,
  before: zText,
  after: zText,
  /** What to do; absent for `none`. */
  advice: zText.optional(),
  figures: z.array(zUpgradeFigure),
  /** At most 50. */
  subjects: z.array(zUpgradeSubject),
  /** Number of further ones. */
  omittedSubjects: z.number().int().nonnegative(),
});
export type UpgradeFinding = z.infer<typeof zUpgradeFinding>;

const zReadiness = z.object({
  id: z.enum(['node-software', 'node-schedule', 'node-version', 'sextant-upgrade', 'sextant-layouts', 'sextant-methods', 'sextant-rules']),
  /** `info`: does not affect readiness. */
  state: z.enum(['ready', 'missing', 'unknown', 'info']),
  detail: zText,
});
export type Readiness = z.infer<typeof zReadiness>;

export const zUpgradeQuestion = z.object({ name: z.string().min(1).max(200), height: zEpoch }).strict();
export type UpgradeQuestion = z.infer<typeof zUpgradeQuestion>;

export const zUpgradeRehearsal = z.object({
  pinned: zTipsetRef,
  name: zText,
  /** Last epoch of the previous version. */
  height: zEpoch,
  /** Time of the first epoch after the upgrade; absent on chains without wall-clock epochs. */
  timeMs: zTimeMs.optional(),
  isPassed: z.boolean(),
  versionBefore: z.number().int().optional(),
  /** Absent for an upgrade that this release does not know. */
  versionAfter: z.number().int().optional(),
  readiness: z.array(zReadiness),
  findings: z.array(zUpgradeFinding),
  /** What was evaluated under both rule sets. */
  checked: z.object({
    drafts: z.number().int(),
    messages: z.number().int(),
    /** Pending in watched multisigs. */
    transactions: z.number().int(),
    addresses: z.number().int(),
    allocations: z.number().int(),
    miners: z.number().int(),
  }),
  /** What could not be read. */
  gaps: z.array(z.object({ what: zText, problem: zPanelError })),
  calls: z.array(zCallRef),
});
export type UpgradeRehearsal = z.infer<typeof zUpgradeRehearsal>;
