/** A source of recorded calls: the live recording or an opened session. All content is masked. */
import type { BodyFacts, CallPhases, CallSummary, FoundInBody } from '../../../shared/ipc/schemas/inspector.ts';
import type { TokenPermission } from '../../../shared/rpc/token-text.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';
import type { BodyQuestion, OpenedBody } from './body-tree.ts';
import type { FindQuestion } from './find-in-body.ts';

/** One recorded body. Large ones are outside the main thread, so reading is asynchronous. */
export interface RecordedBody {
  readonly facts: BodyFacts;
  /** UTF-8; empty past the end. */
  read(offset: number, lengthBytes: number): Promise<Uint8Array>;
  /** Read one value and its children, if the store of the body supports it without returning the whole. */
  open?(question: BodyQuestion): Promise<OpenedBody>;
  /** Find a text, if the store of the body supports it without returning the whole. */
  find?(question: FindQuestion): Promise<FoundInBody>;
}

export interface RecordedCall {
  readonly summary: CallSummary;
  readonly url: string;
  /** POST if absent. */
  readonly httpMethod?: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Permissions of the request's token, if they can be read from it. */
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
  /** Incremented with every change. */
  readonly revision: number;
  readonly size: number;
  get(id: number): RecordedCall | undefined;
  /** Oldest first. */
  summaries(): Iterable<CallSummary>;
  /** Return the calls whose parent is this one, oldest first. */
  childrenOf(id: number): readonly CallSummary[];
  /** Return the summary of a call if it is one of `summaries`; if absent, every call is. */
  listed?(id: number): CallSummary | undefined;
  /** Return the ids of calls added, changed or removed since a revision, possibly twice; undefined if no longer known. */
  changedSince?(revision: number): readonly number[] | undefined;
}
