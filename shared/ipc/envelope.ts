/**
 * Messages between a document and the privileged side: replies with a closed set of error codes, and topic frames.
 */
import { defined } from '../collections/defined.ts';

/** Codes of expected failures; screens choose text and action by them. */
export const ERROR_CODES = [
  // the call itself
  'invalid-input',
  'forbidden',
  'unknown-call',
  'cancelled',
  'internal',
  // the connection and the node
  'not-connected',
  'endpoint-unreachable',
  'endpoint-timeout',
  'endpoint-unauthorised',
  'endpoint-rate-limited',
  'endpoint-bad-reply',
  'method-not-served',
  'node-error',
  'not-found',
  'outside-history',
  /** The endpoint returned bytes that do not match the CID of a state block. */
  'block-mismatch',
  /** A read used its call budget. */
  'budget-spent',
  'wrong-network',
  'capability-missing',
  /** The dataset's database server is unreachable, refuses, or has no readable dataset. */
  'dataset-unavailable',
  // the wallet and messages
  'vault-missing',
  'vault-exists',
  'vault-locked',
  'vault-corrupt',
  'wrong-passphrase',
  'weak-passphrase',
  'key-missing',
  'approval-missing',
  'approval-expired',
  'approval-settled',
  'approvals-full',
  'insufficient-funds',
  'message-refused',
  // storage
  'disk-failure',
  'name-taken',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorEnvelope {
  readonly code: ErrorCode;
  /** One sentence: what failed and what to do. Never a stack, never a secret. */
  readonly message: string;
  /** Details for the screen: the node's code and text, the method, the inspector's call id, errors by field. */
  readonly details?: {
    readonly method?: string;
    readonly callId?: number;
    readonly nodeCode?: number;
    readonly nodeMessage?: string;
    readonly httpStatus?: number;
    readonly fields?: Readonly<Record<string, string>>;
  };
  readonly retryable: boolean;
}

/** Thrown by services for expected failures; any other exception is a bug and becomes `internal`. */
export class SextantError extends Error {
  override readonly name = 'SextantError';
  readonly code: ErrorCode;
  readonly details: ErrorEnvelope['details'];
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorEnvelope['details']; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryable = options.retryable ?? false;
  }

  toEnvelope(): ErrorEnvelope {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...defined({ details: this.details }),
    };
  }

  static fromEnvelope(envelope: ErrorEnvelope): SextantError {
    return new SextantError(envelope.code, envelope.message, {
      retryable: envelope.retryable,
      ...defined({ details: envelope.details }),
    });
  }
}

export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorEnvelope };

/**
 * A topic frame. `sequence` starts at 1 per topic and subscription; on a gap, a subscriber requests a snapshot. `dropped` is the number of
 * intermediate updates merged by coalescing since the topic started.
 */
export type TopicFrame =
  | { readonly type: 'snapshot'; readonly topic: string; readonly sequence: number; readonly dropped: number; readonly value: unknown }
  | {
      readonly type: 'delta';
      readonly topic: string;
      readonly sequence: number;
      readonly dropped: number;
      readonly put: readonly unknown[];
      readonly removed: readonly (string | number)[];
    };
