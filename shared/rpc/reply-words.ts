/** What the reply, its headers and the token of a failed call add to the words of a row. */
import { hexToBytes } from '../domain/bytes.ts';
import type { ContractRevert } from '../domain/decoded-value.ts';
import { decodeRevert } from '../domain/evm-call.ts';
import type { FailedCall, FailureWords } from './failure-row.ts';
import { parseLosslessJson } from './lossless-json.ts';
import { isRecord } from './repair-values.ts';

const MAX_REASON_LENGTH = 400;
/** Lotus writes the bytes where it cannot decode them; programs of Ethereum put them into `data`. */
const HEX_REASON = /revert reason=\[(0x(?:[0-9a-f]{2}){4,2048})\]/i;
const TEXT_REASON = /revert reason=\[Error\((.{1,400}?)\)\]|\bexecution reverted: (.{1,400})/i;
const HEX = /^0x(?:[0-9a-f]{2}){4,4096}$/i;

/** Why a contract reverted, from the data of the error, else from its text. */
export function revertWords({ message, reply }: FailedCall): FailureWords | undefined {
  const data = dataOf(reply) ?? HEX_REASON.exec(message)?.[1];
  if (data !== undefined) return reasonWords(decodeRevert(hexToBytes(data.slice(2))).reason);
  const [, byLotus, byOthers] = TEXT_REASON.exec(message) ?? [];
  const text = byLotus ?? byOthers;
  return text === undefined ? undefined : reasonWords({ type: 'message', text });
}

function dataOf(reply: string | undefined): string | undefined {
  if (reply === undefined) return undefined;
  let value: unknown;
  try {
    value = parseLosslessJson(reply);
  } catch {
    // The reply was cut off, or is not JSON: the text has to do.
    return undefined;
  }
  const error = isRecord(value) ? value.error : undefined;
  const data = isRecord(error) ? error.data : undefined;
  return typeof data === 'string' && HEX.test(data) ? data : undefined;
}

function reasonWords(reason: ContractRevert['reason']): FailureWords | undefined {
  switch (reason.type) {
    case 'message':
      return {
        reason: reason.text.slice(0, MAX_REASON_LENGTH),
        cause: 'The call was simulated, and the contract reverted (exit code 33) for the reason below.',
      };
    case 'panic':
      return {
        cause: `The call was simulated, and the contract reverted (exit code 33): ${reason.meaning} (panic code ${reason.code}).`,
        fix: 'Check the arguments of the call, or ask the contract’s developers.',
      };
    case 'custom':
      return {
        cause: `The call was simulated, and the contract reverted (exit code 33) with its own error ${reason.selector}.`,
        fix: `Look up ${reason.selector} in the ABI of the contract, or ask the contract’s developers.`,
      };
    case 'none':
    case 'bytes':
      return undefined;
    default:
      return reason satisfies never;
  }
}

const NEEDED = /\(need '(read|write|sign|admin)'\)/;

/** What the token grants, beside what the method needs. */
export function permissionWords({ message, token }: FailedCall): FailureWords | undefined {
  const needed = NEEDED.exec(message)?.[1];
  if (needed === undefined || token === undefined) return undefined;
  if (!token.isSent) {
    return {
      title: 'This method needs a token',
      cause: `No token was sent; this method needs the permission ${needed}.`,
      fix: `Send a token with the permission ${needed}.`,
    };
  }
  return {
    title: 'The token does not allow this method',
    cause:
      token.permissions === undefined
        ? `A token was sent, but the node does not find the permission ${needed} in it.`
        : `The token grants ${token.permissions.join(', ') || 'nothing'}; this method needs ${needed}.`,
    fix: `Use a token with the permission ${needed}.`,
  };
}

/** A refusal with HTTP 401 of a call of which it is known whether it had a token. */
export function refusedTokenWords({ token }: FailedCall): FailureWords | undefined {
  if (token === undefined) return undefined;
  if (token.isSent) {
    return {
      title: 'The endpoint refused the token',
      cause: 'The token was issued by another node or before the keys of this one were reset, or it was not copied whole.',
    };
  }
  return {
    title: 'The endpoint requires a token',
    cause: 'No token was sent with the call.',
    fix: 'Ask the operator of the endpoint for a token. It goes into the connection here, elsewhere into the header Authorization: Bearer.',
  };
}

/** A call that was not a POST. */
export function httpMethodWords({ httpMethod = 'POST' }: FailedCall): FailureWords | undefined {
  if (httpMethod === 'POST') return undefined;
  return {
    title: 'The endpoint takes POST only',
    cause: 'The call was sent with another HTTP method, for example from an address bar.',
    fix: 'Send it as a POST with a JSON body.',
  };
}

/** The delay that the endpoint asked for. */
export function retryWords({ retryAfterMs }: FailedCall): FailureWords | undefined {
  if (retryAfterMs === undefined) return undefined;
  const seconds = Math.ceil(retryAfterMs / 1000);
  return { fix: `Try again after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}: the endpoint asks for this delay (Retry-After).` };
}
