/** Classifies network errors: DNS, TLS, timeouts and lost connections. */
import { CallFailureError, type FailureLayer } from './call-failure.ts';

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|INVALID_CA|INVALID_PURPOSE)/;
const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_SOCKET_CONNECTION_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);
/** Errors caused by closing the client. */
const CLOSED_HERE = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);
const NOT_HTTP = /^HPE_|^UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/;

/** The failure for a socket error. `host` is shown to the user and has no credentials. */
export function networkFailure(error: unknown, host: string): CallFailureError {
  const { code, text } = describe(error);
  if (code !== undefined && DNS_CODES.has(code)) {
    return failureOf('dns', `No DNS address for ${host} (${code}).`, error);
  }
  if (code !== undefined && TLS_CODE.test(code)) {
    return failureOf('tls', `The TLS connection to ${host} failed (${code}).`, error, false);
  }
  if (code !== undefined && TIMEOUT_CODES.has(code)) {
    return timeoutFailure(`The connection to ${host} timed out.`, error);
  }
  if (code !== undefined && CLOSED_HERE.has(code)) {
    return cancelledFailure();
  }
  if (isNotHttp(error, code)) {
    return failureOf('network', `${host} did not answer with HTTP. Check http or https, and the port.`, error, false);
  }
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return failureOf('network', `${host} closed the connection before the answer was complete.`, error);
  }
  if (code === 'ECONNREFUSED') {
    return failureOf('network', `Could not connect to ${host}: connection refused.`, error);
  }
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') {
    return failureOf('network', `Could not reach ${host}: network unreachable (${code}).`, error);
  }
  return failureOf('network', `The connection to ${host} failed (${code ?? text}).`, error);
}

export function timeoutFailure(message: string, cause?: unknown): CallFailureError {
  return new CallFailureError({ layer: 'timeout', code: 'endpoint-timeout', message, retryable: true, isTransient: false }, cause);
}

/** @param reason abort reason: a sentence for the user, or anything else */
export function cancelledFailure(reason?: unknown): CallFailureError {
  return new CallFailureError({
    layer: 'network',
    code: 'cancelled',
    message: typeof reason === 'string' ? reason : 'The call was cancelled.',
    retryable: true,
    isTransient: false,
  });
}

function failureOf(layer: FailureLayer, message: string, cause: unknown, isTransient = true): CallFailureError {
  return new CallFailureError({ layer, code: 'endpoint-unreachable', message, retryable: true, isTransient }, cause);
}

/** The HTTP parser does not always set a code. */
function isNotHttp(error: unknown, code: string | undefined): boolean {
  return (code !== undefined && NOT_HTTP.test(code)) || (error instanceof Error && error.name === 'HTTPParserError');
}

/** A host with several IP addresses fails with an AggregateError, whose errors have the codes. */
function describe(error: unknown): { code: string | undefined; text: string } {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(first instanceof Error)) {
    return { code: undefined, text: 'unknown reason' };
  }
  const code = 'code' in first && typeof first.code === 'string' ? first.code : undefined;
  return { code, text: first.message === '' ? first.name : first.message };
}
