import { SextantError } from '../../../shared/ipc/envelope.ts';
import { isNotServed } from '../chain/pinned-node.ts';

/** Reads of one connection that can be done without. What the endpoint does not serve is asked for once, and not with every tipset. */
export class ServedCalls {
  readonly #refused = new Set<string>();

  /** Undefined where the endpoint refuses; bugs are thrown on. */
  async optional<T>(method: string, read: (method: string) => Promise<T>): Promise<T | undefined> {
    if (this.#refused.has(method)) return undefined;
    try {
      return await read(method);
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (isNotServed(error)) this.#refused.add(method);
      return undefined;
    }
  }
}
