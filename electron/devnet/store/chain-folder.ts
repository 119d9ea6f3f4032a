/**
 * A profile's chain on disk: its network, and per segment a log of events and the blocks of its states. Segments are self-contained;
 * the chain is restored from all of them without executing tipsets again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { Block, ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import type { ReplacedChain } from '../devnet-options.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { type NetworkRules, UPGRADED_FROM_START } from '../upgrade/network-rules.ts';
import { type ChainLog, type HeadPhase, LogFile } from './chain-log.ts';
import { blockCache, FileSegment } from './file-segment.ts';
import { LOCK_FILE } from './folder-lock.ts';
import { type LoggedChain, readLoggedChain } from './logged-chain.ts';
import { Segmentation } from './segmentation.ts';
import { SegmentedBlocks } from './segmented-blocks.ts';
import { TOKEN_SECRET_FILE } from './token-secret.ts';

/** Increased whenever files, state or rules change: an older chain is then set aside. */
const CHAIN_FORMAT = 8;
const UNREADABLE_FORMAT = -1;
const REASONS: readonly unknown[] = ['other-version', 'damaged', 'other-seed'] satisfies ReplacedChain['reason'][];
/** Size of the cache of state blocks. */
const CACHE_BYTES = 16 * 1024 * 1024;

const IDENTITY_FILE = 'network.json';
/** By how many epochs an announced chain may be longer than its replacement. */
const FORK_EPOCHS = 2;
/** Files of the node rather than its chain. */
const REPLACED_FILE = 'replaced.json';
/** Folder of the hosted service. */
export const HOSTED_FOLDER = 'hosted';
const KEPT_IN_PLACE = new Set([TOKEN_SECRET_FILE, LOCK_FILE, HOSTED_FOLDER]);

/** Identity of a chain, fixed when the profile is created. Only a future upgrade can be moved. */
export interface NetworkIdentity extends NetworkRules {
  readonly seed: string;
  /** Unix seconds. */
  readonly genesisTime: number;
  /** Sectors of the large miner; 0 for none. */
  readonly largeMinerSectors: number;
}

interface WrittenIdentity extends NetworkIdentity {
  readonly format: number;
  readonly isBegun: boolean;
}

export interface ChainFolderOptions {
  readonly folder: string;
  /** The identity of a new chain. */
  readonly fresh: NetworkIdentity;
  /** A chain with another seed is set aside. */
  readonly requestedSeed: string | undefined;
  /** Epochs of history. */
  readonly keptEpochs: number;
}

export class ChainFolder implements ChainLog {
  #identity: NetworkIdentity;
  readonly blocks: SegmentedBlocks;
  readonly #folder: string;
  readonly #segmentation: Segmentation;
  #file: LogFile | undefined;
  #lostEpochs: number | undefined;
  /** Tipsets in the log of at least one segment. */
  readonly #logged = new WeakSet<TipsetNode>();

