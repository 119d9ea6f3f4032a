import { ERROR_CODES, type ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { PanelError } from '../../shared/ipc/schemas/common.ts';

/** The reason there is no head, as a panel error. Sextant retries following it automatically. */
export function errorOfHead(problem: NonNullable<HeadState['problem']>): PanelError {
  return {
    code: problem.code,
    message: problem.message,
    retryable: true,
    ...(problem.callId === undefined ? {} : { details: { callId: problem.callId } }),
  };
}

/**
 * Queries that run with every head do not run while no head arrives. Their answers are outdated then, and the reason is the failure to
 * follow the head.
 */
export function markedWhileDown<Q extends { readonly error: ErrorEnvelope | undefined }>(query: Q, head: HeadState | undefined): Q {
  if (query.error !== undefined || head?.status !== 'failed' || head.problem === undefined) return query;
  const { problem } = head;
  const code = ERROR_CODES.find((known) => known === problem.code) ?? 'endpoint-unreachable';
  const { callId } = problem;
  return { ...query, error: { code, message: problem.message, retryable: true, ...(callId === undefined ? {} : { details: { callId } }) } };
}
