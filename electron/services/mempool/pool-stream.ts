/**
 * The changes of a pool as MpoolSub tells them, where an endpoint serves it.
 *
 * A node closes a stream that is a few items behind, which a block with many messages brings about: it is opened again, later each time
 * unless it had held.
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
/** Of Lotus' two types of change; the other takes a message away. */
const MPOOL_ADD = 0;

const zUpdate = z.object({ Type: zSafeInteger, Message: z.unknown() });

export interface PoolChange {
  /** As the node wrote it. */
  readonly message: unknown;
  readonly isThere: boolean;
  readonly call: CallRef;
}

export class PoolStream {
  readonly #client: NodeClient;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #signal: AbortSignal;
  /** The endpoint has none, or does not let us. */
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

  /** How long to wait before it is opened again. */
  get pauseMs(): number {
    return Math.max(0, this.#notBeforeMs - this.#clock.nowMs());
  }

  /** Until the stream ends, for whatever reason an endpoint has. */
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
