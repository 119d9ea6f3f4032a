/**
 * Why a call failed and what can be done, in plain words: by its code, then by fragments of its text (texts differ between
 * versions), with the request that would have gone through where there is one.
 */
import { defined } from '../collections/defined.ts';
import { boundedText, fixFor, hasFragment } from '../domain/failure-text.ts';
import type { FailedCall, FailureLayer, FailureRow, FailureWords } from './failure-row.ts';
import { FAILURES_BY_CODE, FAILURES_BY_STATUS, REQUEST_FAILURES } from './failure-table.ts';
import { ETHEREUM_FAILURES } from './failure-table-ethereum.ts';
import { MESSAGE_FAILURES } from './failure-table-messages.ts';
import { GENERAL_CODES, SERVICE_FAILURES } from './failure-table-services.ts';
import { guiltyFinding, guiltyParam } from './guilty-param.ts';
import type { LintFinding } from './lint.ts';
import { NOT_IN_PLAN, saysNotServed } from './refusal-text.ts';
import { bareMethod, isSameRequest, joined, type Repair } from './repair.ts';
import { shapeParams } from './repair-shapes.ts';

/** A failure in words. */
export interface FailureExplanation {
  /** Names the row of the catalogue; absent where only the layer is known. */
  readonly id?: string;
  readonly layer: FailureLayer;
  readonly title: string;
  readonly cause: string;
  /** What to do, with the figures of the text where it has them. */
  readonly fix: string;
  /** What a contract said, word for word: untrusted text. */
  readonly reason?: string;
  /** Index of the parameter that is to blame, counted from 0; absent where that cannot be told. */
  readonly guiltyParam?: number;
  /** Fields and indices from that parameter down to the value that is to blame; absent where it is the parameter as a whole. */
  readonly guiltyPath?: readonly (string | number)[];
  /** The corrected request, or the fields of a signed message that have to change. Absent where nothing can be corrected. */
  readonly repair?: Repair;
}

/** Every row in the order in which it is tried. */
export const FAILURES: readonly FailureRow[] = [
  ...FAILURES_BY_CODE,
  ...ETHEREUM_FAILURES,
  ...MESSAGE_FAILURES,
  ...REQUEST_FAILURES,
  ...SERVICE_FAILURES,
  ...FAILURES_BY_STATUS,
  ...GENERAL_CODES,
];

/** What to say where no row fits: what the layer alone tells. */
const BY_LAYER: Readonly<Record<FailureLayer, Pick<FailureExplanation, 'title' | 'cause' | 'fix'>>> = {
  dns: {
    title: 'The host name was not found',
    cause: 'No address is known for the host in the connection’s URL.',
    fix: 'Check the spelling of the host and whether this machine is online.',
  },
  tls: {
    title: 'The secure connection was refused',
    cause: 'The endpoint’s certificate is not valid for this host, or the two sides found no common protocol.',
    fix: 'Check the host, the clock of this machine, and whether a proxy stands in between.',
  },
  network: {
    title: 'The endpoint was not reached',
    cause: 'Nothing answered at this address and port, or the connection broke.',
    fix: 'Check that the node runs, the port, and that a firewall lets it through.',
  },
  timeout: {
    title: 'No answer in time',
    cause: 'The endpoint took longer than the call allows.',
    fix: 'Try again; a call that reads much state may need an endpoint with more power.',
  },
  http: {
    title: 'The web server in front of the node answered',
    cause: 'The reply is not from the node itself but from a proxy or another server.',
    fix: 'Check the path of the URL (/rpc/v1) and the status of the service.',
  },
  json: {
    title: 'The reply is not JSON-RPC',
    cause: 'The endpoint answered something that is not a valid reply to the call.',
    fix: 'Check that the URL is that of a Filecoin node.',
  },
  rpc: {
    title: 'The node refused the call',
    cause: 'The node answered with an error that is not in the catalogue; its own text says more.',
    fix: 'Read the node’s text, and compare method and parameters.',
  },
  method: {
    title: 'The endpoint does not serve this method',
    cause: 'It is unknown to the endpoint or left out by it.',
    fix: 'Use another endpoint or path.',
  },
  stopped: {
    title: 'The call was stopped here',
    cause: 'It was stopped before an answer came.',
    fix: 'Send it again if it is still needed.',
  },
  chain: {
    title: 'The chain does not allow this',
    cause: 'The node could not do this at the tipset it was asked at.',
    fix: 'Read the node’s text, and try at another tipset.',
  },
};

