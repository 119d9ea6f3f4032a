import { SextantError } from '../../shared/ipc/envelope.ts';
import { attempt } from './attempt.ts';

/** A part that can be done without: what the endpoint refuses is left out, and stays in the inspector. Bugs are thrown on. */
export async function optional<T>(read: () => Promise<T>): Promise<T | undefined> {
  const answer = await attempt(read);
  return answer instanceof SextantError ? undefined : answer;
}
