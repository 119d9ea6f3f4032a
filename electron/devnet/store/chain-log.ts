/** Chain events are logged before they are announced; persisted with a data folder. */
import { closeSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { Block, ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { NetworkRules } from '../upgrade/network-rules.ts';
import { recordOf } from './records.ts';
import type { Segmentation } from './segmentation.ts';

/** Pending step after a head: none, a late block, or replacement of a fork. */
export type HeadPhase = 'settled' | 'late' | 'fork' | 'deep-fork' | 'deep-fork-grown';

/**
 * `genesis`: its header, and the initial root of the storage miner processes. `block`: a header and its message CIDs.
 * `tipset`: its key, and the epoch and sealing root of its state, which headers do not contain.
 */
export type LogRecord =
  | readonly ['genesis', Uint8Array, string]
  | readonly ['message', Uint8Array]
  | readonly ['block', Uint8Array, readonly string[]]
  | readonly ['tipset', readonly string[], number, string]
  | readonly ['head', readonly string[], HeadPhase];

/** Sink of log records. */
export interface ChainLog {
  message(message: ChainMessage): void;
  block(block: Block): void;
  head(tipset: TipsetNode, phase: HeadPhase): void;
  /** The upgrade was moved. */
  rules(rules: NetworkRules): void;
  rotateIfDue(store: ChainStore, pool: Mempool): void;
  close(): void;
}

/** Without a data folder nothing is logged, but old blocks must still be pruned. */
export function memoryLog(segmentation: Segmentation): ChainLog {
  return {
    message() {},
    block() {},
    head() {},
    rules() {},
    rotateIfDue(store) {
      if (segmentation.turnOver(store) !== undefined) segmentation.dropOld(store.head);
    },
    close() {},
  };
}

/** Name of a tipset in the log, distinct from its block's CID. */
export const nameOfTipset = (keyText: string): string => `tipset ${keyText}`;

/** The log of a segment, without duplicates. */
export class LogFile {
  readonly #handle: number;
  /** CIDs of messages and blocks, and names of tipsets. */
  readonly #known: Set<string>;

  /** `known`: names already in the file. */
  constructor(path: string, known: Iterable<string> = []) {
    this.#handle = openSync(path, 'a');
    this.#known = new Set(known);
  }

  /** Names in the file. */
  get names(): ReadonlySet<string> {
    return this.#known;
  }

  genesis({ blocks: [block], parentState }: TipsetNode): void {
    if (block !== undefined) this.#append(['genesis', block.bytes, parentState.sealingRoot]);
  }

  message(message: ChainMessage): void {
    this.#once(message.cid, () => this.#append(['message', message.bytes]));
  }

  block(block: Block): void {
    for (const message of block.messages) this.message(message);
    this.#once(block.cid, () => this.#append(['block', block.bytes, block.messages.map(({ cid }) => cid)]));
  }

  tipset(tipset: TipsetNode): void {
    const { blocks, key, keyText, parentState } = tipset;
    for (const block of blocks) this.block(block);
    this.#once(nameOfTipset(keyText), () => this.#append(['tipset', key, parentState.epoch, parentState.sealingRoot]));
  }

  head(tipset: TipsetNode, phase: HeadPhase): void {
    this.#append(['head', tipset.key, phase]);
  }

  close(): void {
    closeSync(this.#handle);
  }

  #once(name: string, append: () => void): void {
    if (this.#known.has(name)) return;
    append();
    this.#known.add(name);
  }

  #append(record: LogRecord): void {
    const { size } = fstatSync(this.#handle);
    try {
      writeFileSync(this.#handle, recordOf(encodeCbor(record)));
    } catch (error) {
      // Records after a partial record would be lost.
      ftruncateSync(this.#handle, size);
      throw error;
    }
  }
}
