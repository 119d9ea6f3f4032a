import { SextantError } from '../../shared/ipc/envelope.ts';

/** Return the expected failure of a promise; other outcomes fail the test. */
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
