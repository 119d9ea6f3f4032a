/**
 * Writes a batch request and matches its responses to the calls.
 *
 * Untrusted: entries are matched by id in any order; missing, duplicate and unmatched ones are reported. Used by the node client.
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

/** Result or failure of one entry of the batch; neither if there was no response. */
interface BatchPart {
  readonly response?: Uint8Array;
  readonly failure?: CallFailure;
}

export interface BatchOutcome {
  /** In the order of the entries. */
  readonly parts: readonly BatchPart[];
  /** Problems of the whole reply. */
  readonly problems: readonly string[];
}

/** @throws CallFailureError if the reply is not an array */
export async function readBatch(entries: readonly BatchEntry[], body: Buffer, raw: Omit<RawReply, 'body'>): Promise<BatchOutcome> {
  const found = await findJsonMembers(body);
  if (found?.kind !== 'array') {
    // An error for the whole body, a web page, or empty.
    readReply({ ...raw, body: body.toString('utf8', 0, 1024 * 1024) });
    throw new CallFailureError(failureOf(raw, `${raw.host} returned a single result for a batch of calls.`));
  }
  const byId = new Map<number, Buffer>();
  const wanted = new Set(entries.map(({ requestId }) => requestId));
  const problems: string[] = [];
  for (const { start, end } of found.members) {
    const part = body.subarray(start, end);
    const id = idOf(part);
    if (typeof id !== 'number' || !wanted.has(id)) {
      problems.push('a response matches no call');
    } else if (byId.has(id)) {
      problems.push('a call has two responses');
    } else {
      byId.set(id, part);
    }
  }
  const parts = entries.map(({ requestId, method }): BatchPart => {
    const part = byId.get(requestId);
    if (part === undefined) {
      return { failure: failureOf(raw, `${raw.host} did not respond to this call of the batch.`) };
    }
    // A copy, since the recording of the batch owns the body.
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
    problems.push(`${entries.length - byId.size} of ${entries.length} calls have no response`);
  }
  return { parts, problems };
}

export function batchFailure(raw: Omit<RawReply, 'body'>, problems: readonly string[]): CallFailure {
  return failureOf(raw, `The response of ${raw.host} does not match the batch: ${[...new Set(problems)].join('; ')}.`);
}

/** The response matches the batch, and some calls failed. */
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
    // Not JSON.
    return undefined;
  }
}