/** Explains a failed call. Never throws: where nothing is known, the layer speaks; parameters that cannot be read are not repaired. */
export function explainFailure(call: FailedCall): FailureExplanation {
  const text = textOf(call);
  const row = findRow(call, text);
  if (row === undefined) return { layer: call.layer, ...BY_LAYER[call.layer] };
  const repair = repairOf(row, call, text);
  const guilty = guiltyOf(row, call, text);
  const finding = guilty === undefined || row.isAboutShape !== true ? undefined : guiltyFindingOf(call, guilty);
  const guiltyPath = finding?.path.slice(1) ?? [];
  const { id, layer, title, cause } = row;
  return {
    id,
    layer,
    title,
    cause,
    fix: fixFor(row, text),
    ...(finding === undefined ? {} : shapeWords(finding)),
    ...wordsOf(row, call),
    ...defined({ guiltyParam: guilty }),
    ...(guiltyPath.length === 0 ? {} : { guiltyPath }),
    ...defined({ repair }),
  };
}

/** The layer of a failure alone, as `explainFailure` names it. */
export function failureLayer(call: FailedCall): FailureLayer {
  return findRow(call, textOf(call))?.layer ?? call.layer;
}

/** Longer bodies of failed calls are web pages. */
const MAX_REPLY_LENGTH = 2000;

/** What patterns are tried on. A proxy or a service says in a body of its own why it refuses. */
function textOf({ layer, message, reply }: FailedCall): string {
  const isOwnBody = (layer === 'http' || layer === 'json') && reply !== undefined && reply.length <= MAX_REPLY_LENGTH;
  return boundedText(isOwnBody ? `${message}\n${reply}` : message);
}

const METHOD_NOT_FOUND = -32601;
const NEEDS_WEBSOCKET = /\bonly available on websocket connections/i;

function findRow(call: FailedCall, text: string): FailureRow | undefined {
  const method = bareMethod(call.method);
  const code = codeOf(call, text);
  return FAILURES.find(
    (row) =>
      (row.codes === undefined || (code !== undefined && row.codes.includes(code))) &&
      (row.httpStatuses === undefined || (call.httpStatus !== undefined && row.httpStatuses.includes(call.httpStatus))) &&
      (row.texts === undefined || hasFragment(row.texts, text)) &&
      (row.method === undefined || row.method.test(method)) &&
      (row.failedAt === undefined || row.failedAt.includes(call.layer)),
  );
}

/** A gateway's /rpc/v0 says with code 1 that it does not serve a method, other programs with any code; some say so of a plan. */
function codeOf(call: FailedCall, text: string): number | undefined {
  if (hasFragment(NOT_IN_PLAN, text)) return undefined;
  return NEEDS_WEBSOCKET.test(text) || saysNotServed(text) ? METHOD_NOT_FOUND : call.code;
}

function wordsOf(row: FailureRow, call: FailedCall): FailureWords | undefined {
  try {
    return row.words?.(call);
  } catch {
    // Parameters that cannot be read tell nothing: the row's own words stand.
    return undefined;
  }
}

function guiltyOf(row: FailureRow, call: FailedCall, text: string): number | undefined {
  try {
    return guiltyParam(call, text, row.about ?? []);
  } catch {
    // As above: none of them is told to be guilty.
    return undefined;
  }
}

function guiltyFindingOf(call: FailedCall, index: number): LintFinding | undefined {
  try {
    return guiltyFinding(call, index);
  } catch {
    // As above.
    return undefined;
  }
}

/** In place of the Go type of a whole parameter: which value of it does not decode, and what belongs there. */
function shapeWords({ path, message, why }: LintFinding): FailureWords {
  const field = path.slice(1).findLast((key) => typeof key === 'string');
  return {
    ...(field === undefined ? {} : { cause: `The field ${field} has another type than the node expects.` }),
    fix: why === undefined ? message : `${message} ${why}`,
  };
}

function repairOf(row: FailureRow, call: FailedCall, text: string): Repair | undefined {
  try {
    const repair = row.repair?.(call, text);
    if (repair?.kind !== 'request') return repair;
    if (!('params' in call) || isSameRequest(call, repair)) return undefined;
    // Nodes read the parameters last: what they did not come to yet would fail next.
    const shaped = shapeParams({ ...call, method: repair.method, params: repair.params });
    return shaped === undefined ? repair : joined(repair, shaped);
  } catch {
    // Parameters may be anything, even an object that throws when it is read: then there is nothing to correct.
    return undefined;
  }
}
