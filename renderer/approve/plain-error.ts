import { SextantError } from '../../shared/ipc/envelope.ts';

export interface PlainError {
  readonly code: string;
  readonly message: string;
  /** What is wrong with single fields, by their names in the contract. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What to say of something that was thrown: the envelope's own sentence, or an honest general one. */
export function plainError(cause: unknown): PlainError {
  if (!(cause instanceof SextantError))
    return { code: 'internal', message: 'Something failed inside Sextant. Nothing more is known here; the log has the details.' };
  const fields = cause.details?.fields;
  return { code: cause.code, message: cause.message, ...(fields === undefined ? {} : { fields }) };
}
