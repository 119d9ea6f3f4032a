/** What became of the messages that sectors wait for: executed, failed, or still waiting, and whether their fee cap lets them in. */
import type { SealingMessage } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeFoundMessage, zNodeWaitingMessage } from '../../../shared/validation/node/sealing.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

/** Messages that are looked up in one round, in turn; a batch is one for many sectors. */
const MOST_LOOKUPS = 6;
/** Looking back costs the node a tipset each; for what is older nothing is claimed. */
const LONGEST_LOOKBACK = 2000;

export interface AwaitedMessage {
  readonly purpose: SealingMessage['purpose'];
  readonly cid: string;
  /** When the sector began to wait, as an epoch. */
  readonly sinceEpoch: number;
}

export class AwaitedMessages {
  /** Those that have been executed: nothing about them changes any more, but for a reorg, after which the sector says so. */
  readonly #settled = new Map<string, SealingMessage>();
  /** Of the others what was found last, the one that was looked up longest ago first. */
  readonly #waiting = new Map<string, SealingMessage>();

  /** What is known of each, by CID. */
  async look(
    node: PinnedNode,
    apiVersion: 'v0' | 'v1',
    baseFee: string | undefined,
    awaited: readonly AwaitedMessage[],
  ): Promise<ReadonlyMap<string, SealingMessage>> {
    const byCid = new Map(awaited.map((message) => [message.cid, message]));
    for (const known of [this.#settled, this.#waiting]) for (const cid of known.keys()) if (!byCid.has(cid)) known.delete(cid);
    const open = [...byCid.keys()].filter((cid) => !this.#settled.has(cid));
    const inTurn = [...open.filter((cid) => !this.#waiting.has(cid)), ...this.#waiting.keys()].slice(0, MOST_LOOKUPS);
    for (const cid of inTurn) {
      const message = byCid.get(cid);
      if (message === undefined) continue;
      const looked = await this.#lookUp(node, apiVersion, baseFee, message);
      this.#waiting.delete(cid);
      if (looked.exitCode === undefined) this.#waiting.set(cid, looked);
      else this.#settled.set(cid, looked);
    }
    const found = new Map<string, SealingMessage>();
    for (const { cid, purpose } of byCid.values()) {
      found.set(cid, this.#settled.get(cid) ?? this.#waiting.get(cid) ?? { purpose, cid, status: 'unknown', calls: [] });
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
        (key) => (apiVersion === 'v0' ? [link] : [key, link, Math.min(LONGEST_LOOKBACK, age), true]),
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
    if (age > LONGEST_LOOKBACK) return { purpose, cid, status: 'unknown', calls };
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
