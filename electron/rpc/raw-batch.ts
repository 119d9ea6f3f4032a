/**
 * Several calls in one body: how it is written, and which part of the reply belongs to which call.
 *
 * Trusts nothing: entries are matched by id whatever their order, what is missing, twice there or nobody's is told. Called by the
 * node client.
 */

import { parseLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { type CallFailure, CallFailureError } from './call-failure.ts';
import { findJsonMembers } from './json-members.ts';
import { type RawReply, readReply } from './read-reply.ts';

export interface BatchEntry {
  readonly requestId: number;
  /** As sent, with its namespace. */
  readonly method: string;
  readonly paramsText: string;
  readonly request: string;
}

/** What one entry of the batch got; neither where nothing came for it. */
interface BatchPart {
  readonly response?: Uint8Array;
  readonly failure?: CallFailure;
}

export interface BatchOutcome {
  /** In the order of the entries. */
  readonly parts: readonly BatchPart[];
  /** What is wrong with the reply as a whole, in words. */
  readonly problems: readonly string[];
}

/** @throws CallFailureError where the reply is no array, and so answers none of the calls */
export async function readBatch(entries: readonly BatchEntry[], body: Buffer, raw: Omit<RawReply, 'body'>): Promise<BatchOutcome> {
  const found = await findJsonMembers(body);
  if (found?.kind !== 'array') {
    // An error about the whole body, a web page, or nothing.
    readReply({ ...raw, body: body.toString('utf8', 0, 1024 * 1024) });
    throw new CallFailureError(failureOf(raw, `${raw.host} answered a batch of calls with a single result.`));
  }
  const byId = new Map<number, Buffer>();
  const wanted = new Set(entries.map(({ requestId }) => requestId));
  const problems: string[] = [];
  for (const { start, end } of found.members) {
    const part = body.subarray(start, end);
    const id = idOf(part);
    if (typeof id !== 'number' || !wanted.has(id)) {
      problems.push('an answer belongs to none of its calls');
    } else if (byId.has(id)) {
      problems.push('a call was answered twice');
    } else {
      byId.set(id, part);
    }
  }
  const parts = entries.map(({ requestId, method }): BatchPart => {
    const part = byId.get(requestId);
    if (part === undefined) {
      return { failure: failureOf(raw, `${raw.host} left this call of the batch without an answer.`) };
    }
    // A copy: the whole body belongs to the recording of the batch.
    const response = Uint8Array.from(part);
    try {
      readReply({ body: part.toString('utf8'), host: raw.host, method, hasToken: raw.hasToken, requestId });
      return { response };
    } catch (error) {
      if (!(error instanceof CallFailureError)) {
        throw error;
      }
      return { response, failure: error.failure };
    }
  });
  if (byId.size < entries.length) {
    problems.push(`${entries.length - byId.size} of ${entries.length} calls were left without an answer`);
  }
  return { parts, problems };
}

export function batchFailure(raw: Omit<RawReply, 'body'>, problems: readonly string[]): CallFailure {
  return failureOf(raw, `The reply of ${raw.host} does not fit the batch: ${[...new Set(problems)].join('; ')}.`);
}

/** The reply fits the batch, and calls in it failed. */
export function partsFailure(failedCount: number, count: number, { status }: Omit<RawReply, 'body'>): CallFailure {
  const message = `${failedCount} of ${count} calls of the batch failed.`;
  return {
    layer: 'rpc',
    code: 'node-error',
    message,
    retryable: false,
    isTransient: false,
    ...(status === undefined ? {} : { httpStatus: status }),
  };
}

function failureOf(raw: Omit<RawReply, 'body'>, message: string): CallFailure {
  const { status } = raw;
  const code = 'endpoint-bad-reply';
  return { layer: 'json', code, message, retryable: false, isTransient: false, ...(status === undefined ? {} : { httpStatus: status }) };
}

function idOf(part: Buffer): unknown {
  try {
    const value = parseLosslessJson(part.toString('utf8'));
    return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  } catch {
    // Not JSON, so it answers nothing.
    return undefined;
  }
}
