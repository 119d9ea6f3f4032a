/** Input of an upgrade rehearsal: the user's plans and holdings. Types only. */
import type { WeightRecord } from '../domain/actors/reward-streams.ts';
import type { Decoded } from '../domain/encoding/decoded-value.ts';
import type { ActorType } from '../domain/methods/actor-type.ts';
import type { UpgradeSubject } from '../ipc/schemas/upgrades.ts';

/** The versions before and after an upgrade, and the last epoch of the old one. */
export interface UpgradeStep {
  readonly before: number;
  readonly after: number;
  readonly height: number;
  /** Whether the data was read after the upgrade. */
  readonly isPassed: boolean;
}

/** A planned call: a saved draft, a signed message not yet final, or a pending multisig transaction. */
export interface PlannedMessage {
  readonly subject: Extract<UpgradeSubject, { kind: 'draft' | 'message' | 'transaction' }>;
  /** Undefined if the called actor is unknown. */
  readonly actorType: ActorType | undefined;
  readonly method: bigint;
  readonly value: bigint | undefined;
  /** It approves a transaction that could not be read, so its effect is unknown. */
  readonly isHidden: boolean;
  /** Decoded by each version, for an approval those of the approved transaction; a text says why they do not fit the method. */
  readonly params: { readonly before: Decoded | string; readonly after: Decoded | string };
}

/** DataCap of an address, in bytes; undefined if it has none. */
export interface DataCapHolder {
  readonly address: string;
  readonly client: bigint | undefined;
  readonly verifier: bigint | undefined;
}

/** An unclaimed allocation. */
export interface PendingAllocation {
  /** Key of the deal list, such as `allocation-1010-94`. */
  readonly key: string;
  readonly id: number;
  readonly client: string;
  readonly provider: string;
  readonly sizeBytes: bigint;
  /** The last epoch at which it can be claimed. */
  readonly expiration: number;
}

/** Daily fees of upgradable sectors, attoFIL: `now`, `scaled` with their new power, and the number `without` a fee, which get one. */
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
  /** Live, between one and ten times their size: partly verified data. */
  readonly partial: number;
  /** Live, at their size. */
  readonly plain: number;
  readonly pledge: bigint;
  /** Fee of live sectors for a day. */
  readonly dailyFee: bigint;
  /** Active, below ten times their size and not about to expire: accepted by UpgradeSectorQuality. */
  readonly upgradable: number;
  /** Active, below ten times their size, but expired or about to: UpgradeSectorQuality fails with one of them. */
  readonly expiring: number;
  readonly upgradablePower: bigint;
  /** Additional pledge of upgrading them; undefined without the pledge of a sector. */
  readonly topUp: bigint | undefined;
  /** Of the upgradable ones; undefined without the size of a sector. */
  readonly raisedFees: RaisedFees | undefined;
}

/** An own miner. */
export interface MinerFacts {
  readonly address: string;
  readonly sectorSizeBytes: bigint | undefined;
  readonly power: { readonly own: bigint; readonly network: bigint } | undefined;
  /** `count`: their records were not read. */
  readonly sectors:
    | ({ readonly from: 'table' } & SectorTally)
    | { readonly from: 'count'; readonly live: number; readonly active: number; readonly faulty: number }
    | undefined;
  /** Of one new sector: without verified data, and at ten times its size. */
  readonly pledge: { readonly plain: bigint; readonly full: bigint } | undefined;
  /** The daily fee of a sector at ten times its size; undefined if no sector needs it or it could not be read. */
  readonly feeOfFull: bigint | undefined;
  readonly available: bigint | undefined;
  /** Deposits of pre-committed sectors that are not proven. */
  readonly preCommitDeposits: bigint | undefined;
  /** Number of claims; undefined if they were not read. */
  readonly claims: number | undefined;
}

/** Distribution of block rewards after the upgrade. */
export interface StreamFacts {
  /** `state`: from the reward actor; `built-in`: the initial parameters of the upgrade. */
  readonly source: 'state' | 'built-in';
  /** Weights of the streams that pay the miner of a block. */
  readonly minerWeights: readonly WeightRecord[];
}

/** All input of a rehearsal. */
export interface UpgradeFacts {
  readonly headHeight: number;
  readonly messages: readonly PlannedMessage[];
  readonly holders: readonly DataCapHolder[];
  readonly allocations: readonly PendingAllocation[];
  readonly miners: readonly MinerFacts[];
  /** attoFIL per epoch, all streams together. */
  readonly epochReward: bigint | undefined;
  readonly streams: StreamFacts | undefined;
}
