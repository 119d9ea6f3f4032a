/** More specific texts for a failure row, from the response, its headers and the token. */
import { hexToBytes } from '../domain/encoding/bytes.ts';
import type { ContractRevert } from '../domain/encoding/decoded-value.ts';
import { decodeRevert } from '../domain/evm/evm-call.ts';
import type { FailedCall, FailureWords } from './failure-row.ts';
import { parseLosslessJson } from './lossless-json.ts';
import { isRecord } from './repair-values.ts';

const MAX_REASON_LENGTH = 400;
/** Lotus writes the bytes it cannot decode; Ethereum clients put them into `data`. */
const HEX_REASON = /revert reason=\[(0x(?:[0-9a-f]{2}){4,2048})\]/i;
const TEXT_REASON = /revert reason=\[Error\((.{1,400}?)\)\]|\bexecution reverted: (.{1,400})/i;
const HEX = /^0x(?:[0-9a-f]{2}){4,4096}$/i;

/** The revert reason from the error's data, else from its text. */
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
    // Cut off or not JSON: use the text.
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
        cause: 'The simulated call reverted in the contract (exit code 33) with the reason below.',
      };
    case 'panic':
      return {
        cause: `The simulated call reverted in the contract (exit code 33): ${reason.meaning} (panic code ${reason.code}).`,
        fix: 'Check the arguments of the call, or ask the contract’s developers.',
      };
    case 'custom':
      return {
        cause: `The simulated call reverted in the contract (exit code 33) with the custom error ${reason.selector}.`,
        fix: `Look up ${reason.selector} in the contract’s ABI, or ask its developers.`,
      };
    case 'none':
    case 'bytes':
      return undefined;
    default:
      return reason satisfies never;
  }
}

const NEEDED = /\(need '(read|write|sign|admin)'\)/;

/** Compares the permissions of the token with the one the method needs. */
export function permissionWords({ message, token }: FailedCall): FailureWords | undefined {
  const needed = NEEDED.exec(message)?.[1];
  if (needed === undefined || token === undefined) return undefined;
  if (!token.isSent) {
    return {
      title: 'This method needs a token',
      cause: `No token was sent; this needs the ${needed} permission.`,
      fix: `Send a token with the ${needed} permission.`,
    };
  }
  return {
    title: 'The token does not allow this method',
    cause:
      token.permissions === undefined
        ? `The token does not grant the ${needed} permission.`
        : `Your token grants ${token.permissions.join(', ') || 'nothing'}; this needs ${needed}.`,
    fix: `Use a token with the ${needed} permission.`,
  };
}

/** HTTP 401, if it is known whether a token was sent. */
export function refusedTokenWords({ token }: FailedCall): FailureWords | undefined {
  if (token === undefined) return undefined;
  if (token.isSent) {
    return {
      title: 'The endpoint refused the token',
      cause: 'The token is from another node, from before this node’s JWT secret changed, or was not copied completely.',
    };
  }
  return {
    title: 'The endpoint requires a token',
    cause: 'No token was sent with the call.',
    fix: 'Get a token from the operator of the endpoint and enter it in the connection. Other clients send it as the header Authorization: Bearer.',
  };
}

/** A call that was not a POST. */
export function httpMethodWords({ httpMethod = 'POST' }: FailedCall): FailureWords | undefined {
  if (httpMethod === 'POST') return undefined;
  return {
    title: 'Only POST is supported',
    cause: 'The call was sent with another HTTP method, for example by opening the URL in a browser.',
    fix: 'Send it as a POST with a JSON body.',
  };
}

/** The delay from `Retry-After`. */
export function retryWords({ retryAfterMs }: FailedCall): FailureWords | undefined {
  if (retryAfterMs === undefined) return undefined;
  const seconds = Math.ceil(retryAfterMs / 1000);
  return { fix: `Try again after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, the delay that the endpoint requests (Retry-After).` };
}
