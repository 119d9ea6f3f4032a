/**
 * Calls of one view, all at one tipset.
 *
 * Trusts nothing a node returns: every value passes its schema here before a service sees it. Tipsets are never mixed: the key is part of the
 * parameters, never left to the node's current head. Called by every service that reads state.
 */
import type { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef, Panel, PanelError, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { saysBlockMissing, saysTipsetMissing } from '../../../shared/rpc/refusal-text.ts';
import { LOOKBACK, lookbackEpochs } from '../../../shared/rpc/repair.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import type { CallOptions, NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import type { ChainTipset } from './chain-tipset.ts';
import { tipsetRef } from './chain-tipset.ts';

export type Answer<T> = NodeAnswer<T>;

/** Options that differ from the defaults. */
export type ReadLimits = Pick<CallOptions, 'timeoutMs' | 'maxReplyBytes'>;

/** A tipset key as a parameter. */
export type KeyParam = readonly { readonly '/': string }[];

/** Thrown if the backend does not know the pinned tipset: the whole view moves one epoch deeper. */
export class UnknownTipset extends Error {}

/**
 * Whether an error means that the node does not have the requested tipset or its state. A missing block further down only concerns the
 * single read.
 *
 * @param key key of the tipset: some errors only name one of its blocks (Lotus chain/store/store.go, `LoadTipSet`)
 */
export function isUnknownTipset(error: unknown, key: readonly string[] = []): boolean {
  const text = textOf(error);
  return saysTipsetMissing(text) || (saysBlockMissing(text) && key.some((cid) => text.includes(cid)));
}

function textOf(error: unknown): string {
  return error instanceof SextantError ? (error.details?.nodeMessage ?? '') : '';
}

/** Whether the error means that the endpoint does not serve the method. */
export function isNotServed(error: unknown): boolean {
  return error instanceof SextantError && error.code === 'method-not-served';
}

/** Whether the actor does not exist. Lotus: `actor not found`, with code 1 from StateGetActor and 11 from StateLookupID. */
export function saysActorIsAbsent(error: unknown): error is SextantError {
  return error instanceof SextantError && (error.code === 'not-found' || /actor not found/i.test(error.details?.nodeMessage ?? ''));
}

/** Parse a node's value with a schema; the error names the place of the mismatch. */
export function checked<S extends z.ZodType>(schema: S, answer: Answer<unknown>): Answer<z.output<S>> {
  const result = schema.safeParse(answer.value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
    throw new SextantError('endpoint-bad-reply', `The node's answer to ${answer.call.method} has an unexpected format at ${place}.`, {
      details: { method: answer.call.method, callId: answer.call.id },
      retryable: true,
    });
  }
  return { value: result.data, call: answer.call };
}

export class PinnedNode {
  readonly ref: TipsetRef;
  readonly key: KeyParam;
  readonly #client: NodeClient;
  readonly #cause: string;
  readonly #signal: AbortSignal | undefined;

  constructor(client: NodeClient, ref: TipsetRef, cause: string, signal?: AbortSignal) {
    this.#client = client;
    this.ref = ref;
    this.key = ref.key.map((cid) => ({ '/': cid }));
    this.#cause = cause;
    this.#signal = signal;
  }

  /** Return the same tipset for one panel: recorded calls then name the screen and the panel. */
  as(panel: string): PinnedNode {
    return new PinnedNode(this.#client, this.ref, `${this.#cause}: ${panel}`, this.#signal);
  }

  /**
   * Call a method whose parameters name the pinned tipset (`params(key)`), and validate the answer. If the backend lacks data, the call is
   * repeated once; if it lacks the tipset itself, the view is then pinned deeper.
   */
  async read<S extends z.ZodType>(
    method: string,
    params: (key: KeyParam) => unknown[],
    schema: S,
    limits: ReadLimits = {},
  ): Promise<Answer<z.output<S>>> {
    try {
      return await this.#call(method, params(this.key), schema, limits);
    } catch (error) {
      if (!isUnknownTipset(error) && !saysBlockMissing(textOf(error))) {
        throw error;
      }
    }
    try {
      return await this.#call(method, params(this.key), schema, limits);
    } catch (error) {
      throw isUnknownTipset(error, this.ref.key) ? new UnknownTipset(method, { cause: error }) : error;
    }
  }

  async #call<S extends z.ZodType>(method: string, params: unknown[], schema: S, limits: ReadLimits): Promise<Answer<z.output<S>>> {
    return this.#client.call(method, params, {
      schema,
      cause: this.#cause,
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
      ...limits,
    });
  }
}

/** Read a panel, or return its error; a missing tipset concerns the whole view and is rethrown. */
export async function panelOf<T>(fill: () => Promise<{ value: T; calls: CallRef[] }>): Promise<Panel<T>> {
  try {
    return await fill();
  } catch (error) {
    if (error instanceof SextantError) {
      return { error: panelErrorOf(error) };
    }
    throw error;
  }
}

