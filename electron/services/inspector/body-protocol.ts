/** Messages between the main thread and the body worker. Bytes are transferred to the worker, not copied. */
import type { FoundInBody } from '../../../shared/ipc/schemas/inspector.ts';
import type { BodyQuestion, OpenedBody } from './body-tree.ts';
import type { FindQuestion } from './find-in-body.ts';
import type { BodyMasking } from './mask-recording.ts';

export type BodyRequest =
  /** Mask a body and store it under its number. */
  | { readonly kind: 'keep'; readonly body: number; readonly bytes: Uint8Array; readonly masking: BodyMasking }
  | { readonly kind: 'read'; readonly body: number; readonly offset: number; readonly lengthBytes: number }
  | { readonly kind: 'open'; readonly body: number; readonly question: BodyQuestion }
  | { readonly kind: 'find'; readonly body: number; readonly question: FindQuestion }
  | { readonly kind: 'drop'; readonly body: number };

interface KeptFacts {
  readonly recordedBytes: number;
  readonly isTruncated: boolean;
}

export interface BodyResults {
  readonly keep: KeptFacts;
  readonly read: Uint8Array;
  readonly open: OpenedBody;
  readonly find: FoundInBody;
  readonly drop: undefined;
}

export interface BodyEnvelope {
  readonly id: number;
  readonly request: BodyRequest;
}

export type BodyReply =
  | { readonly id: number; readonly isOk: true; readonly result: BodyResults[BodyRequest['kind']] }
  | { readonly id: number; readonly isOk: false };
