import { decodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { readBlock, tipsetOf } from '../chain/block-builder.ts';
import { readChainMessage } from '../chain/chain-message.ts';
import { type Block, type ChainMessage, keyTextOf, type TipsetNode } from '../chain/chain-types.ts';
import { Execution } from '../chain/execution.ts';
import type { Blocks } from '../state/blocks.ts';
import { type HeadPhase, type LogRecord, nameOfTipset } from './chain-log.ts';
import { readRecords } from './records.ts';

/** An announced head. */
interface LoggedHead {
  readonly tipset: TipsetNode;
  readonly phase: HeadPhase;
  /** Its late blocks. */
  readonly lateBlocks: readonly Block[];
}

/** A chain restored from its logs. */
export interface LoggedChain {
  readonly genesis: TipsetNode;
  /** Oldest tipset with a complete path to the last head. */
  readonly base: TipsetNode;
  /** Messages and heads since then, in order. */
  readonly events: readonly (ChainMessage | LoggedHead)[];
  /** Height of the newest logged block, including inconsistent ones. */
  readonly newestHeight: number;
  /** Names of all consistent records of the newest log. */
  readonly newestNames: ReadonlySet<string>;
}

/** The log of a segment. */
export interface LogPlace {
  /** Epoch of its first tipset. */
  readonly start: number;
  readonly path: string;
}

/** Read the logs of consecutive segments, oldest first; undefined if they do not form a chain. Inconsistent records are skipped. */
export function readLoggedChain(logs: readonly LogPlace[], blocks: Blocks): LoggedChain | undefined {
  const reader = new LogReader(blocks);
  for (const { start, path } of logs) {
    reader.beginLog(start);
    for (const { payload } of readRecords(path)) reader.take(decodeCbor(payload) as LogRecord);
  }
  return reader.chain();
}

class LogReader {
  readonly #stored: Blocks;
  readonly #messages = new Map<string, ChainMessage>();
  readonly #blocks = new Map<string, Block>();
  readonly #blocksByParents = new Map<string, Block[]>();
  readonly #tipsets = new Map<string, TipsetNode>();
  #genesis: TipsetNode | undefined;
  #base: TipsetNode | undefined;
  #events: (ChainMessage | LoggedHead)[] = [];
  #start = 0;
  /** Number of events before this log. */
  #eventsBefore = 0;
  /** First tipset of this log. */
  #logBase: TipsetNode | undefined;
  #newestNames = new Set<string>();
  #newestHeight = 0;

  constructor(stored: Blocks) {
    this.#stored = stored;
  }

  beginLog(start: number): void {
    this.#start = start;
    this.#eventsBefore = this.#events.length;
    this.#logBase = undefined;
    this.#newestNames = new Set();
  }

  take(record: LogRecord): void {
    if (record[0] === 'genesis') {
      this.#takeGenesis(record[1], record[2] as Cid);
    } else if (record[0] === 'message') {
      this.#takeMessage(readChainMessage(record[1]));
    } else if (record[0] === 'block') {
      this.#takeBlock(record[1], record[2]);
    } else if (record[0] === 'tipset') {
      this.#takeTipset(record[1], record[2], record[3] as Cid);
    } else {
      this.#takeHead(record[1], record[2]);
    }
  }

  chain(): LoggedChain | undefined {
    if (this.#genesis === undefined || this.#base === undefined) return undefined;
    return {
      genesis: this.#genesis,
      base: this.#base,
      events: this.#events,
      newestHeight: this.#newestHeight,
      newestNames: this.#newestNames,
    };
  }

  /** Every log starts with it, and the first log continues from it. */
  #takeGenesis(header: Uint8Array, sealingRoot: Cid): void {
    if (this.#genesis !== undefined) return;
    const block = readBlock(header, []);
    const genesis = tipsetOf([block], undefined, { epoch: -1, root: block.header.parentStateRoot, sealingRoot });
    this.#genesis = genesis;
    this.#tipsets.set(genesis.keyText, genesis);
    if (this.#start > 0) return;
    this.#base = genesis;
    this.#logBase = genesis;
  }

  #takeMessage(read: ChainMessage): void {
    const message = this.#messages.get(read.cid) ?? read;
    this.#messages.set(message.cid, message);
    this.#newestNames.add(message.cid);
    this.#events.push(message);
  }

  #takeBlock(header: Uint8Array, cids: readonly string[]): void {
    const messages = cids.flatMap((cid) => this.#messages.get(cid) ?? []);
    this.#newestHeight = Math.max(this.#newestHeight, readBlock(header, []).header.height);
    // Without all messages of its header it would be another block.
    if (messages.length !== cids.length) return;
    const block = readBlock(header, messages);
    this.#newestNames.add(block.cid);
    if (this.#blocks.has(block.cid)) return;
    this.#blocks.set(block.cid, block);
    const parents = keyTextOf(block.header.parents);
    this.#blocksByParents.set(parents, [...(this.#blocksByParents.get(parents) ?? []), block]);
  }

  #takeTipset(key: readonly string[], epoch: number, sealingRoot: Cid): void {
    const keyText = keyTextOf(key);
    const tipset = this.#tipsets.get(keyText) ?? this.#newTipset(key, epoch, sealingRoot);
    if (tipset === undefined) return;
    this.#newestNames.add(nameOfTipset(keyText));
    this.#logBase ??= tipset;
  }

  #newTipset(key: readonly string[], epoch: number, sealingRoot: Cid): TipsetNode | undefined {
    const own = key.flatMap((cid) => this.#blocks.get(cid) ?? []);
    const header = own[0]?.header;
    if (header === undefined || own.length !== key.length) return undefined;
    const parent = this.#tipsets.get(keyTextOf(header.parents));
    if (parent === undefined) {
      if (this.#logBase !== undefined) return undefined;
      // A log that does not continue the previous one: history starts here.
      this.#events = this.#events.slice(this.#eventsBefore);
    }
    const tipset = tipsetOf(own, parent, { epoch, root: header.parentStateRoot, sealingRoot });
    this.#tipsets.set(tipset.keyText, tipset);
    if (parent === undefined) this.#base = tipset;
    else {
      const { parentState: state, parentWeight: weight } = tipset;
      parent.execution ??= new Execution(parent, { state, receiptsRoot: header.parentMessageReceipts, weight }, this.#stored);
    }
    return tipset;
  }

  #takeHead(key: readonly string[], phase: HeadPhase): void {
    const tipset = this.#tipsets.get(keyTextOf(key));
    if (tipset === undefined) return;
    const siblings = this.#blocksByParents.get(keyTextOf(tipset.blocks[0]?.header.parents ?? [])) ?? [];
    const isLate = (block: Block): boolean => block.header.height === tipset.height && !tipset.blocks.includes(block);
    this.#events.push({ tipset, phase, lateBlocks: phase === 'late' ? siblings.filter(isLate) : [] });
  }
}
