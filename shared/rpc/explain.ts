/**
 * Explains a failed call: finds the failure row by code, then by fragments of the error text (texts differ between versions), and
 * adds the corrected request if there is one.
 */
import { defined } from '../collections/defined.ts';
import { boundedText, fixFor, hasFragment } from '../domain/messages/failure-text.ts';
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

/** The explanation of a failed call. */
export interface FailureExplanation {
  /** The failure row; absent if only the layer is known. */
  readonly id?: string;
  readonly layer: FailureLayer;
  readonly title: string;
  readonly cause: string;
  /** What to do, with the figures from the error text. */
  readonly fix: string;
  /** The contract's revert reason, unchanged: untrusted text. */
  readonly reason?: string;
  /** Index of the parameter at fault, from 0; absent if unknown. */
  readonly guiltyParam?: number;
  /** Path of fields and indices from that parameter to the value at fault; absent if it is the whole parameter. */
  readonly guiltyPath?: readonly (string | number)[];
  /** The corrected request, or the fields to change in a signed message. Absent if there is no correction. */
  readonly repair?: Repair;
}

/** All rows, in the order in which they are matched. */
export const FAILURES: readonly FailureRow[] = [
  ...FAILURES_BY_CODE,
  ...ETHEREUM_FAILURES,
  ...MESSAGE_FAILURES,
  ...REQUEST_FAILURES,
  ...SERVICE_FAILURES,
  ...FAILURES_BY_STATUS,
  ...GENERAL_CODES,
];

/** Texts if no row matches, by layer. */
const BY_LAYER: Readonly<Record<FailureLayer, Pick<FailureExplanation, 'title' | 'cause' | 'fix'>>> = {
  dns: {
    title: 'Host name not found',
    cause: 'DNS has no address for the host in the connection’s URL.',
    fix: 'Check the spelling of the host, and that this machine is online.',
  },
  tls: {
    title: 'TLS connection failed',
    cause: 'The endpoint’s certificate is not valid for this host, or there is no common TLS version.',
    fix: 'Check the host name and the clock of this machine, and whether a proxy intercepts the connection.',
  },
  network: {
    title: 'Could not reach the endpoint',
    cause: 'Nothing listens at this host and port, or the connection was lost.',
    fix: 'Check that the node is running, the port, and any firewall in between.',
  },
  timeout: {
    title: 'The call timed out',
    cause: 'The endpoint did not respond within the timeout of the call.',
    fix: 'Try again. A call that reads much state may need a faster endpoint.',
  },
  http: {
    title: 'A web server responded instead of the node',
    cause: 'The response is from a proxy or another server, not from the node.',
    fix: 'Check the path of the URL (/rpc/v1) and the status of the service.',
  },
  json: {
    title: 'The response is not JSON-RPC',
    cause: 'The endpoint returned something other than a valid JSON-RPC response.',
    fix: 'Check that the URL is a Filecoin node’s.',
  },
  rpc: {
    title: 'The node returned an error',
    cause: 'Sextant has no explanation for this error; only the node’s text has details.',
    fix: 'Read the node’s text, then check the method and its parameters.',
  },
  method: {
    title: 'The endpoint does not serve this method',
    cause: 'The endpoint does not have the method or does not allow it.',
    fix: 'Use another endpoint or path.',
  },
  stopped: {
    title: 'The call was stopped',
    cause: 'It was stopped before a response arrived.',
    fix: 'Send it again if you still need it.',
  },
  chain: {
    title: 'The call failed at this tipset',
    cause: 'The node could not execute the call on the state of this tipset.',
    fix: 'Read the node’s text, and try another tipset.',
  },
};

/** Explains a failed call, by its layer if no row matches. Never throws. */
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

/** Only the layer, as `explainFailure` returns it. */
export function failureLayer(call: FailedCall): FailureLayer {
  return findRow(call, textOf(call))?.layer ?? call.layer;
}

/** Longer bodies of failed calls are web pages. */
const MAX_REPLY_LENGTH = 2000;

/** The text that patterns are matched against. Proxies and services give their reason in the body. */
function textOf({ layer, message, reply }: FailedCall): string {
  const includesBody = (layer === 'http' || layer === 'json') && reply !== undefined && reply.length <= MAX_REPLY_LENGTH;
  return boundedText(includesBody ? `${message}\n${reply}` : message);
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

/** A gateway's /rpc/v0 refuses a method with code 1, other servers with any code; some refuse it because of a plan. */
function codeOf(call: FailedCall, text: string): number | undefined {
  if (hasFragment(NOT_IN_PLAN, text)) return undefined;
  return NEEDS_WEBSOCKET.test(text) || saysNotServed(text) ? METHOD_NOT_FOUND : call.code;
}

function wordsOf(row: FailureRow, call: FailedCall): FailureWords | undefined {
  try {
    return row.words?.(call);
  } catch {
    // Parameters that cannot be read: use the texts of the row.
    return undefined;
  }
}

function guiltyOf(row: FailureRow, call: FailedCall, text: string): number | undefined {
  try {
    return guiltyParam(call, text, row.about ?? []);
  } catch {
    // As above.
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

/** More specific than the parameter's Go type: which of its values has the wrong type, and what is expected. */
function shapeWords({ path, message, why }: LintFinding): FailureWords {
  const field = path.slice(1).findLast((key) => typeof key === 'string');
  return {
    ...(field === undefined ? {} : { cause: `The field ${field} is not of the type the node expects.` }),
    fix: why === undefined ? message : `${message} ${why}`,
  };
}

function repairOf(row: FailureRow, call: FailedCall, text: string): Repair | undefined {
  try {
    const repair = row.repair?.(call, text);
    if (repair?.kind !== 'request') return repair;
    if (!('params' in call) || isSameRequest(call, repair)) return undefined;
    // A node decodes the parameters last, so a wrong shape would fail next.
    const shaped = shapeParams({ ...call, method: repair.method, params: repair.params });
    return shaped === undefined ? repair : joined(repair, shaped);
  } catch {
    // Parameters are untrusted and may throw when read: no correction.
    return undefined;
  }
}
