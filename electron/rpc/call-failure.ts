import { defined } from '../../shared/collections/defined.ts';
import type { ErrorCode, ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';

/** The layer at which a call failed, as the inspector names it. */
export type FailureLayer = 'dns' | 'tls' | 'network' | 'timeout' | 'http' | 'json' | 'rpc';

/** What went wrong with a call, before it is dressed for a service. */
export interface CallFailure {
  readonly layer: FailureLayer;
  readonly code: ErrorCode;
  /** One plain sentence without secrets. */
  readonly message: string;
  /** The same call may succeed later without a change. */
  readonly retryable: boolean;
  /** A read may be sent again at once, after a short wait. */
  readonly isTransient: boolean;
  readonly httpStatus?: number;
  readonly nodeCode?: number;
  readonly nodeMessage?: string;
  /** How long the endpoint asked to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Thrown inside the node client; services see the SextantError made of it. */
export class CallFailureError extends Error {
  override readonly name = 'CallFailureError';
  readonly failure: CallFailure;

  constructor(failure: CallFailure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** The failure as services and screens know it. */
export function toSextantError(error: CallFailureError, call: { method: string; callId?: number }): SextantError {
  const { failure } = error;
  const { httpStatus, nodeCode, nodeMessage } = failure;
  const details: ErrorEnvelope['details'] = {
    method: call.method,
    ...defined({ callId: call.callId, httpStatus, nodeCode, nodeMessage }),
  };
  return new SextantError(failure.code, failure.message, { details, retryable: failure.retryable, cause: error });
}
