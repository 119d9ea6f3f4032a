/** Where every call to a node is recorded. The inspector is the tap; the client only tells it what happened. */
import type { CallFailure } from './call-failure.ts';

export interface CallStart {
  readonly connectionId: string;
  readonly connectionName: string;
  /** Full name as sent, for example Filecoin.ChainHead. */
  readonly method: string;
  readonly transport: 'http' | 'ws';
  /** `frame` is one item of a subscription. */
  readonly kind: 'call' | 'frame';
  readonly url: string;
  /** May hold the token: the tap masks before it keeps. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as sent; empty for a frame. */
  readonly request: string;
  /** Short rendering of the parameters. */
  readonly paramsText: string;
  readonly cause: string;
}

export interface CallEnd {
  readonly tookMs: number;
  readonly httpStatus?: number;
  /** The body as received; absent where none came. */
  readonly response?: string;
  readonly failure?: CallFailure;
}

export interface CallTap {
  /** Records that a call was sent; answers with its id. */
  begin(start: CallStart): number;
  end(id: number, end: CallEnd): void;
  /** Whether the recording can still be shown. */
  has(id: number): boolean;
}
