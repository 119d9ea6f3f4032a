import { SextantError } from '../../shared/ipc/envelope.ts';

/** Return the result of a read, or the error of the endpoint. Bugs are rethrown. */
export async function attempt<T>(read: () => Promise<T>): Promise<T | SextantError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError) return error;
    throw error;
  }
}
