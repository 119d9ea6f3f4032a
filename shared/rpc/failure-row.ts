/** A row of the failure tables, and the failed call that is matched against it. */
import type { FailureFigures } from '../domain/messages/failure-text.ts';
import type { CallDetail } from '../ipc/schemas/inspector.ts';
import type { RpcVersion } from './methods.ts';
import type { ParameterKind } from './parameter-kinds.ts';
import type { Repair } from './repair.ts';

/** Where the fault is: in the network, the JSON-RPC envelope, the call or the chain. */
export type FailureLayer = NonNullable<CallDetail['explanation']>['layer'];

/** A failed call as the client saw it. Texts and parameters are untrusted. */
export interface FailedCall {
  /** With or without the namespace. */
  readonly method: string;
  /** Where the client saw the failure. */
  readonly layer: FailureLayer;
  /** The node's error text, else the client's. */
  readonly message: string;
  readonly httpStatus?: number;
  /** JSON-RPC error code. */
  readonly code?: number;
  /**
   * `params` of the request as sent, integers beyond 2^53 as bigint; undefined if the request had none. Absent if the request is
   * unknown: then no request is repaired.
   */
  readonly params?: unknown;
  /** API version of the path; v1 if absent. */
  readonly apiVersion?: RpcVersion;
  /** Height of the endpoint's head, if known. */
  readonly headEpoch?: number;
  /** The body of the response, or its beginning. */
  readonly reply?: string;
  /** Whether a token was sent, and its permissions if they can be read. Absent if unknown. */
  readonly token?: { readonly isSent: boolean; readonly permissions?: readonly string[] };
  /** POST if absent. */
  readonly httpMethod?: string;
  /** `Retry-After` of the response. */
  readonly retryAfterMs?: number;
}

/** Texts that replace those of a row. */
export type FailureWords = Partial<Pick<FailureRow, 'title' | 'cause' | 'fix'>> & {
  /** The contract's revert reason, unchanged: untrusted text. */
  readonly reason?: string;
};

/** One known failure: how to recognise it, its cause and its fix. All conditions of a row must match. */
export interface FailureRow {
  /** Unique in all tables. */
  readonly id: string;
  /** Number in the support team's catalogue of failures; several rows may share one. */
  readonly number?: number;
  readonly layer: FailureLayer;
  /** JSON-RPC codes; any of them matches. */
  readonly codes?: readonly number[];
  readonly httpStatuses?: readonly number[];
  /** Fragments of the error text; any of them matches. */
  readonly texts?: readonly RegExp[];
  /** Matched against the name without the namespace. */
  readonly method?: RegExp;
  /** Layers at which the call may have failed; any if absent. */
  readonly failedAt?: readonly FailureLayer[];
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
  readonly figures?: FailureFigures;
  /** Kinds of the parameters that may be at fault, if the text names none. */
  readonly about?: readonly ParameterKind[];
  /** The failure is a wrong shape, so the linter can find the value at fault within the parameter. */
  readonly isAboutShape?: boolean;
  /** More specific texts, derived from the request. */
  readonly words?: (call: FailedCall) => FailureWords | undefined;
  /**
   * The corrected request.
   *
   * @param text the part of the message that patterns are matched against
   */
  readonly repair?: (call: FailedCall, text: string) => Repair | undefined;
}
