/** Balances of several addresses at one tipset, with one call each. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { AddressBalances } from '../../../shared/ipc/schemas/addresses.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { type PinnedNode, saysActorIsAbsent } from '../pinned/pinned-node.ts';

const AT_ONCE = 8;

/** @throws SextantError if all calls failed */
export async function readBalances(
  node: PinnedNode,
  { letter, versions }: Pick<ActiveConnection, 'letter' | 'versions'>,
  addresses: readonly Address[],
): Promise<AddressBalances> {
  const calls: AddressBalances['calls'] = [];
  let failure: SextantError | undefined;
  const balances = await mapBounded(addresses, AT_ONCE, async (parsed): Promise<AddressBalances['balances'][number]> => {
    const address = formatAddress(parsed, letter);
    try {
      const { value, call } = await node.read('StateGetActor', (key) => [address, key], zNodeActor);
      calls.push(call);
      const actorType = await versions.readActorType(node, value.Code);
      return {
        address,
        exists: true,
        balance: value.Balance.toString(),
        nonce: value.Nonce.toString(),
        ...(actorType === undefined ? {} : { actorType }),
      };
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (saysActorIsAbsent(error)) return { address, exists: false, balance: '0' };
      failure = error;
      return { address, exists: false };
    }
  });
  if (failure !== undefined && balances.every(({ balance }) => balance === undefined)) throw failure;
  return { pinned: node.ref, balances, calls };
}
