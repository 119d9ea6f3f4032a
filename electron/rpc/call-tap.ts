/** Interface for recording all traffic with a node. Implemented by the inspector, called by the clients. */
import type { CallKind, CallPhases } from '../../shared/ipc/schemas/inspector.ts';
import type { CallFailure } from './call-failure.ts';

export interface CallStart {
  readonly connectionId: string;
  readonly connectionName: string;
  /** Full name as sent, for example Filecoin.ChainHead. */
  readonly method: string;
  /** All methods of a batch; `method` then summarises them. */
  readonly methods?: string;
  /** `cache`: nothing was sent; the answer is from the cache of an earlier run. */
  readonly transport: 'http' | 'ws' | 'cache';
  readonly kind: CallKind;
  /** The subscription of a frame, the batch of a call, or the first attempt of a retry. */
  readonly parentId?: number;
  /** From 1; absent for the first. */
  readonly attempt?: number;
  readonly url: string;
  /** Sent to the v2 API, where some methods take other parameters than in v1. */
  readonly isV2?: true;
  /** May contain the token; the tap masks it before storing. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as sent; empty for a frame. */
  readonly request: string;
  /** Summary of the parameters. */
  readonly paramsText: string;
  /** Block CIDs of the tipset in the parameters. */
  readonly tipsetKey?: readonly string[];
  readonly cause: string;
}

export interface CallEnd {
  readonly tookMs: number;
  readonly phases?: CallPhases;
  readonly isConnectionReused?: boolean;
  readonly httpStatus?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body as received, as text or UTF-8 bytes, which the tap then owns; absent if there was none. */
  readonly response?: string | Uint8Array;
  readonly failure?: CallFailure;
}

export interface CallTap {
  /** Records a sent call; returns its id. */
  begin(start: CallStart): number;
  /** Called again with a failure if an accepted answer turns out to be unusable; absent fields then stay. */
  end(id: number, end: CallEnd): void;
  /** Retains a recording while its answer is cached; balanced by `release`. */
  keep(id: number): void;
  release(id: number): void;
}
