import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/**
 * Passes recordings on, and notices when a node answers again after it could not be reached: it may be another node then, or
 * another chain at the same address.
 */
export class ReturnWatch implements CallTap {
  readonly #tap: CallTap;
  readonly #onReturned: () => void;
  /** Under way, and no word of the node whatever comes of it. */
  readonly #mute = new Set<number>();
  #isLost = false;

  constructor(tap: CallTap, onReturned: () => void) {
    this.#tap = tap;
    this.#onReturned = onReturned;
  }

  begin(start: CallStart): number {
    const id = this.#tap.begin(start);
    // What an earlier run kept is no answer, and of the events of a WebSocket only its opening shows that somebody is there.
    if (start.transport === 'cache' || (start.kind === 'event' && start.method !== 'opened' && start.method !== 'closed')) {
      this.#mute.add(id);
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    if (this.#mute.delete(id)) {
      return;
    }
    if (end.failure?.code === 'endpoint-unreachable' || end.failure?.code === 'endpoint-timeout') {
      this.#isLost = true;
    } else if (end.failure === undefined && this.#isLost) {
      this.#isLost = false;
      this.#onReturned();
    }
  }

  keep(id: number): void {
    this.#tap.keep(id);
  }

  release(id: number): void {
    this.#tap.release(id);
  }
}
