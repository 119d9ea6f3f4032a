import { addressProtocol, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';

/** Why a text cannot be a miner address; undefined if it can. Miners are actors with an ID address and an f2 address. */
export function minerRefusal(text: string): string | undefined {
  try {
    const protocol = addressProtocol(parseAddress(text));
    return protocol === 0 || protocol === 2
      ? undefined
      : `An f${protocol} address cannot be a miner. Miners have an ID address (f0) and an f2 address.`;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
