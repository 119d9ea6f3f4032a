/** Answers in parts, of which each succeeds or fails by itself. */
import type { ErrorCode, ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import type { PanelError } from '../../shared/ipc/schemas/common.ts';

/** Why an answer says nothing: the failure of its first part, where it has parts and all of them failed. */
export function failureOfAnswer(answer: unknown): ErrorEnvelope | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const parts = Object.values(answer).filter((value) => isFailed(value) || isFilled(value));
  const [first] = parts;
  return isFailed(first) && parts.every(isFailed) ? envelopeOf(first.error) : undefined;
}

function isFailed(value: unknown): value is { readonly error: PanelError } {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'error') === 'object';
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'value' in value && 'calls' in value;
}

/** Same fields; the codes of parts come from the same list. */
function envelopeOf({ code, message, retryable, details }: PanelError): ErrorEnvelope {
  return { code: code as ErrorCode, message, retryable, ...(details === undefined ? {} : { details: definedOf(details) }) };
}

function definedOf(details: NonNullable<PanelError['details']>): NonNullable<ErrorEnvelope['details']> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
