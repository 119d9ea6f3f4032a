import { SextantError } from '../../../shared/ipc/envelope.ts';
import { attempt } from '../attempt.ts';
import { isNotServed } from '../pinned/pinned-node.ts';

/** Optional reads of one connection. A method that the endpoint does not serve is called once, not with every tipset. */
export class ServedCalls {
  readonly #refused = new Map<string, SextantError>();

  /** Return the answer or the error; bugs are rethrown. */
  async ask<T>(method: string, read: (method: string) => Promise<T>): Promise<T | SextantError> {
    const refusal = this.#refused.get(method);
    if (refusal !== undefined) return refusal;
    const answer = await attempt(() => read(method));
    if (answer instanceof SextantError && isNotServed(answer)) this.#refused.set(method, answer);
    return answer;
  }

  /** Like `ask`, but undefined for an error of the endpoint. */
  async optional<T>(method: string, read: (method: string) => Promise<T>): Promise<T | undefined> {
    const answer = await this.ask(method, read);
    return answer instanceof SextantError ? undefined : answer;
  }
}
