/**
 * A profile's chain on disk: which network it is, its segments, and how a running chain is put together from them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBlock, tipsetFrom } from '../chain/block-builder.ts';
import { readChainMessage } from '../chain/chain-message.ts';
import { type ChainStore, HISTORY_EPOCHS } from '../chain/chain-store.ts';
import { type Block, type ChainMessage, keyTextOf, type TipsetNode } from '../chain/chain-types.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { type ChainLog, type HeadPhase, LogFile, readLog } from './chain-log.ts';
import { readSnapshot, STATE_FORMAT, writeSnapshot } from './snapshot.ts';
import { TOKEN_SECRET_FILE } from './token-secret.ts';

/** Epochs per segment; a new one starts from a snapshot. */
const SEGMENT_EPOCHS = 720;
/** A snapshot is taken this far below the head, deeper than any fork goes by itself. */
const SNAPSHOT_DEPTH = 12;

/** What makes a chain this chain; chosen once, when the profile is created. */
export interface NetworkIdentity {
  readonly format: number;
  readonly seed: string;
  /** Unix seconds. */
  readonly genesisTime: number;
}

export class ChainFolder implements ChainLog {
  readonly #folder: string;
  readonly identity: NetworkIdentity;
  #file: LogFile | undefined;
  #segmentStart = 0;

