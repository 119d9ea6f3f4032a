/** What a rehearsal of an upgrade is made from: the user's plans and holdings, read before it. Types only. */
import type { ActorType } from '../domain/actor-type.ts';
import type { WeightRecord } from '../domain/actors/reward-streams.ts';
import type { Decoded } from '../domain/decoded-value.ts';
import type { UpgradeSubject } from '../ipc/schemas/upgrades.ts';

/** The versions on both sides of an upgrade, and its last epoch of the old one. */
export interface UpgradeStep {
  readonly before: number;
  readonly after: number;
  readonly height: number;
  /** Whether it ran before what was read: then nothing can be done in time any more. */
  readonly isPassed: boolean;
}

/** A call that the user plans: a saved draft, a signed message that the chain has not decided on, a pending transaction of a multisig. */
export interface PlannedMessage {
  readonly subject: Extract<UpgradeSubject, { kind: 'draft' | 'message' | 'transaction' }>;
  /** Undefined: what is called is not known. */
  readonly actorType: ActorType | undefined;
  readonly method: bigint;
  readonly value: bigint | undefined;
  /** It approves a transaction that could not be read, so that what it does is not known. */
  readonly isHidden: boolean;
  /** As each rule set reads the parameters, for an approval those of what it approves; a text says why they do not fit the method. */
  readonly params: { readonly before: Decoded | string; readonly after: Decoded | string };
}

/** DataCap of an address, in bytes; undefined where it has none. */
export interface DataCapHolder {
  readonly address: string;
  readonly client: bigint | undefined;
  readonly verifier: bigint | undefined;
}

/** An allocation that no sector has claimed. */
export interface PendingAllocation {
  /** As in the list of deals: `allocation-1010-94`. */
  readonly key: string;
  readonly id: number;
  readonly client: string;
  readonly provider: string;
  readonly sizeBytes: bigint;
  /** The last epoch at which it can be claimed. */
  readonly expiration: number;
}

/** Daily fees of sectors that an upgrade raises, attoFIL: `scaled` with their power; those `without` a fee get one attached. */
export interface RaisedFees {
  readonly now: bigint;
  readonly scaled: bigint;
  readonly without: number;
}

/** The sectors of a miner by quality. Amounts in attoFIL, power in bytes. */
export interface SectorTally {
  readonly live: number;
  readonly active: number;
  readonly faulty: number;
  /** Live, at ten times their size. */
  readonly full: number;
  /** Live, between one and ten times their size: a part is verified data. */
  readonly partial: number;
  /** Live, at their size. */
  readonly plain: number;
  readonly pledge: bigint;
  /** Fee of live sectors for a day. */
  readonly dailyFee: bigint;
  /** Active, below ten times their size and not about to expire: what UpgradeSectorQuality takes. */
  readonly upgradable: number;
  /** As these, but expired or about to: one of them fails the message. */
  readonly expiring: number;
  readonly upgradablePower: bigint;
  /** What the upgrade of these would lock besides; undefined without the pledge of a sector. */
  readonly topUp: bigint | undefined;
  /** Of the upgradable ones; undefined without the size of a sector. */
  readonly raisedFees: RaisedFees | undefined;
}

/** A miner of the user. */
export interface MinerFacts {
  readonly address: string;
  readonly sectorSizeBytes: bigint | undefined;
  readonly power: { readonly own: bigint; readonly network: bigint } | undefined;
  /** `count`: their records were not read. */
  readonly sectors:
    | ({ readonly from: 'table' } & SectorTally)
    | { readonly from: 'count'; readonly live: number; readonly active: number; readonly faulty: number }
    | undefined;
  /** Of one new sector: with nothing verified in it, and at ten times its size. */
  readonly pledge: { readonly plain: bigint; readonly full: bigint } | undefined;
  /** The daily fee attached to a sector without one at ten times its size; undefined where no sector needs it, or it could not be read. */
  readonly feeOfFull: bigint | undefined;
  readonly available: bigint | undefined;
  /** Deposits of sectors that are pre-committed and not proven. */
  readonly preCommitDeposits: bigint | undefined;
  /** How many claims of verified data it has; undefined where they were not read. */
  readonly claims: number | undefined;
}

/** Who gets block rewards after the upgrade. */
export interface StreamFacts {
  /** `state`: from the reward actor; `built-in`: what the upgrade is set to begin with. */
  readonly source: 'state' | 'built-in';
  /** Of the streams that pay the miner of a block. */
  readonly minerWeights: readonly WeightRecord[];
}

/** Everything that was read for a rehearsal. */
export interface UpgradeFacts {
  readonly headHeight: number;
  readonly messages: readonly PlannedMessage[];
  readonly holders: readonly DataCapHolder[];
  readonly allocations: readonly PendingAllocation[];
  readonly miners: readonly MinerFacts[];
  /** attoFIL of one epoch, all streams together. */
  readonly epochReward: bigint | undefined;
  readonly streams: StreamFacts | undefined;
}
