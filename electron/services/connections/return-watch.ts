import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/**
 * Passes recordings on, and notices when a node answers again after it could not be reached: it may be another node then, or
 * another chain at the same address.
 */
export class ReturnWatch implements CallTap {
  readonly #tap: CallTap;
  readonly #onReturned: () => void;
  #isLost = false;

  constructor(tap: CallTap, onReturned: () => void) {
    this.#tap = tap;
    this.#onReturned = onReturned;
  }

  begin(start: CallStart): number {
    return this.#tap.begin(start);
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    if (end.failure?.code === 'endpoint-unreachable' || end.failure?.code === 'endpoint-timeout') {
      this.#isLost = true;
    } else if (end.failure === undefined && this.#isLost) {
      this.#isLost = false;
      this.#onReturned();
    }
  }

  has(id: number): boolean {
    return this.#tap.has(id);
  }

  keep(id: number): void {
    this.#tap.keep(id);
  }

  release(id: number): void {
    this.#tap.release(id);
  }
}
