/**
 * The recorded tipsets and executed messages of one network, linked by key, block CID and message CID.
 *
 * Recorded and served untouched: tipsets, messages, receipts, gas costs, notify frames.
 * Constructed, because no file holds it: for a recorded tipset whose child was not recorded, a child (`constructed-child.ts`)
 * that names the recorded tipset as its parent, so that its receipts can be asked for as on any node.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constructedChildOf } from './constructed-child.ts';
import { readRecorded } from './recorded-json.ts';
import type { Link, RecordedBlock, RecordedExecution, RecordedFrame, RecordedTipset, TracedExecution } from './recorded-types.ts';

export type RecordedNetwork = 'mainnet' | 'calibnet';

export function keyTextOf(key: readonly Link[]): string {
  return key.map((link) => link['/']).join(',');
}

const CHAIN_FOLDER = fileURLToPath(new URL('../../../../shared/data/chain/', import.meta.url));

export class RecordedChain {
  readonly network: RecordedNetwork;
  readonly #byKey = new Map<string, RecordedTipset>();
  readonly #byHeight = new Map<number, RecordedTipset>();
  readonly #blocks = new Map<string, { block: RecordedBlock; tipset: RecordedTipset }>();
  readonly #executions = new Map<string, readonly RecordedExecution[]>();
  readonly #blockMessages = new Map<string, Readonly<Record<string, readonly string[]>>>();
  readonly #messages = new Map<string, { execution: RecordedExecution; tipset: RecordedTipset }>();
  readonly #childOf = new Map<string, RecordedTipset>();
  /** Files with the calls inside of executed messages. */
  readonly #traced: ReadonlySet<string>;

  constructor(network: RecordedNetwork) {
    this.network = network;
    const files = (folder: string, suffix: string) =>
      readdirSync(`${CHAIN_FOLDER}${folder}`).filter((name) => name.startsWith(`${network}-`) && name.endsWith(suffix));
    for (const name of files('tipsets', '.json')) {
      const tipset = readRecorded(`chain/tipsets/${name}`) as RecordedTipset;
      this.add(tipset);
      this.#byHeight.set(tipset.Height, tipset);
    }
    for (const name of files('messages', '.json.gz')) {
      const tipset = this.#byHeight.get(heightOf(name));
      if (tipset !== undefined) {
        const { Root, Trace } = readRecorded(`chain/messages/${name}`) as { Root: Link; Trace: RecordedExecution[] };
        this.#addExecutions(tipset, Root, Trace);
      }
    }
    this.#traced = new Set(files('traces', '.json.gz'));
    for (const name of files('block-messages', '.json.gz')) {
      const tipset = this.#byHeight.get(heightOf(name));
      if (tipset !== undefined) {
        this.#blockMessages.set(
          keyTextOf(tipset.Cids),
          readRecorded(`chain/block-messages/${name}`) as Readonly<Record<string, readonly string[]>>,
        );
      }
    }
    for (const tipset of this.#byHeight.values()) {
      const parent = this.#byKey.get(keyTextOf(tipset.Blocks[0]?.Parents ?? []));
      if (parent !== undefined) {
        this.#childOf.set(keyTextOf(parent.Cids), tipset);
      }
    }
  }

  /** Recorded heights, ascending. */
  get heights(): number[] {
    return [...this.#byHeight.keys()].sort((left, right) => left - right);
  }

  add(tipset: RecordedTipset): void {
    this.#byKey.set(keyTextOf(tipset.Cids), tipset);
    tipset.Blocks.forEach((block, index) => {
      const cid = tipset.Cids[index]?.['/'];
      if (cid !== undefined && !this.#blocks.has(cid)) {
        this.#blocks.set(cid, { block, tipset });
      }
    });
  }

  byKey(key: readonly Link[]): RecordedTipset | undefined {
    return this.#byKey.get(keyTextOf(key));
  }

  byHeight(height: number): RecordedTipset | undefined {
    return this.#byHeight.get(height);
  }

  /** The child that holds a tipset's receipts: recorded where there is one, constructed otherwise. */
  childOf(tipset: RecordedTipset): RecordedTipset | undefined {
    return this.#childOf.get(keyTextOf(tipset.Cids));
  }

  parentOf(tipset: RecordedTipset): RecordedTipset | undefined {
    return this.#byKey.get(keyTextOf(tipset.Blocks[0]?.Parents ?? []));
  }

  block(cid: string): { block: RecordedBlock; tipset: RecordedTipset } | undefined {
    return this.#blocks.get(cid);
  }

  /** Messages of a tipset that its blocks carried, in execution order, without the implicit ones. */
  executionsIn(tipset: RecordedTipset): readonly RecordedExecution[] {
    return this.#executions.get(keyTextOf(tipset.Cids)) ?? [];
  }

  message(cid: string): { execution: RecordedExecution; tipset: RecordedTipset } | undefined {
    return this.#messages.get(cid);
  }

  /** The same execution with the calls inside of it, where those were recorded. Those files are large: each is read when it is asked for. */
  traceOf(cid: string): TracedExecution | undefined {
    const name = `${this.network}-${this.#messages.get(cid)?.tipset.Height}.json.gz`;
    if (!this.#traced.has(name)) return undefined;
    // Implicit messages alone have integers beyond 2^53.
    const { Trace } = readRecorded(`chain/traces/${name}`, JSON.parse) as { Trace: readonly TracedExecution[] };
    return Trace.find(({ MsgCid }) => MsgCid['/'] === cid);
  }

  /** Which blocks carry which messages, where it was recorded. */
  blockMessagesOf(tipset: RecordedTipset): Readonly<Record<string, readonly string[]>> | undefined {
    return this.#blockMessages.get(keyTextOf(tipset.Cids));
  }

  #addExecutions(tipset: RecordedTipset, postStateRoot: Link, trace: readonly RecordedExecution[]): void {
    const carried = trace.filter(({ Msg }) => Msg.From !== 'f00');
    this.#executions.set(keyTextOf(tipset.Cids), carried);
    for (const execution of carried) {
      this.#messages.set(execution.MsgCid['/'], { execution, tipset });
    }
    const child = constructedChildOf(tipset, postStateRoot);
    this.add(child);
    this.#childOf.set(keyTextOf(tipset.Cids), child);
  }
}

function heightOf(name: string): number {
  return Number(/-(\d+)\./.exec(name)?.[1]);
}

/** The frames of a recorded ChainNotify subscription. */
export function readFrames(name: string): readonly RecordedFrame[] {
  return (readRecorded(`chain/notify/${name}.json`) as { frames: RecordedFrame[] }).frames;
}
