/** Status of the messages that sectors wait for, with fee cap and base fee of pending ones. */
import type { SealingMessage } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeFoundMessage, zNodeWaitingMessage } from '../../../shared/validation/node/sealing.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

/** Messages looked up per round, in turn; a batch is one message for many sectors. */
const MAX_LOOKUPS = 6;
/** Each epoch of lookback costs the node one tipset; older messages stay unknown. */
const MAX_LOOKBACK = 2000;

export interface AwaitedMessage {
  readonly purpose: SealingMessage['purpose'];
  readonly cid: string;
  /** Epoch at which the sector began to wait. */
  readonly sinceEpoch: number;
}

export class AwaitedMessages {
  /** Executed messages. Only a reorg changes them, and then the sector's state changes too. */
  readonly #executed = new Map<string, SealingMessage>();
  /** The last status of the others, the least recently looked up first. */
  readonly #pending = new Map<string, SealingMessage>();

  /** Looks up some of the messages, and returns the status of all by CID. */
  async lookUpAll(
    node: PinnedNode,
    apiVersion: 'v0' | 'v1',
    baseFee: string | undefined,
    awaited: readonly AwaitedMessage[],
  ): Promise<ReadonlyMap<string, SealingMessage>> {
    const byCid = new Map(awaited.map((message) => [message.cid, message]));
    for (const known of [this.#executed, this.#pending]) for (const cid of known.keys()) if (!byCid.has(cid)) known.delete(cid);
    const open = [...byCid.keys()].filter((cid) => !this.#executed.has(cid));
    const inTurn = [...open.filter((cid) => !this.#pending.has(cid)), ...this.#pending.keys()].slice(0, MAX_LOOKUPS);
    for (const cid of inTurn) {
      const message = byCid.get(cid);
      if (message === undefined) continue;
      const looked = await this.#lookUp(node, apiVersion, baseFee, message);
      this.#pending.delete(cid);
      if (looked.exitCode === undefined) this.#pending.set(cid, looked);
      else this.#executed.set(cid, looked);
    }
    const found = new Map<string, SealingMessage>();
    for (const { cid, purpose } of byCid.values()) {
      found.set(cid, this.#executed.get(cid) ?? this.#pending.get(cid) ?? { purpose, cid, status: 'unknown', calls: [] });
    }
    return found;
  }

  async #lookUp(
    node: PinnedNode,
    apiVersion: 'v0' | 'v1',
    baseFee: string | undefined,
    { purpose, cid, sinceEpoch }: AwaitedMessage,
  ): Promise<SealingMessage> {
    const link = { '/': cid };
    const age = Math.max(0, node.ref.height - sinceEpoch) + 20;
    const search = await optional(() =>
      node.read(
        'StateSearchMsg',
        (key) => (apiVersion === 'v0' ? [link] : [key, link, Math.min(MAX_LOOKBACK, age), true]),
        zNodeFoundMessage,
      ),
    );
    const calls = search === undefined ? [] : [search.call];
    if (search === undefined) return { purpose, cid, status: 'unknown', calls };
    if (search.value !== null) {
      const { Height, Receipt } = search.value;
      const status = Receipt.ExitCode === 0 ? 'executed' : 'failed';
      return { purpose, cid, status, executedEpoch: Height, exitCode: Receipt.ExitCode, calls };
    }
    if (age > MAX_LOOKBACK) return { purpose, cid, status: 'unknown', calls };
    const waiting = await optional(() => node.read('ChainGetMessage', () => [link], zNodeWaitingMessage));
    if (waiting === undefined) return { purpose, cid, status: 'waiting', calls };
    return {
      purpose,
      cid,
      status: 'waiting',
      feeCap: waiting.value.GasFeeCap.toString(),
      ...(baseFee === undefined ? {} : { baseFee }),
      calls: [...calls, waiting.call],
    };
  }
}
