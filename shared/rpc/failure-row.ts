/** The shape of a row in the tables of failures, and of the failed call that it is compared with. */
import type { FailureFigures } from '../domain/failure-text.ts';
import type { CallDetail } from '../ipc/schemas/inspector.ts';
import type { RpcVersion } from './methods.ts';
import type { ParameterKind } from './parameter-kinds.ts';
import type { Repair } from './repair.ts';

/** Where the fault lies: on the way, in the envelope, in the call, or on the chain. */
export type FailureLayer = NonNullable<CallDetail['explanation']>['layer'];

/** A call that failed, as the client saw it. Texts and parameters may be a hostile node's or a hurried person's. */
export interface FailedCall {
  /** With or without its namespace. */
  readonly method: string;
  /** Where the client saw it fail. */
  readonly layer: FailureLayer;
  /** The node's own text where there is one, else the client's. */
  readonly message: string;
  readonly httpStatus?: number;
  /** JSON-RPC error code. */
  readonly code?: number;
  /**
   * `params` of the request as sent, integers beyond 2^53 as bigint; undefined where the request had none. Left out where the
   * request is not known: then no request is repaired.
   */
  readonly params?: unknown;
  /** Version of the interface that the path names; v1 where it is not given. */
  readonly apiVersion?: RpcVersion;
  /** Height of the endpoint's head, where it is known. */
  readonly headEpoch?: number;
  /** The body that came back, or its beginning. */
  readonly reply?: string;
  /** Whether a token was sent, and what it grants where that can be read from it. Left out where it is not known. */
  readonly token?: { readonly isSent: boolean; readonly permissions?: readonly string[] };
  /** POST where it is left out. */
  readonly httpMethod?: string;
  /** Delay that the endpoint asked for. */
  readonly retryAfterMs?: number;
}

/** Words of a row that are put otherwise. */
export type FailureWords = Partial<Pick<FailureRow, 'title' | 'cause' | 'fix'>> & {
  /** What a contract said, word for word: untrusted text. */
  readonly reason?: string;
};

/** One failure: what it is known by, why it comes about, what to do. All conditions that a row names have to hold. */
export interface FailureRow {
  /** Names the row, once in all tables. */
  readonly id: string;
  /** Number in the catalogue of failures; several rows may share one. Absent for failures outside it. */
  readonly number?: number;
  readonly layer: FailureLayer;
  /** JSON-RPC codes; any of them. */
  readonly codes?: readonly number[];
  readonly httpStatuses?: readonly number[];
  /** Fragments of the text; any of them. */
  readonly texts?: readonly RegExp[];
  /** Tried on the name without its namespace. */
  readonly method?: RegExp;
  /** Layers at which the call failed; absent: any. */
  readonly failedAt?: readonly FailureLayer[];
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
  readonly figures?: FailureFigures;
  /** Kinds of the parameters that it is about, where the text names none. */
  readonly about?: readonly ParameterKind[];
  /** The guilty parameter has a wrong form, so that the lint can tell which value in it, in words. */
  readonly isAboutShape?: boolean;
  /** What the request itself tells beyond the node's text; it takes the place of the row's words. */
  readonly words?: (call: FailedCall) => FailureWords | undefined;
  /**
   * The request that would have gone through, from the request that failed.
   *
   * @param text the part of the message that is looked at
   */
  readonly repair?: (call: FailedCall, text: string) => Repair | undefined;
}
