import { addressProtocol, parseAddress } from '../../../shared/domain/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';

/** Why a text names no miner, in a sentence; undefined where it may. Miners are actors: they have an ID, and an f2 address beside it. */
export function minerRefusal(text: string): string | undefined {
  try {
    const protocol = addressProtocol(parseAddress(text));
    return protocol === 0 || protocol === 2
      ? undefined
      : `No miner has an f${protocol} address: miners have an ID (f0), and an f2 address beside it.`;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
