/**
 * Calls of one view, all at one tipset.
 *
 * Trusts nothing a node answers: every value passes its schema here before a service sees it. Refuses to mix tipsets: the key
 * is handed to the caller's parameters, never left to the node's idea of "head". Called by every service that reads state.
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

/** What is other than for most calls. */
export type ReadLimits = Pick<CallOptions, 'timeoutMs' | 'maxReplyBytes'>;

/** How a tipset key is written in parameters. */
export type KeyParam = readonly { readonly '/': string }[];

/** Thrown when the backend does not know the pinned tipset: the whole view moves one epoch deeper. */
export class UnknownTipset extends Error {}

/**
 * Whether a node's refusal says that it does not have the tipset it was asked about, or no state of it. That a block further down is
 * missing concerns only what was asked for.
 *
 * @param key of that tipset: some refusals name nothing but one of its blocks (Lotus chain/store/store.go, `LoadTipSet`)
 */
export function isUnknownTipset(error: unknown, key: readonly string[] = []): boolean {
  const text = textOf(error);
  return saysTipsetMissing(text) || (saysBlockMissing(text) && key.some((cid) => text.includes(cid)));
}

function textOf(error: unknown): string {
  return error instanceof SextantError ? (error.details?.nodeMessage ?? '') : '';
}

/** Whether the endpoint does not have the method at all. */
export function isNotServed(error: unknown): boolean {
  return error instanceof SextantError && error.code === 'method-not-served';
}

/** Whether the actor does not exist. Lotus: `actor not found`, with code 1 from StateGetActor and 11 from StateLookupID. */
export function saysActorIsAbsent(error: unknown): error is SextantError {
  return error instanceof SextantError && (error.code === 'not-found' || /actor not found/i.test(error.details?.nodeMessage ?? ''));
}

/** Runs a schema over a node's value; a misfit is the endpoint's fault and says where. */
export function checked<S extends z.ZodType>(schema: S, answer: Answer<unknown>): Answer<z.output<S>> {
  const result = schema.safeParse(answer.value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
    throw new SextantError('endpoint-bad-reply', `The node answered ${answer.call.method} with an unexpected shape at ${place}.`, {
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

  /** The same tipset, asked for one panel: the recording of its calls names the screen and the panel. */
  as(panel: string): PinnedNode {
    return new PinnedNode(this.#client, this.ref, `${this.#cause}: ${panel}`, this.#signal);
  }

  /**
   * Calls a method whose parameters name the pinned tipset (`params(key)`), and checks the answer.
   * A backend that lacks something is asked once more; where it is the tipset that it does not know, the view is then pinned deeper.
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

/** Fills a panel, or says why it could not be filled; a tipset that the backend lacks concerns the whole view and is passed on. */
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

/** How many tipsets deeper a view may be pinned before the endpoint is said to be unusable for it. */
const DEEPEST_REPIN = 3;

/**
 * Reads a view at one pinned tipset: the newest of the accepted chain that all backends of the endpoint were seen to have, which is the
 * head where there is one backend, and no older one than the view was read at before. Where a backend does not know it, the whole view
 * is read again one tipset deeper, and its `pinned` says so. A view that is pinned to an epoch is read there and nowhere else.
 *
 * @param tipsets the accepted chain, oldest first
 * @param at the epoch that the view is pinned to; on a null round the tipset before it, and its `pinned` has that height
 * @throws SextantError `not-connected` while no head is known; see `findTipset` for a pinned view
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

/** Reads at one tipset and no other. */
async function readAt<T>(node: PinnedNode, read: (node: PinnedNode) => Promise<T>): Promise<T> {
  try {
    return await read(node);
  } catch (error) {
    throw error instanceof UnknownTipset ? error.cause : error;
  }
}

/**
 * The tipset of an epoch as seen from the accepted head, or the one before it where the epoch is a null round. Costs no call where
 * the accepted chain still holds it.
 *
 * @param tipsets the accepted chain, oldest first
 * @throws SextantError `not-found` for an epoch after the head, `outside-history` where the endpoint does not look back so far
 */
export async function findTipset(client: NodeClient, tipsets: readonly ChainTipset[], cause: string, at: number): Promise<TipsetRef> {
  const head = tipsets.at(-1);
  if (head === undefined) throw noHead();
  if (at > head.height) {
    throw new SextantError('not-found', `Epoch ${formatInteger(at)} has not come yet: the head is at ${formatInteger(head.height)}.`);
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
      throw new SextantError('endpoint-bad-reply', 'The node answered with a later tipset than the one asked for.', {
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

/** In plain words what a gateway says of an epoch before its window (Lotus gateway/node.go, `checkTipSetHeight`); undefined for others. */
function tooOld(error: unknown, at: number): SextantError | undefined {
  const found = error instanceof SextantError ? LOOKBACK.exec(error.details?.nodeMessage ?? '') : null;
  if (found === null || !(error instanceof SextantError)) return undefined;
  const window = formatCount(lookbackEpochs(...found.slice(1)), 'epoch');
  return new SextantError(
    'outside-history',
    `Epoch ${formatInteger(at)} is older than this endpoint looks back: it answers for the last ${window}. Choose a later epoch, or an endpoint that keeps the whole chain.`,
    { ...(error.details === undefined ? {} : { details: error.details }), cause: error },
  );
}
