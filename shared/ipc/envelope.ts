/**
 * What crosses between a document and the privileged side: replies with a closed set of error codes, and topic frames.
 */
import { defined } from '../collections/defined.ts';

/** Every expected failure has one of these codes; a screen chooses its words and its next step by them. */
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
  /** The endpoint gave bytes for a block of the state that do not hash to its CID. */
  'block-mismatch',
  /** A read made all the calls that it was allowed. */
  'budget-spent',
  'wrong-network',
  'capability-missing',
  /** The database server of the dataset cannot be reached, refuses, or has no dataset that can be read. */
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
  /** One plain sentence: what is so, and what can be done. Never a stack, never a secret. */
  readonly message: string;
  /** Structured facts for the screen: the node's own code and text, the method, the call's id in the inspector, errors by field. */
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

/** Thrown by services for expected failures; everything else that is thrown is a bug and crosses as `internal`. */
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
 * A topic frame. `sequence` counts from 1 per topic and subscription; a subscriber that sees a gap asks for a snapshot.
 * `dropped` is the number of intermediate updates that coalescing merged away since the topic started.
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
