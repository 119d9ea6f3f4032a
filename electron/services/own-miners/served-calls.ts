import { SextantError } from '../../../shared/ipc/envelope.ts';
import { attempt } from '../attempt.ts';
import { isNotServed } from '../pinned/pinned-node.ts';

/** Reads of one connection that can be done without. What the endpoint does not serve is asked for once, and not with every tipset. */
export class ServedCalls {
  readonly #refused = new Map<string, SextantError>();

  /** The answer, or why there is none; bugs are thrown on. */
  async ask<T>(method: string, read: (method: string) => Promise<T>): Promise<T | SextantError> {
    const refusal = this.#refused.get(method);
    if (refusal !== undefined) return refusal;
    const answer = await attempt(() => read(method));
    if (answer instanceof SextantError && isNotServed(answer)) this.#refused.set(method, answer);
    return answer;
  }

  /** As `ask`, undefined where the endpoint refuses. */
  async optional<T>(method: string, read: (method: string) => Promise<T>): Promise<T | undefined> {
    const answer = await this.ask(method, read);
    return answer instanceof SextantError ? undefined : answer;
  }
}
