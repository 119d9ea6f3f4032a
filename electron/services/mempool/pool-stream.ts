/**
 * Changes of the mempool from MpoolSub, if the endpoint serves it.
 *
 * A node closes a stream that lags a few items behind, for example after a block with many messages. It is reopened, with increasing delay
 * unless it had worked.
 */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zSafeInteger } from '../../../shared/validation/node/primitives.ts';
import type { Clock } from '../../platform/ports.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { checked, isNotServed } from '../pinned/pinned-node.ts';

const RETRY_MS = 1000;
const RETRY_CEILING_MS = 60_000;
const HELD_MS = 20_000;
/** One of the two types of change in Lotus; the other one removes a message. */
const MPOOL_ADD = 0;

const zUpdate = z.object({ Type: zSafeInteger, Message: z.unknown() });

export interface PoolChange {
  /** As sent by the node. */
  readonly message: unknown;
  readonly isThere: boolean;
  readonly call: CallRef;
}

export class PoolStream {
  readonly #client: NodeClient;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #signal: AbortSignal;
  /** Whether the endpoint has no stream or refuses it. */
  #hasNone: boolean;
  #isOpen = false;
  #failures = 0;
  #notBeforeMs = 0;

  constructor(client: NodeClient, clock: Pick<Clock, 'nowMs'>, signal: AbortSignal) {
    this.#client = client;
    this.#clock = clock;
    this.#signal = signal;
    this.#hasNone = !client.hasStream;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether it may be opened now. */
  get isDue(): boolean {
    return !this.#isOpen && !this.#hasNone && this.#clock.nowMs() >= this.#notBeforeMs;
  }

  /** Delay before it is reopened. */
  get pauseMs(): number {
    return Math.max(0, this.#notBeforeMs - this.#clock.nowMs());
  }

  /** Yield changes until the stream ends for any reason. */
  async *changes(cause: string): AsyncGenerator<PoolChange> {
    const openedAtMs = this.#clock.nowMs();
    this.#isOpen = true;
    try {
      for await (const item of this.#client.subscribe('MpoolSub', [], { cause, signal: this.#signal })) {
        const { value, call } = checked(zUpdate, item);
        yield { message: value.Message, isThere: value.Type === MPOOL_ADD, call };
      }
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#hasNone = isNotServed(error) || error.code === 'endpoint-unauthorised';
    } finally {
      const nowMs = this.#clock.nowMs();
      this.#isOpen = false;
      this.#failures = nowMs - openedAtMs >= HELD_MS ? 0 : this.#failures + 1;
      this.#notBeforeMs = nowMs + Math.min(RETRY_CEILING_MS, RETRY_MS * 2 ** this.#failures);
    }
  }
}
