/** Where everything that is said to or by a node is recorded. The inspector is the tap; the clients only tell it what happened. */
import type { CallKind, CallPhases } from '../../shared/ipc/schemas/inspector.ts';
import type { CallFailure } from './call-failure.ts';

export interface CallStart {
  readonly connectionId: string;
  readonly connectionName: string;
  /** Full name as sent, for example Filecoin.ChainHead. */
  readonly method: string;
  /** All the names of a batch, where `method` is a short rendering of them. */
  readonly methods?: string;
  /** `cache`: nothing was sent; the answer is one that an earlier run kept. */
  readonly transport: 'http' | 'ws' | 'cache';
  readonly kind: CallKind;
  /** The subscription of a frame, the batch of a call in it, the first attempt of a call that is sent again. */
  readonly parentId?: number;
  /** Counted from 1; absent for the first. */
  readonly attempt?: number;
  readonly url: string;
  /** Sent to the v2 API, where some methods of v1 take other parameters under the same name. */
  readonly isV2?: true;
  /** May hold the token: the tap masks before it keeps. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as sent; empty for a frame. */
  readonly request: string;
  /** Short rendering of the parameters. */
  readonly paramsText: string;
  /** Block CIDs of the tipset that the parameters name. */
  readonly tipsetKey?: readonly string[];
  readonly cause: string;
}

export interface CallEnd {
  readonly tookMs: number;
  readonly phases?: CallPhases;
  readonly isConnectionReused?: boolean;
  readonly httpStatus?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body as received, as text or as UTF-8; absent where none came. Bytes belong to the tap from here on. */
  readonly response?: string | Uint8Array;
  readonly failure?: CallFailure;
}

export interface CallTap {
  /** Records that a call was sent; answers with its id. */
  begin(start: CallStart): number;
  /** Once more with a failure where an answer that was taken turns out to be of no use; what is not told then stays as it was. */
  end(id: number, end: CallEnd): void;
  /** Keeps a recording for as long as an answer of it is kept; balanced by `release`. */
  keep(id: number): void;
  release(id: number): void;
}
