import { SextantError } from '../../shared/ipc/envelope.ts';

/** What is read, or why the endpoint refuses it. Bugs are thrown on. */
export async function attempt<T>(read: () => Promise<T>): Promise<T | SextantError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError) return error;
    throw error;
  }
}
