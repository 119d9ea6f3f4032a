import type { StreamsPlan } from '../../shared/upgrades/solstice-streams.ts';
import type { HostedAddresses, HostedOptions } from './hosted/hosted-options.ts';
import type { Permission } from './rpc/tokens.ts';

/** Options of the embedded node. All values can be posted to a worker. */
export interface DevnetOptions {
  /** Node port on 127.0.0.1; 0 selects a free one. */
  readonly port?: number;
  /** Port of the storage miner API on 127.0.0.1; 0 selects a free one. */
  readonly minerPort?: number;
  /** Milliseconds of real time per epoch. The chain's own timestamps always advance 30 s per epoch. */
  readonly blockTimeMs?: number;
  /** Seed of the chain, stored with it. A data folder with another seed is set aside; without a seed it is used as it is. */
  readonly seed?: string;
  /** Unix seconds; for tests that compare two chains. Only used for a new chain. */
  readonly genesisTime?: number;
  /** Data folder of the chain; in memory without it. */
  readonly dataFolder?: string;
  /** Store the secret of tokens and control URL in the data folder, so that both survive restarts. */
  readonly areTokensKept?: boolean;
  /** Epochs produced immediately on a new chain. */
  readonly historyEpochs?: number;
  /** Epochs of tipsets and states to keep; older ones behave as pruned. */
  readonly keptEpochs?: number;
  /** Number of sectors of an additional miner on a new chain; none by default. */
  readonly largeMinerSectors?: number;
  /** Last epoch of network version 28 on a new chain; without it the chain starts with 29. */
  readonly upgradeEpoch?: number;
  /** Split of block rewards on a new chain from network version 29 on; by default everything goes to the miner. */
  readonly streams?: StreamsPlan;
  /** Serve only what a Lotus gateway does. */
  readonly isGateway?: boolean;
  /** Full node methods to report as missing, without namespace. */
  readonly withoutMethods?: readonly string[];
  /** Start paused; use `/advance` and `/resume` of the control URL. */
  readonly isPaused?: boolean;
  /** Emulate the hosted service beside the node. */
  readonly hosted?: HostedOptions;
}

export type DevnetTokens = Readonly<Record<Permission, string>>;

export interface DevnetAddresses {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly minerUrl: string;
  readonly controlUrl: string;
  readonly tokens: DevnetTokens;
  /** URLs of the emulated hosted service. */
  readonly hosted?: HostedAddresses;
}

/** A chain in the data folder that could not be continued, or had another seed, and was replaced by a new one. */
export interface ReplacedChain {
  /** `other-version`: written by an incompatible version. `damaged`: cannot be read. `other-seed`: another seed was requested. */
  readonly reason: 'other-version' | 'damaged' | 'other-seed';
  /** Folder it was moved to. */
  readonly folder: string;
  readonly atMs: number;
}

/** How a chain was opened. */
export interface ChainOpening {
  readonly genesisCid: string;
  /** Reported at every start until dismissed. */
  readonly replaced?: ReplacedChain;
  /** Number of damaged epochs at the end; the chain continues before them. Reported once. */
  readonly lostEpochs?: number;
}

export interface RunningDevnet extends DevnetAddresses {
  /** Stops producing, closes connections and files. */
  stop(): Promise<void>;
}

/** A day of the chain's own time. */
export const DEFAULT_KEPT_EPOCHS = 2_880;

/** Default block time. */
export const DEFAULT_BLOCK_TIME_MS = 4_000;
