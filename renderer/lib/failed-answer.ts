/** Answers whose parts succeed or fail independently. */
import type { ErrorCode, ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import type { PanelError } from '../../shared/ipc/schemas/common.ts';

/** Maximum depth of parts in an answer: a list of items in a part. */
const MAX_DEPTH = 3;
/** Items of a list to check; a lost endpoint fails all of them. */
const MAX_ITEMS = 50;

/**
 * Why an answer says nothing: the failure of its first part, where it has parts and all of them failed. With an answer that is known, also
 * the first part that is there and is not in the new one because the endpoint was not reached: half of an outage replaces nothing.
 */
export function failureOfAnswer(answer: unknown, known?: unknown): ErrorEnvelope | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const parts = Object.values(answer).filter((value) => isFailed(value) || isFilled(value));
  const [first] = parts;
  if (isFailed(first) && parts.every(isFailed)) return envelopeOf(first.error);
  const lost = lostIn(answer, known, MAX_DEPTH);
  return lost === undefined ? undefined : envelopeOf(lost);
}

/** The first `error` of a part, or `problem` of an item, that says that the endpoint was not reached, and is not in what is known. */
function lostIn(answer: unknown, known: unknown, depth: number): PanelError | undefined {
  if (typeof answer !== 'object' || answer === null || typeof known !== 'object' || known === null) return undefined;
  const problem = problemOf(answer);
  if (problem !== undefined) return problem.code === 'endpoint-unreachable' && problemOf(known) === undefined ? problem : undefined;
  if (depth === 0) return undefined;
  for (const key of Object.keys(answer).slice(0, MAX_ITEMS)) {
    const lost = lostIn(Reflect.get(answer, key), Reflect.get(known, key), depth - 1);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function problemOf(value: object): PanelError | undefined {
  return [Reflect.get(value, 'error'), Reflect.get(value, 'problem')].find((problem) => typeof problem === 'object' && problem !== null);
}

function isFailed(value: unknown): value is { readonly error: PanelError } {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'error') === 'object';
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'value' in value && 'calls' in value;
}

/** Same shape: part errors use the same codes. */
function envelopeOf({ code, message, retryable, details }: PanelError): ErrorEnvelope {
  return { code: code as ErrorCode, message, retryable, ...(details === undefined ? {} : { details: definedOf(details) }) };
}

function definedOf(details: NonNullable<PanelError['details']>): NonNullable<ErrorEnvelope['details']> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
