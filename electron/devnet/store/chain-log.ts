/** What a chain does is told to a log before anyone else hears of it; with a data folder it is kept there. */
import { closeSync, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { Block, ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { NetworkRules } from '../upgrade/network-rules.ts';
import { recordOf } from './records.ts';
import type { Segmentation } from './segmentation.ts';

/** What is to come after a head: nothing, a late block, or a fork that will give way. */
export type HeadPhase = 'settled' | 'late' | 'fork' | 'deep-fork' | 'deep-fork-grown';

/**
 * `genesis`: its header, and the root of what the storage-miner processes begin with. `block`: a header and the CIDs of its messages.
 * `tipset`: its key, and what its headers do not say of the state it stands on, the epoch and that other root.
 */
export type LogRecord =
  | readonly ['genesis', Uint8Array, string]
  | readonly ['message', Uint8Array]
  | readonly ['block', Uint8Array, readonly string[]]
  | readonly ['tipset', readonly string[], number, string]
  | readonly ['head', readonly string[], HeadPhase];

/** Takes records; the chain does not know where they go. */
export interface ChainLog {
  message(message: ChainMessage): void;
  block(block: Block): void;
  head(tipset: TipsetNode, phase: HeadPhase): void;
  /** The upgrade was moved. */
  rules(rules: NetworkRules): void;
  rotateIfDue(store: ChainStore, pool: Mempool): void;
  close(): void;
}

/** A node without a data folder logs nothing; it has old blocks to give up all the same. */
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

/** The key of a tipset of one block is the CID of that block: a tipset has a name of its own. */
export const nameOfTipset = (keyText: string): string => `tipset ${keyText}`;

/** The log of one segment: nothing is in it twice. */
export class LogFile {
  readonly #handle: number;
  /** CIDs of messages and blocks, and names of tipsets. */
  readonly #known: Set<string>;

  /** `known` is what the file has already. */
  constructor(path: string, known: Iterable<string> = []) {
    this.#handle = openSync(path, 'a');
    this.#known = new Set(known);
  }

  /** What the file has. */
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
      // What comes after half a record would be lost with it.
      ftruncateSync(this.#handle, size);
      throw error;
    }
  }
}
