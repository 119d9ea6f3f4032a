import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { inLetter } from '../network-address.ts';
import type { EntryContext } from './deal-entries.ts';

export interface ListContext extends Omit<EntryContext, 'health'> {
  readonly timeMsOf: (epoch: number) => number;
  /** As a fraction. */
  readonly epochOf: (timeMs: number) => number;
}

/** Address format and epoch times of a network. */
export function listContext(at: { readonly ref: { readonly height: number } }, { facts, letter }: ActiveConnection): ListContext {
  return {
    epoch: at.ref.height,
    timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
    epochOf: (timeMs) => (timeMs - facts.genesisTimeMs) / (facts.blockDelaySeconds * 1000),
    address: (text) => inLetter(text, letter),
    actor: (id) => formatAddress(idAddress(id), letter),
  };
}
