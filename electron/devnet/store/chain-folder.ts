/**
 * A profile's chain on disk: which network it is, and per segment a log of what happened and the blocks of its states. A segment stands
 * alone; the chain is put together again from all of them without running anything that was run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cid } from '../../../shared/domain/cid.ts';
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

/** Raised whenever the files, the state or the rules change: an older chain is then set aside, not misread. */
const CHAIN_FORMAT = 8;
const UNREADABLE_FORMAT = -1;
const REASONS: readonly unknown[] = ['other-version', 'damaged', 'other-seed'] satisfies ReplacedChain['reason'][];
/** Blocks of the state that stay in memory after they were read or written. */
const CACHE_BYTES = 16 * 1024 * 1024;

const IDENTITY_FILE = 'network.json';
/** A chain may have been announced so much longer than the one that took its place. */
const FORK_EPOCHS = 2;
/** What belongs to the node and not to its chain. */
const REPLACED_FILE = 'replaced.json';
/** The hosted service keeps its own things there. */
export const HOSTED_FOLDER = 'hosted';
const KEPT_IN_PLACE = new Set([TOKEN_SECRET_FILE, LOCK_FILE, HOSTED_FOLDER]);

/** What makes a chain this chain; chosen once, when the profile is created. Only an upgrade that did not happen yet can be moved. */
export interface NetworkIdentity extends NetworkRules {
  readonly seed: string;
  /** Unix seconds. */
  readonly genesisTime: number;
  /** Sectors of the large miner; 0 where there is none. */
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
  /** A chain of another seed is set aside. */
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
  /** Tipsets that are in the log of one segment at least. */
  readonly #logged = new WeakSet<TipsetNode>();

  /** Opens a folder, or makes it with a new identity. An existing one of another format is set aside. */
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

  /** What the logs tell; undefined for a new chain. Throws `ChainMismatchError` where they are there and do not read as a chain. */
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

  /** Begins to log a new chain. */
  begin(genesis: TipsetNode): void {
    this.blocks.flush();
    this.#file = new LogFile(this.#logPath(0));
    this.#file.genesis(genesis);
    this.#logged.add(genesis);
    this.#writeIdentity(true);
  }

  /**
   * Plays what was logged into a chain that starts at its base, then goes on logging where that ended. What the blocks do not have the
   * outcome of is run again: throws `ChainMismatchError` where that is not what the headers say, `MissingBlockError` where it cannot be.
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
    // The states that the tipsets stand on come first: what is logged can be read.
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
    // A segment counts once its log is whole.
    renameSync(`${path}.part`, path);
    this.#file = new LogFile(path, unfinished.names);
    for (const start of this.#segmentation.dropOld(store.head)) rmSync(this.#logPath(start), { force: true });
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.blocks.close();
  }

  /** Moves everything of an unreadable chain out of the way, keeping it. */
  setAside(): void {
    this.close();
    this.#moveAside('damaged');
  }

  /** By how many epochs the chain is shorter than it was, because a record of its log was damaged; undefined where none was. */
  get lostEpochs(): number | undefined {
    return this.#lostEpochs;
  }

  /** What was set aside, until that is dismissed. */
  get replaced(): ReplacedChain | undefined {
    if (!existsSync(this.#path(REPLACED_FILE))) return undefined;
    try {
      const { reason, folder, atMs } = JSON.parse(readFileSync(this.#path(REPLACED_FILE), 'utf8'));
      const isWhole = REASONS.includes(reason) && typeof folder === 'string' && Number.isFinite(atMs);
      return isWhole ? { reason, folder, atMs } : undefined;
    } catch {
      // Half written: what it told is in the log of the start that wrote it.
      return undefined;
    }
  }

  dismissReplaced(): void {
    rmSync(this.#path(REPLACED_FILE), { force: true });
  }

  /** The tipset with its ancestors that were not logged yet, oldest first: a fork of several is announced by its last. */
  #unlogged(tipset: TipsetNode): TipsetNode[] {
    const tipsets: TipsetNode[] = [];
    for (let at: TipsetNode | undefined = tipset; at !== undefined && !this.#logged.has(at); at = at.parent) tipsets.unshift(at);
    return tipsets;
  }

  #runMissing(chain: DevnetChain): void {
    const known = new Map<Cid, boolean>();
    const isThere = (cid: Cid): boolean => this.blocks.has(cid);
    const whole = this.blocks.isDamaged ? newestWith((cid) => this.blocks.isWhole(cid, known), chain.head) : undefined;
    // What was lost and cannot be made again is missing wherever it is asked for, and the rest is there.
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

  /** What a segment left behind that was begun and not finished. */
  #removeUnfinished(): void {
    const starts = new Set(this.#starts());
    for (const name of readdirSync(this.#folder)) {
      const start = /^blocks-(\d+)\.store$/.exec(name)?.[1];
      if (name.endsWith('.part') || (start !== undefined && !starts.has(Number(start)))) rmSync(this.#path(name));
    }
  }

  /** Why a chain cannot be gone on with; undefined where it may. A file that does not read has no format, and blocks without a log no chain. */
  #reasonToReplace({ format, seed, isBegun }: WrittenIdentity, requestedSeed: string | undefined): ReplacedChain['reason'] | undefined {
    if (format === UNREADABLE_FORMAT) return 'damaged';
    if (format !== CHAIN_FORMAT) return 'other-version';
    if (requestedSeed !== undefined && requestedSeed !== seed) return 'other-seed';
    return isBegun && this.#starts().length === 0 ? 'damaged' : undefined;
  }

  /** `isBegun`: it has a log, which is begun when the genesis was made. */
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
      // Of a chain of another format nothing else matters.
      if (Number.isSafeInteger(format) && format !== CHAIN_FORMAT) return { ...unknown, format };
      const isWhole = typeof seed === 'string' && [format, genesisTime, largeMinerSectors, upgradeEpoch].every(Number.isSafeInteger);
      const streams = read.streams === 'mainnet' ? 'mainnet' : 'one';
      return isWhole ? { format, seed, genesisTime, largeMinerSectors, upgradeEpoch, streams, isBegun: isBegun === true } : unknown;
    } catch {
      return unknown;
    }
  }

  /** Where the segments begin, ascending. */
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

/** The newest tipset of this chain that stands on a state whose roots are stored. */
function newestWith(isStored: (root: Cid) => boolean, head: TipsetNode): TipsetNode | undefined {
  let at: TipsetNode | undefined = head;
  while (at !== undefined && !(isStored(at.parentState.root) && isStored(at.parentState.sealingRoot))) at = at.parent;
  return at;
}

/** The log does not lead to what its headers promise: it was written by other rules, or is damaged. */
export class ChainMismatchError extends Error {}
