/** Addresses as the connected network writes them. */
import {
  type Address,
  formatAddress,
  idOfAddress,
  type NetworkLetter,
  parseAddress,
  tryParseAddress,
} from '../../shared/domain/address.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { addressFromEthAddress } from '../../shared/domain/eth-address.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { zNodeAddress } from '../../shared/validation/node/provider-state.ts';
import type { PinnedNode } from './pinned/pinned-node.ts';

/** A node's address text in the network's letter; text that is no address is left as it is. */
export function inLetter(text: string, letter: NetworkLetter): string {
  const parsed = tryParseAddress(text);
  return parsed === undefined ? text : formatAddress(parsed, letter);
}

/**
 * The address of a text that came from a document, in any of its forms, 0x among them.
 *
 * @param field the input field that an error is shown at
 * @throws SextantError `invalid-input` with the reason
 */
export function requireAddress(text: string, field: string): Address {
  try {
    const trimmed = text.trim();
    return /^0x/i.test(trimmed) ? addressFromEthAddress(trimmed) : parseAddress(trimmed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('invalid-input', error.message, { details: { fields: { [field]: error.message } } });
  }
}

/**
 * The ID address of whatever address was typed, in the network's letter: claims, deals and sectors are kept by it.
 *
 * @param field the input field that an error is shown at
 * @throws SextantError `invalid-input` for a text that is no address, `not-found` where no actor has it
 */
export async function readIdAddress(node: PinnedNode, letter: NetworkLetter, text: string, field: string): Promise<string> {
  const parsed = requireAddress(text, field);
  const address = formatAddress(parsed, letter);
  if (idOfAddress(parsed) !== undefined) {
    return address;
  }
  try {
    return (await node.read('StateLookupID', (key) => [address, key], zNodeAddress)).value;
  } catch (error) {
    if (error instanceof SextantError && /actor not found/i.test(error.details?.nodeMessage ?? '')) {
      throw new SextantError('not-found', `No actor with the address ${address} exists on this network.`, {
        ...(error.details === undefined ? {} : { details: error.details }),
        cause: error,
      });
    }
    throw error;
  }
}
