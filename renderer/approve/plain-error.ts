import { SextantError } from '../../shared/ipc/envelope.ts';

/** What to say of something that was thrown: the envelope's own sentence, or an honest general one. */
export function plainError(cause: unknown): { readonly code: string; readonly message: string } {
  if (cause instanceof SextantError) return { code: cause.code, message: cause.message };
  return { code: 'internal', message: 'Something failed inside Sextant. Nothing more is known here; the log has the details.' };
}
