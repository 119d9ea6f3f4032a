/** Where recorded calls are read from: the live recording, or a saved session that was opened. What is in it is masked. */
import type { BodyFacts, CallPhases, CallSummary, FoundInBody } from '../../../shared/ipc/schemas/inspector.ts';
import type { TokenPermission } from '../../../shared/rpc/token-text.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';
import type { BodyQuestion, OpenedBody } from './body-tree.ts';
import type { FindQuestion } from './find-in-body.ts';

/** One body in the recording. Large ones are kept away from the main thread, so reading takes a turn. */
export interface RecordedBody {
  readonly facts: BodyFacts;
  /** UTF-8; an empty array behind the end. */
  read(offset: number, lengthBytes: number): Promise<Uint8Array>;
  /** One value and its children, where the body is kept in a place that finds them without handing over the whole. */
  open?(question: BodyQuestion): Promise<OpenedBody>;
  /** A text in it, where the body is kept in a place that finds it without handing over the whole. */
  find?(question: FindQuestion): Promise<FoundInBody>;
}

export interface RecordedCall {
  readonly summary: CallSummary;
  readonly url: string;
  /** POST where it is left out. */
  readonly httpMethod?: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** What the token of the request grants, where that can be read from it. */
  readonly tokenPermissions?: readonly TokenPermission[];
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly isConnectionReused?: boolean;
  readonly phases?: CallPhases;
  readonly failure?: CallFailure;
  readonly note?: string;
  readonly request: RecordedBody;
  readonly response?: RecordedBody;
}

export interface CallSource {
  /** `live`, or the id of a session. */
  readonly id: string;
  /** Grows with every change. */
  readonly revision: number;
  readonly size: number;
  get(id: number): RecordedCall | undefined;
  /** Oldest first. */
  summaries(): Iterable<CallSummary>;
  /** Calls that name this one as their parent, oldest first. */
  childrenOf(id: number): readonly CallSummary[];
  /** The summary of a call where it is one of `summaries`; where absent, every call is. */
  listed?(id: number): CallSummary | undefined;
  /** Ids of calls that came, changed or went since a revision, each maybe twice; undefined where that is no longer known. */
  changedSince?(revision: number): readonly number[] | undefined;
}
