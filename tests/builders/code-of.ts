import { DomainError } from '../../shared/domain/domain-error.ts';

/** Return the code of the `DomainError` that an action throws; undefined if it succeeds. Other errors fail the test. */
export function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
