import { DomainError } from '../../shared/domain/domain-error.ts';

/** The code of the `DomainError` that an action ends in; undefined where it ends well. Anything else fails the test. */
export function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
