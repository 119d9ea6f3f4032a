import { ERROR_CODES, type ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { PanelError } from '../../shared/ipc/schemas/common.ts';

/** Why there is no head, as the error of a panel. Following it is tried again without being asked. */
export function errorOfHead(problem: NonNullable<HeadState['problem']>): PanelError {
  return {
    code: problem.code,
    message: problem.message,
    retryable: true,
    ...(problem.callId === undefined ? {} : { details: { callId: problem.callId } }),
  };
}

/**
 * A question that is asked with every head is not asked while none comes: its answer is old all the same, and why is what keeps the
 * head from being followed.
 */
export function markedWhileDown<Q extends { readonly error: ErrorEnvelope | undefined }>(query: Q, head: HeadState | undefined): Q {
  if (query.error !== undefined || head?.status !== 'failed' || head.problem === undefined) return query;
  const { problem } = head;
  const code = ERROR_CODES.find((known) => known === problem.code) ?? 'endpoint-unreachable';
  const { callId } = problem;
  return { ...query, error: { code, message: problem.message, retryable: true, ...(callId === undefined ? {} : { details: { callId } }) } };
}
