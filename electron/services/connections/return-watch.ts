import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/**
 * A tap that calls back when a node answers again after it was unreachable: another node, or another chain, may now be at the same
 * URL.
 */
export class ReturnWatch implements CallTap {
  readonly #tap: CallTap;
  readonly #onReturned: () => void;
  /** Calls in progress whose outcome says nothing about the node. */
  readonly #ignored = new Set<number>();
  #isUnreachable = false;

  constructor(tap: CallTap, onReturned: () => void) {
    this.#tap = tap;
    this.#onReturned = onReturned;
  }

  begin(start: CallStart): number {
    const id = this.#tap.begin(start);
    // Cached answers are not from the node; of WebSocket events, only opening and closing tell whether it is reachable.
    if (start.transport === 'cache' || (start.kind === 'event' && start.method !== 'opened' && start.method !== 'closed')) {
      this.#ignored.add(id);
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    if (this.#ignored.delete(id)) {
      return;
    }
    if (end.failure?.code === 'endpoint-unreachable' || end.failure?.code === 'endpoint-timeout') {
      this.#isUnreachable = true;
    } else if (end.failure === undefined && this.#isUnreachable) {
      this.#isUnreachable = false;
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
