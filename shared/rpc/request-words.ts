/** What the parameters of a failed request tell of the fault, where the node's text alone leaves it open. */
import { parseAddress } from '../domain/address.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { FailedCall, FailureWords } from './failure-row.ts';
import type { ParameterKind } from './parameter-kinds.ts';
import { bareMethod, isOfKind, paramNames } from './repair.ts';
import { linkOf } from './repair-shapes.ts';
import { isRecord } from './repair-values.ts';

/** The texts among the parameters of a kind; of a method that is not known, the one parameter that there is. */
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

/** A CID that was sent as text and is none: to make it a link object would not help. */
export function cidWords(call: FailedCall): FailureWords | undefined {
  const texts = textsOf(call, 'cid');
  if (texts.length === 0 || texts.some((text) => linkOf(text) !== undefined)) return undefined;
  return {
    title: 'This is no CID',
    cause: 'Plain text was sent in the place of a CID, and it is no CID: a character is wrong or missing.',
    fix: 'Copy the CID again from its source and write it as {"/":"bafy…"}.',
  };
}

/** The exact reason why the first address that cannot be read cannot be. */
export function addressWords(call: FailedCall): FailureWords | undefined {
  for (const text of [...textsOf(call, 'address'), ...messageAddresses(call)]) {
    try {
      parseAddress(text);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { cause: error.message };
    }
  }
  return undefined;
}
