import type { StreamsPlan } from '../../shared/upgrades/solstice-streams.ts';
import type { HostedAddresses, HostedOptions } from './hosted/hosted-options.ts';
import type { Permission } from './rpc/tokens.ts';

/** How to run the embedded node. Everything here can cross to a worker. */
export interface DevnetOptions {
  /** Node port on 127.0.0.1; 0 takes a free one. */
  readonly port?: number;
  /** Port of the storage-miner API on 127.0.0.1; 0 takes a free one. */
  readonly minerPort?: number;
  /** Milliseconds of real time per epoch. The chain's own timestamps always advance 30 s per epoch. */
  readonly blockTimeMs?: number;
  /** Makes the chain, and is kept with it. A data folder of another seed is set aside; without one it is taken as it is. */
  readonly seed?: string;
  /** Unix seconds; for tests that compare two chains. Only a new chain takes it. */
  readonly genesisTime?: number;
  /** Where the chain is kept. Without it, it lives in memory. */
  readonly dataFolder?: string;
  /** Keeps the secret of the tokens and of the control address in the data folder: both stay the same from start to start. */
  readonly areTokensKept?: boolean;
  /** Epochs produced at once on a new chain, so that there is something to look at. */
  readonly historyEpochs?: number;
  /** Epochs of tipsets and states that are kept; what is older is answered as by a node that pruned it. */
  readonly keptEpochs?: number;
  /** A new chain has one more miner, with so many sectors. None without it. */
  readonly largeMinerSectors?: number;
  /** A new chain begins with network version 28, and this is its last epoch of it. Without it, it begins with 29. */
  readonly upgradeEpoch?: number;
  /** How a new chain splits its block rewards from network version 29 on; the miner gets them whole unless told otherwise. */
  readonly streams?: StreamsPlan;
  /** Serves only what a Lotus gateway does. */
  readonly isGateway?: boolean;
  /** Methods of the full node that this one says it lacks, without their namespace. */
  readonly withoutMethods?: readonly string[];
  /** Starts without producing; `/advance` and `/resume` of the control address go on. */
  readonly isPaused?: boolean;
  /** Plays the hosted service beside the node. */
  readonly hosted?: HostedOptions;
}

export type DevnetTokens = Readonly<Record<Permission, string>>;

export interface DevnetAddresses {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly minerUrl: string;
  readonly controlUrl: string;
  readonly tokens: DevnetTokens;
  /** Where the hosted service is played. */
  readonly hosted?: HostedAddresses;
}

/** A chain that was in the data folder and could not be gone on with, or was of another seed: a new one has its place. */
export interface ReplacedChain {
  /** `other-version`: written by a Sextant with other rules or files. `damaged`: it cannot be read. `other-seed`: another was asked for. */
  readonly reason: 'other-version' | 'damaged' | 'other-seed';
  /** Where it is kept. */
  readonly folder: string;
  readonly atMs: number;
}

/** How a chain was opened. */
export interface ChainOpening {
  readonly genesisCid: string;
  /** Said at every start until it is dismissed. */
  readonly replaced?: ReplacedChain;
  /** So many epochs at its end could not be read: it goes on from before them. Said at this start alone. */
  readonly lostEpochs?: number;
}

export interface RunningDevnet extends DevnetAddresses {
  /** Stops producing, closes connections and files. */
  stop(): Promise<void>;
}

/** A day of the chain's own time. */
export const DEFAULT_KEPT_EPOCHS = 2_880;

/** Fast enough to watch, slow enough to read. */
export const DEFAULT_BLOCK_TIME_MS = 4_000;
