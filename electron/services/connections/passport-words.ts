/** Words for what an endpoint answered. Text of a node is cut and cleaned before it becomes part of a sentence. */
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { CallFailureError } from '../../rpc/call-failure.ts';
import type { Finding } from './passport-probe.ts';

const LONGEST_QUOTE = 160;

/** Text of a node, safe to put into a sentence. */
export function quoted(text: string): string {
  return sanitiseToText(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_QUOTE);
}

/** The layer at which a call failed, for people; undefined where the node itself answered. */
export function failedLayer(error: SextantError): string | undefined {
  const layer = error.cause instanceof CallFailureError ? error.cause.failure.layer : undefined;
  switch (layer) {
    case 'dns':
      return 'the name does not resolve';
    case 'tls':
      return 'no secure connection';
    case 'network':
      return 'no connection';
    case 'timeout':
      return 'no answer in time';
    case 'http':
      return error.details?.httpStatus === undefined ? 'HTTP refuses' : `HTTP ${error.details.httpStatus}`;
    case 'json':
      return 'answers, but not as a node';
    case 'rpc':
    case undefined:
      return undefined;
  }
  return layer satisfies never;
}

/** What the node said, or which layer failed, in a few words. */
export function failureWords(error: SextantError): string {
  return failedLayer(error) ?? (error.details?.nodeMessage === undefined ? error.message : quoted(error.details.nodeMessage));
}

/** The finding of a question that was not answered. */
export function notAnswered(error: SextantError, meaning?: string): Finding {
  switch (error.code) {
    case 'method-not-served':
      return { status: 'limited', value: 'not served', meaning: meaning ?? error.message };
    case 'endpoint-unauthorised':
      return { status: 'limited', value: 'refused', meaning: error.message };
    case 'endpoint-rate-limited':
      return { status: 'unknown', value: 'too busy to say', meaning: error.message };
    default:
      return { status: 'unknown', value: failureWords(error), meaning: error.message };
  }
}
