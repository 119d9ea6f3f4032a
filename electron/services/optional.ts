import { SextantError } from '../../shared/ipc/envelope.ts';

/** A part that can be done without: what the endpoint refuses is left out, and stays in the inspector. Bugs are thrown on. */
export async function optional<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError) {
      return undefined;
    }
    throw error;
  }
}
