import { defined } from '../../shared/collections/defined.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';

export interface PlainError {
  readonly code: string;
  readonly message: string;
  /** Errors of single fields, by their names in the contract. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The message to show for a thrown value: the sentence of the error envelope, or a general one. */
export function plainError(cause: unknown): PlainError {
  if (!(cause instanceof SextantError)) return { code: 'internal', message: 'Internal error in Sextant. See the log for details.' };
  const fields = cause.details?.fields;
  return { code: cause.code, message: cause.message, ...defined({ fields }) };
}
