import { SextantError } from '../../shared/ipc/envelope.ts';

/** The expected failure that a promise rejects with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<SextantError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SextantError)) {
    throw new Error(`Expected a SextantError, got ${String(error)}`);
  }
  return error;
}
