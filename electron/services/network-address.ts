/** Addresses with the letter of the connected network. */
import {
  type Address,
  formatAddress,
  idOfAddress,
  type NetworkLetter,
  parseAddress,
  tryParseAddress,
} from '../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../shared/domain/addresses/eth-address.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { zNodeAddress } from '../../shared/validation/node/provider-state.ts';
import type { PinnedNode } from './pinned/pinned-node.ts';

/** Format a node's address with the network's letter; text that is not an address is returned unchanged. */
export function inLetter(text: string, letter: NetworkLetter): string {
  const parsed = tryParseAddress(text);
  return parsed === undefined ? text : formatAddress(parsed, letter);
}

/**
 * Parse an address from a document, in any form including 0x.
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
 * Return the ID address of a typed address, with the network's letter. Claims, deals and sectors are keyed by it.
 *
 * @param field the input field that an error is shown at
 * @throws SextantError `invalid-input` for an invalid address, `not-found` if no actor has it
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
      throw new SextantError('not-found', `No actor on this network has the address ${address}.`, {
        ...(error.details === undefined ? {} : { details: error.details }),
        cause: error,
      });
    }
    throw error;
  }
}