export function panelErrorOf(error: SextantError): PanelError {
  const { method, callId, nodeCode, nodeMessage, httpStatus } = error.details ?? {};
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.details === undefined
      ? {}
      : {
          details: {
            ...(method === undefined ? {} : { method }),
            ...(callId === undefined ? {} : { callId }),
            ...(nodeCode === undefined ? {} : { nodeCode }),
            ...(nodeMessage === undefined ? {} : { nodeMessage }),
            ...(httpStatus === undefined ? {} : { httpStatus }),
          },
        }),
  };
}

/** How many tipsets deeper a view may be pinned before it fails. */
const DEEPEST_REPIN = 3;

/**
 * Read a view at one pinned tipset: the newest one of the accepted chain that all backends of the endpoint have (the head if there is one
 * backend), and none older than the view was read at before. If a backend does not know it, the whole view is read again one tipset deeper,
 * as shown by its `pinned`. A view pinned to an epoch is only read there.
 *
 * @param tipsets the accepted chain, oldest first
 * @param at epoch that the view is pinned to; for a null round the tipset before it, whose height is in `pinned`
 * @throws SextantError `not-connected` without a head; see `findTipset` for a pinned view
 */
export async function readPinned<T>(
  client: NodeClient,
  tipsets: readonly ChainTipset[],
  cause: string,
  read: (node: PinnedNode) => Promise<T>,
  at?: number | undefined,
): Promise<T> {
  const { heads } = client;
  if (at !== undefined) {
    return readAt(new PinnedNode(client, await findTipset(client, tipsets, cause, at), cause), read);
  }
  const head = tipsets.at(-1);
  if (head === undefined) throw noHead();
  const highest = heads.pinHeight(cause, head.height);
  const start = Math.max(
    0,
    tipsets.findLastIndex(({ height }) => height <= highest),
  );
  const tried = tipsets.slice(Math.max(0, start - DEEPEST_REPIN), start + 1).reverse();
  let last: unknown;
  for (const tipset of tried) {
    try {
      const value = await read(new PinnedNode(client, tipsetRef(tipset), cause));
      heads.noteShown(cause, tipset.height);
      if (last !== undefined) heads.noteLag(head.height - tipset.height);
      return value;
    } catch (error) {
      if (!(error instanceof UnknownTipset)) {
        throw error;
      }
      last = error.cause;
    }
  }
  throw last;
}

/** Read at exactly one tipset. */
async function readAt<T>(node: PinnedNode, read: (node: PinnedNode) => Promise<T>): Promise<T> {
  try {
    return await read(node);
  } catch (error) {
    throw error instanceof UnknownTipset ? error.cause : error;
  }
}

/**
 * Find the tipset of an epoch on the chain of the accepted head or, for a null round, the one before it. Needs no call if the accepted chain
 * still has it.
 *
 * @param tipsets the accepted chain, oldest first
 * @throws SextantError `not-found` for an epoch after the head, `outside-history` for one before the endpoint's history
 */
export async function findTipset(client: NodeClient, tipsets: readonly ChainTipset[], cause: string, at: number): Promise<TipsetRef> {
  const head = tipsets.at(-1);
  if (head === undefined) throw noHead();
  if (at > head.height) {
    throw new SextantError('not-found', `Epoch ${formatInteger(at)} is in the future: the head is at ${formatInteger(head.height)}.`);
  }
  const held = tipsets.findLast(({ height }) => height <= at);
  if (held !== undefined) return tipsetRef(held);
  try {
    const anchor = head.key.map((cid) => ({ '/': cid }));
    const { value, call } = await client.call('ChainGetTipSetByHeight', [at, anchor], {
      schema: zNodeTipset,
      cause: `${cause}: pinned tipset`,
    });
    const [block] = value.blocks;
    if (value.height > at || block === undefined) {
      throw new SextantError('endpoint-bad-reply', 'The node returned a later tipset than requested.', {
        details: { method: call.method, callId: call.id },
        retryable: true,
      });
    }
    return { height: value.height, key: [...value.key], timeMs: block.timestamp * 1000 };
  } catch (error) {
    throw tooOld(error, at) ?? error;
  }
}

function noHead(): SextantError {
  return new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
}

/** Translate the error of a gateway for an epoch before its window (Lotus gateway/node.go, `checkTipSetHeight`); undefined for others. */
function tooOld(error: unknown, at: number): SextantError | undefined {
  const found = error instanceof SextantError ? LOOKBACK.exec(error.details?.nodeMessage ?? '') : null;
  if (found === null || !(error instanceof SextantError)) return undefined;
  const window = formatCount(lookbackEpochs(...found.slice(1)), 'epoch');
  return new SextantError(
    'outside-history',
    `Epoch ${formatInteger(at)} is outside this endpoint's history, which covers the last ${window}. Choose a later epoch, or an endpoint with the full chain.`,
    { ...(error.details === undefined ? {} : { details: error.details }), cause: error },
  );
}
