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
