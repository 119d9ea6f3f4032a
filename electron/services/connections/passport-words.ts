/** Short texts for the outcome of a call. The node's own text is sanitised and truncated. */
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { CallFailureError } from '../../rpc/call-failure.ts';
import type { Finding } from './passport-probe.ts';

const MAX_QUOTE = 160;

/** The node's text, sanitised for use in a sentence. */
export function quoted(text: string): string {
  return sanitiseToText(text.replaceAll(/\s+/g, ' ').trim(), MAX_QUOTE);
}

/** Why a call failed below JSON-RPC; undefined if the node itself answered. */
export function failedLayer(error: SextantError): string | undefined {
  const layer = error.cause instanceof CallFailureError ? error.cause.failure.layer : undefined;
  switch (layer) {
    case 'dns':
      return 'host name not found';
    case 'tls':
      return 'TLS failed';
    case 'network':
      return 'no connection';
    case 'timeout':
      return 'timed out';
    case 'http':
      return error.details?.httpStatus === undefined ? 'HTTP error' : `HTTP ${error.details.httpStatus}`;
    case 'json':
      return 'not a JSON-RPC answer';
    case 'rpc':
    case undefined:
      return undefined;
  }
  return layer satisfies never;
}

/** The node's error, or why the call failed below JSON-RPC. */
export function failureWords(error: SextantError): string {
  return failedLayer(error) ?? (error.details?.nodeMessage === undefined ? error.message : quoted(error.details.nodeMessage));
}

/** The finding for a failed call. */
export function notAnswered(error: SextantError, meaning?: string): Finding {
  switch (error.code) {
    case 'method-not-served':
      return { status: 'limited', value: 'not served', meaning: meaning ?? error.message };
    case 'endpoint-unauthorised':
      return { status: 'limited', value: 'refused', meaning: error.message };
    case 'endpoint-rate-limited':
      return { status: 'unknown', value: 'rate-limited', meaning: error.message };
    default:
      return { status: 'unknown', value: failureWords(error), meaning: error.message };
  }
}