  /** Open a folder, or create it with a new identity. A chain of another format is set aside. */
  constructor({ folder, fresh, requestedSeed, keptEpochs }: ChainFolderOptions) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    const known = this.#readIdentity();
    const reason = known === undefined ? undefined : this.#reasonToReplace(known, requestedSeed);
    if (reason !== undefined) this.#moveAside(reason);
    this.#identity = known !== undefined && reason === undefined ? known : fresh;
    if (!existsSync(this.#path(IDENTITY_FILE))) this.#writeIdentity(false);
    this.#removeUnfinished();
    this.blocks = this.#openBlocks();
    this.#segmentation = new Segmentation(this.blocks, keptEpochs);
  }

  get identity(): NetworkIdentity {
    return this.#identity;
  }

  /** Read the logs; undefined for a new chain. Throws `ChainMismatchError` if they do not form a chain. */
  read(): LoggedChain | undefined {
    const starts = this.#starts();
    if (starts.length === 0) return undefined;
    const logged = readLoggedChain(
      starts.map((start) => ({ start, path: this.#logPath(start) })),
      this.blocks,
    );
    if (logged === undefined) throw new ChainMismatchError('the log of the chain on disk does not begin with a genesis');
    return logged;
  }

  /** Start the log of a new chain. */
  begin(genesis: TipsetNode): void {
    this.blocks.flush();
    this.#file = new LogFile(this.#logPath(0));
    this.#file.genesis(genesis);
    this.#logged.add(genesis);
    this.#writeIdentity(true);
  }

  /**
   * Replay the log into a chain from its base, then continue logging. Tipsets without a stored result are executed again: throws
   * `ChainMismatchError` if the result does not match the headers, `MissingBlockError` if it is not possible.
   */
  resume(chain: DevnetChain, { base, events, newestHeight, newestNames }: LoggedChain): void {
    this.#logged.add(chain.store.genesis).add(base);
    for (const event of events) {
      if ('cid' in event) {
        chain.pool.add(event);
      } else {
        for (const tipset of this.#unlogged(event.tipset)) {
          chain.store.add(tipset);
          this.#logged.add(tipset);
        }
        chain.replayTipset(event.tipset, event.phase, event.lateBlocks);
      }
    }
    const lostEpochs = newestHeight - chain.head.height;
    if (lostEpochs > FORK_EPOCHS) this.#lostEpochs = lostEpochs;
    this.#runMissing(chain);
    this.#file = new LogFile(this.#logPath(this.blocks.start), newestNames);
  }

  message(message: ChainMessage): void {
    this.#file?.message(message);
  }

  block(block: Block): void {
    this.#file?.block(block);
  }

  head(tipset: TipsetNode, phase: HeadPhase): void {
    // Write states first, so that logged tipsets are readable.
    this.blocks.flush();
    for (const one of this.#unlogged(tipset)) {
      this.#file?.tipset(one);
      this.#logged.add(one);
    }
    this.#file?.head(tipset, phase);
  }

  rules({ upgradeEpoch, streams }: NetworkRules): void {
    this.#identity = { ...this.#identity, upgradeEpoch, streams };
    this.#writeIdentity(true);
  }

  rotateIfDue(store: ChainStore, pool: Mempool): void {
    const tipsets = this.#segmentation.turnOver(store);
    if (tipsets === undefined) return;
    const path = this.#logPath(this.blocks.start);
    const unfinished = new LogFile(`${path}.part`);
    unfinished.genesis(store.genesis);
    for (const message of pool.pending()) unfinished.message(message);
    for (const tipset of tipsets) unfinished.tipset(tipset);
    unfinished.head(store.head, 'settled');
    unfinished.close();
    this.#file?.close();
    // A segment is valid once its log is complete.
    renameSync(`${path}.part`, path);
    this.#file = new LogFile(path, unfinished.names);
    for (const start of this.#segmentation.dropOld(store.head)) rmSync(this.#logPath(start), { force: true });
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.blocks.close();
  }

  /** Set an unreadable chain aside. */
  setAside(): void {
    this.close();
    this.#moveAside('damaged');
  }

  /** Number of epochs lost to damaged log records; undefined if none. */
  get lostEpochs(): number | undefined {
    return this.#lostEpochs;
  }

  /** The chain that was set aside, until dismissed. */
  get replaced(): ReplacedChain | undefined {
    if (!existsSync(this.#path(REPLACED_FILE))) return undefined;
    try {
      const { reason, folder, atMs } = JSON.parse(readFileSync(this.#path(REPLACED_FILE), 'utf8'));
      const isWhole = REASONS.includes(reason) && typeof folder === 'string' && Number.isFinite(atMs);
      return isWhole ? { reason, folder, atMs } : undefined;
    } catch {
      // Partially written: the log of that start has its content.
      return undefined;
    }
  }

  dismissReplaced(): void {
    rmSync(this.#path(REPLACED_FILE), { force: true });
  }

  /** A tipset with its ancestors that were not logged yet, oldest first: a fork is announced by its last tipset. */
  #unlogged(tipset: TipsetNode): TipsetNode[] {
    const tipsets: TipsetNode[] = [];
    for (let at: TipsetNode | undefined = tipset; at !== undefined && !this.#logged.has(at); at = at.parent) tipsets.unshift(at);
    return tipsets;
  }

  #runMissing(chain: DevnetChain): void {
    const known = new Map<Cid, boolean>();
    const isThere = (cid: Cid): boolean => this.blocks.has(cid);
    const whole = this.blocks.isDamaged ? newestWith((cid) => this.blocks.isWhole(cid, known), chain.head) : undefined;
    // Unrecoverable blocks are reported as missing when read; the rest is available.
    const stored = whole ?? newestWith(isThere, chain.head);
    const missing: TipsetNode[] = [];
    for (let at = chain.head; at !== stored && at.parent !== undefined; at = at.parent) missing.unshift(at);
    for (const { parent, parentState, blocks, height } of missing) {
      if (parent === undefined) continue;
      parent.execution = undefined;
      const { state, receiptsRoot } = chain.executionOf(parent);
      const isSame = state.root === parentState.root && state.sealingRoot === parentState.sealingRoot;
      if (!isSame || receiptsRoot !== blocks[0]?.header.parentMessageReceipts) {
        throw new ChainMismatchError(`the chain on disk does not lead to the state that epoch ${height} names`);
      }
    }
    chain.pool.prune(chain.stateAfterHead());
  }

  #openBlocks(): SegmentedBlocks {
    const cache = blockCache(CACHE_BYTES);
    const segmentAt = (start: number): FileSegment => new FileSegment(start, this.#path(`blocks-${start}.store`), cache);
    return new SegmentedBlocks(segmentAt, this.#starts().map(segmentAt));
  }

  /** Remove leftovers of an unfinished segment. */
  #removeUnfinished(): void {
    const starts = new Set(this.#starts());
    for (const name of readdirSync(this.#folder)) {
      const start = /^blocks-(\d+)\.store$/.exec(name)?.[1];
      if (name.endsWith('.part') || (start !== undefined && !starts.has(Number(start)))) rmSync(this.#path(name));
    }
  }

  /** Return why a chain cannot be continued; undefined if it can. Unreadable files have no format; blocks without a log are no chain. */
  #reasonToReplace({ format, seed, isBegun }: WrittenIdentity, requestedSeed: string | undefined): ReplacedChain['reason'] | undefined {
    if (format === UNREADABLE_FORMAT) return 'damaged';
    if (format !== CHAIN_FORMAT) return 'other-version';
    if (requestedSeed !== undefined && requestedSeed !== seed) return 'other-seed';
    return isBegun && this.#starts().length === 0 ? 'damaged' : undefined;
  }

  /** `isBegun`: it has a log, which starts with the genesis. */
  #writeIdentity(isBegun: boolean): void {
    this.#replace(IDENTITY_FILE, `${JSON.stringify({ format: CHAIN_FORMAT, ...this.identity, isBegun })}\n`);
  }

  #readIdentity(): WrittenIdentity | undefined {
    if (!existsSync(this.#path(IDENTITY_FILE))) return undefined;
    const rules: NetworkRules = { upgradeEpoch: UPGRADED_FROM_START, streams: 'one' };
    const unknown = { format: UNREADABLE_FORMAT, seed: '', genesisTime: 0, largeMinerSectors: 0, ...rules, isBegun: false };
    try {
      const read = JSON.parse(readFileSync(this.#path(IDENTITY_FILE), 'utf8'));
      const { format, seed, genesisTime, largeMinerSectors, upgradeEpoch, isBegun } = read;
      // Other fields of another format are irrelevant.
      if (Number.isSafeInteger(format) && format !== CHAIN_FORMAT) return { ...unknown, format };
      const isWhole = typeof seed === 'string' && [format, genesisTime, largeMinerSectors, upgradeEpoch].every(Number.isSafeInteger);
      const streams = read.streams === 'mainnet' ? 'mainnet' : 'one';
      return isWhole ? { format, seed, genesisTime, largeMinerSectors, upgradeEpoch, streams, isBegun: isBegun === true } : unknown;
    } catch {
      return unknown;
    }
  }

  /** Start epochs of segments, ascending. */
  #starts(): number[] {
    return readdirSync(this.#folder)
      .flatMap((name) => /^chain-(\d+)\.log$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((left, right) => left - right);
  }

  #moveAside(reason: ReplacedChain['reason']): void {
    const target = this.#path(`set-aside-${Date.now()}`);
    mkdirSync(target);
    for (const name of readdirSync(this.#folder)) {
      if (!name.startsWith('set-aside-') && !KEPT_IN_PLACE.has(name)) renameSync(this.#path(name), path.join(target, name));
    }
    const replaced: ReplacedChain = { reason, folder: target, atMs: Date.now() };
    this.#replace(REPLACED_FILE, `${JSON.stringify(replaced)}\n`);
  }

  #replace(name: string, text: string): void {
    writeFileSync(this.#path(`${name}.part`), text);
    renameSync(this.#path(`${name}.part`), this.#path(name));
  }

  #logPath(start: number): string {
    return this.#path(`chain-${start}.log`);
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** Find the newest tipset whose state roots are stored. */
function newestWith(isStored: (root: Cid) => boolean, head: TipsetNode): TipsetNode | undefined {
  let at: TipsetNode | undefined = head;
  while (at !== undefined && !(isStored(at.parentState.root) && isStored(at.parentState.sealingRoot))) at = at.parent;
  return at;
}

/** The log does not lead to the state in the headers: incompatible version, or damaged. */
export class ChainMismatchError extends Error {}