  /** Opens a folder, or makes it with this identity. An existing one of another format is set aside. */
  constructor(folder: string, fresh: { readonly seed: string; readonly genesisTime: number }, requestedSeed: string | undefined) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    const known = this.#readIdentity();
    if (known !== undefined && known.format === STATE_FORMAT && (requestedSeed === undefined || requestedSeed === known.seed)) {
      this.identity = known;
      return;
    }
    if (known !== undefined) this.setAside();
    this.identity = { format: STATE_FORMAT, ...fresh };
    writeFileSync(this.#path('network.json.part'), `${JSON.stringify(this.identity)}\n`);
    renameSync(this.#path('network.json.part'), this.#path('network.json'));
  }

  /** The tipset to start from: that of the oldest snapshot that reads back, otherwise undefined for genesis. */
  base(): TipsetNode | undefined {
    for (const start of this.#segments()) {
      if (start === 0) return undefined;
      const snapshot = readSnapshot(this.#path(`state-${start}.snapshot`));
      if (snapshot === undefined) continue;
      const blocks = snapshot.blocks.map(({ header, messages }) =>
        readBlock(
          header,
          messages.map((bytes) => readChainMessage(bytes)),
        ),
      );
      const first = blocks[0];
      if (first === undefined) continue;
      const key = blocks.map((block) => block.cid);
      return {
        key,
        keyText: keyTextOf(key),
        height: start,
        blocks,
        parent: undefined,
        parentState: snapshot.parentState,
        baseFee: first.header.parentBaseFee,
        parentWeight: first.header.parentWeight,
        execution: undefined,
      };
    }
    return undefined;
  }

  /** Plays the log into a chain that starts at `base()`, then goes on writing where it ended. Answers how many tipsets came back. */
  replay(chain: DevnetChain): number {
    const messages = new Map<string, ChainMessage>();
    const blocks = new Map<string, Block>();
    let count = 0;
    const segments = this.#segments();
    for (const start of segments) {
      for (const record of readLog(this.#path(`chain-${start}.log`))) {
        if (record[0] === 'message') {
          const message = readChainMessage(record[1]);
          messages.set(message.cid, message);
          chain.pool.add(message);
        } else if (record[0] === 'block') {
          const block = readBlock(
            record[1],
            record[2].flatMap((cid) => messages.get(cid) ?? []),
          );
          blocks.set(block.cid, block);
        } else if (this.#replayHead(chain, record[1], record[2], blocks)) {
          count += 1;
        }
      }
    }
    chain.pool.prune(chain.executionOf(chain.head).state);
    this.#segmentStart = segments.at(-1) ?? 0;
    this.#file = new LogFile(this.#path(`chain-${this.#segmentStart}.log`));
    return count;
  }

  message(message: ChainMessage): void {
    this.#file?.message(message);
  }

  block(block: Block): void {
    this.#file?.block(block);
  }

  head(tipset: TipsetNode, phase: HeadPhase): void {
    this.#file?.head(tipset, phase);
  }

  /** Starts a new segment from a snapshot a little below the head, and removes what the history window has left. */
  rotateIfDue(store: ChainStore, pool: Mempool): void {
    const { head } = store;
    if (head.height - this.#segmentStart < SEGMENT_EPOCHS) return;
    const base = store.atOrBefore(head.height - SNAPSHOT_DEPTH, head);
    if (base === undefined || base.height <= this.#segmentStart) return;
    const next = new LogFile(this.#path(`chain-${base.height}.log`));
    const above: TipsetNode[] = [];
    for (let at: TipsetNode | undefined = head; at !== undefined && at !== base; at = at.parent) above.push(at);
    for (const message of pool.pending()) next.message(message);
    for (const tipset of above.reverse()) next.head(tipset, 'settled');
    // The snapshot comes last: a segment counts only once it has one.
    writeSnapshot(this.#path(`state-${base.height}.snapshot`), base);
    this.#file?.close();
    this.#file = next;
    this.#segmentStart = base.height;
    this.#removeOld(head.height - HISTORY_EPOCHS);
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  /** Moves everything of an unreadable or foreign chain out of the way, keeping it. */
  setAside(): void {
    this.close();
    const target = this.#path(`set-aside-${Date.now()}`);
    mkdirSync(target);
    for (const name of readdirSync(this.#folder)) {
      if (!name.startsWith('set-aside-') && name !== TOKEN_SECRET_FILE) renameSync(this.#path(name), path.join(target, name));
    }
  }

  #replayHead(chain: DevnetChain, key: readonly string[], phase: HeadPhase, blocks: ReadonlyMap<string, Block>): boolean {
    const tipset = this.#tipsetOf(chain, key, blocks);
    if (tipset === undefined || (tipset.height <= chain.head.height && chain.store.isCanonical(tipset))) return false;
    const isLate = (block: Block): boolean =>
      block.header.height === tipset.height && !tipset.blocks.includes(block) && keyTextOf(block.header.parents) === tipset.parent?.keyText;
    chain.replayTipset(tipset, phase, phase === 'late' ? [...blocks.values()].filter(isLate) : []);
    return true;
  }

  /** The tipset with this key, with its ancestors where a fork of several brought them; undefined below the base. */
  #tipsetOf(chain: DevnetChain, key: readonly string[], blocks: ReadonlyMap<string, Block>): TipsetNode | undefined {
    const known = chain.store.byKeyText(keyTextOf(key));
    if (known !== undefined) return known;
    const own = key.flatMap((cid) => blocks.get(cid) ?? []);
    const first = own[0];
    if (first === undefined || own.length !== key.length) return undefined;
    const parent = this.#tipsetOf(chain, first.header.parents, blocks);
    if (parent === undefined) return undefined;
    const execution = chain.executionOf(parent);
    if (execution.state.root !== first.header.parentStateRoot) throw new StateMismatchError(first.header.height);
    return chain.store.add(tipsetFrom(own, parent, execution));
  }

  #readIdentity(): NetworkIdentity | undefined {
    if (!existsSync(this.#path('network.json'))) return undefined;
    try {
      const value = JSON.parse(readFileSync(this.#path('network.json'), 'utf8'));
      const isWhole = typeof value.seed === 'string' && Number.isSafeInteger(value.genesisTime);
      return isWhole
        ? { format: Number(value.format), seed: value.seed, genesisTime: value.genesisTime }
        : { format: -1, seed: '', genesisTime: 0 };
    } catch {
      return { format: -1, seed: '', genesisTime: 0 };
    }
  }

  /** Starts of the segments that can be used, ascending. */
  #segments(): number[] {
    return readdirSync(this.#folder)
      .flatMap((name) => /^chain-(\d+)\.log$/.exec(name)?.[1] ?? [])
      .map(Number)
      .filter((start) => start === 0 || existsSync(this.#path(`state-${start}.snapshot`)))
      .sort((left, right) => left - right);
  }

  #removeOld(floor: number): void {
    const segments = this.#segments();
    for (const [index, start] of segments.entries()) {
      const next = segments[index + 1];
      // Needed as long as part of it lies within the window.
      if (next === undefined || next > floor) break;
      rmSync(this.#path(`chain-${start}.log`), { force: true });
      rmSync(this.#path(`state-${start}.snapshot`), { force: true });
    }
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** The log does not lead to the state its headers promise: it was written by other rules. */
export class StateMismatchError extends Error {
  constructor(height: number) {
    super(`the chain on disk does not lead to the state that epoch ${height} names`);
  }
}
