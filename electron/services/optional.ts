import { SextantError } from '../../shared/ipc/envelope.ts';
import { attempt } from './attempt.ts';

/** Return the result of an optional read, or undefined for an error of the endpoint, which is in the inspector. Bugs are rethrown. */
export async function optional<T>(read: () => Promise<T>): Promise<T | undefined> {
  const answer = await attempt(read);
  return answer instanceof SextantError ? undefined : answer;
}
