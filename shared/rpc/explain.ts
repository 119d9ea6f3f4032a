/** Why a call failed and what can be done, in plain words: by its code and by fragments of its text (texts differ between versions). */
import { FAILURES, type FailureLayer, type FailureRow } from './failure-table.ts';
import { MESSAGE_FAILURES } from './failure-table-messages.ts';

export interface FailedCall {
  /** With or without its namespace. */
  readonly method: string;
  /** Where the client saw it fail. */
  readonly layer: FailureLayer;
  /** The node's own text where there is one, else the client's. */
  readonly message: string;
  readonly httpStatus?: number;
  /** JSON-RPC error code. */
  readonly code?: number;
}

export interface FailureExplanation {
  readonly layer: FailureLayer;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

const ROWS: readonly FailureRow[] = [...FAILURES, ...MESSAGE_FAILURES];

/** What to say where no row fits: what the layer alone tells. */
const BY_LAYER: Readonly<Record<FailureLayer, Omit<FailureExplanation, 'layer'>>> = {
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
  chain: {
    title: 'The chain does not allow this',
    cause: 'The node could not do this at the tipset it was asked at.',
    fix: 'Read the node’s text, and try at another tipset.',
  },
};

/** The number of the catalogue's row that fits a failure; undefined where none does. */
export function failureNumber(call: FailedCall): number | undefined {
  return findRow(call)?.number;
}

/** Explains a failed call. Never fails itself: where nothing is known, the layer speaks. */
export function explainFailure(call: FailedCall): FailureExplanation {
  const row = findRow(call);
  if (row !== undefined) return { layer: row.layer, title: row.title, cause: row.cause, fix: row.fix };
  return { layer: call.layer, ...BY_LAYER[call.layer] };
}

function findRow(call: FailedCall): FailureRow | undefined {
  return ROWS.find((row) => fits(row, call));
}

function fits(row: FailureRow, call: FailedCall): boolean {
  return (
    (row.codes === undefined || (call.code !== undefined && row.codes.includes(call.code))) &&
    (row.httpStatuses === undefined || (call.httpStatus !== undefined && row.httpStatuses.includes(call.httpStatus))) &&
    (row.texts === undefined || row.texts.some((text) => text.test(call.message))) &&
    (row.method === undefined || row.method.test(call.method)) &&
    (row.failedAt === undefined || row.failedAt.includes(call.layer))
  );
}
