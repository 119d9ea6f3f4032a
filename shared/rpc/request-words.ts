/** More specific texts for a failure row, from the parameters of the failed request. */
import { parseAddress } from '../domain/addresses/address.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { FailedCall, FailureWords } from './failure-row.ts';
import { methodAlternative } from './method-alternatives.ts';
import { fullMethodName, methodFacts, v2ParamNames } from './methods.ts';
import type { ParameterKind } from './parameter-kinds.ts';
import { bareMethod, isOfKind, paramNames } from './repair.ts';
import { filecoinAddressOf, linkOf } from './repair-shapes.ts';
import { isRecord } from './repair-values.ts';

/** String parameters of a kind; for an unknown method, its only parameter. */
function textsOf(call: FailedCall, kind: ParameterKind): readonly string[] {
  const { params } = call;
  if (!Array.isArray(params)) return [];
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  const isNamed = (index: number) => (names === undefined ? params.length === 1 : isOfKind(names[index] ?? '', kind));
  return params.filter((value, index) => typeof value === 'string' && isNamed(index));
}

/** The sender and receiver of the messages among the parameters. */
function messageAddresses(call: FailedCall): readonly string[] {
  const items: readonly unknown[] = Array.isArray(call.params) ? call.params.flat() : [];
  return items.flatMap((item) => {
    const message = isRecord(item) && isRecord(item.Message) ? item.Message : item;
    return isRecord(message) ? [message.To, message.From].filter((value) => typeof value === 'string') : [];
  });
}

/** A string that is not a valid CID either, so a link object would not help. */
export function cidWords(call: FailedCall): FailureWords | undefined {
  const texts = textsOf(call, 'cid');
  if (texts.length === 0 || texts.some((text) => linkOf(text) !== undefined)) return undefined;
  return {
    title: 'Not a valid CID',
    cause: 'The CID was sent as plain text, and a character of it is wrong or missing.',
    fix: 'Copy the CID again from its source and write it as {"/":"bafy…"}.',
  };
}

const ETHEREUM_ADDRESS = /^0x[0-9a-f]{40}$/i;

/** The reason why the first invalid address could not be parsed. */
export function addressWords(call: FailedCall): FailureWords | undefined {
  for (const text of [...textsOf(call, 'address'), ...messageAddresses(call)]) {
    try {
      parseAddress(text);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return ETHEREUM_ADDRESS.test(text) ? ethereumWords(text, error.message) : { cause: error.message };
    }
  }
  return undefined;
}

function ethereumWords(text: string, cause: string): FailureWords {
  const title = 'This is an Ethereum address';
  const address = filecoinAddressOf(text);
  // Undefined if its EIP-55 checksum is wrong.
  return address === undefined ? { title, cause } : { title, cause, fix: `Write it as ${address}.` };
}

/** A v2-only method that was sent to /rpc/v2: the release is too old. */
export function v2Words(call: FailedCall): FailureWords | undefined {
  if (call.apiVersion !== 'v2') return undefined;
  return {
    title: 'The v2 API of this endpoint does not have the method',
    cause: 'The node’s Lotus release is older than the method, or the service in front of it does not allow it.',
    fix: 'StateRewardDistribution needs Lotus 1.37, ChainGetTipSetFinalityStatus needs 1.35.1. Use another endpoint, or a similar v1 method.',
  };
}

/** A method that only v1 has. */
function v1Words(call: FailedCall): FailureWords | undefined {
  const method = bareMethod(call.method);
  if (call.apiVersion !== 'v2' || methodFacts(method) === undefined || v2ParamNames(method) !== undefined) return undefined;
  return {
    title: 'The v2 API does not have this method',
    cause: 'The v2 API has only methods with tipset selectors and the Ethereum methods; all others are at /rpc/v1.',
    fix: 'Send the call to /rpc/v1.',
  };
}

/** For a method whose name is correct: what the endpoint serves instead. */
export function notServedWords(call: FailedCall): FailureWords | undefined {
  const bare = bareMethod(call.method);
  const facts = methodFacts(bare);
  const isSpelledRight = facts !== undefined && (call.method === bare || call.method === fullMethodName(facts.name, 'Filecoin'));
  return (
    v1Words(call) ??
    (isSpelledRight
      ? {
          cause: 'The name is correct: the endpoint does not allow this method, or serves it at another path.',
          fix: methodAlternative(bare)?.sentence ?? 'Use an endpoint that serves it, or check the path (/rpc/v1, /rpc/v0 or /rpc/v2).',
        }
      : undefined)
  );
}
