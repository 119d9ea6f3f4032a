import { defined } from '../../shared/collections/defined.ts';
import type { ErrorCode, ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';

/** The layer at which a call failed, as in the inspector. */
export type FailureLayer = 'dns' | 'tls' | 'network' | 'timeout' | 'http' | 'json' | 'rpc';

/** A failure of a call, before its conversion to a `SextantError`. */
export interface CallFailure {
  readonly layer: FailureLayer;
  readonly code: ErrorCode;
  /** One sentence without secrets. */
  readonly message: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  /** A read may be retried after a short delay. */
  readonly isTransient: boolean;
  readonly httpStatus?: number;
  readonly nodeCode?: number;
  readonly nodeMessage?: string;
  /** `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Thrown within the node client; services get a `SextantError`. */
export class CallFailureError extends Error {
  override readonly name = 'CallFailureError';
  readonly failure: CallFailure;

  constructor(failure: CallFailure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** The failure as a `SextantError`. */
export function toSextantError(error: CallFailureError, call: { method: string; callId?: number }): SextantError {
  const { failure } = error;
  const { httpStatus, nodeCode, nodeMessage } = failure;
  const details: ErrorEnvelope['details'] = {
    method: call.method,
    ...defined({ callId: call.callId, httpStatus, nodeCode, nodeMessage }),
  };
  return new SextantError(failure.code, failure.message, { details, retryable: failure.retryable, cause: error });
}
