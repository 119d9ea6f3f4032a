/** An actor at one pinned tipset. An address that is not on chain is not an error: `exists` is false. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { addressProtocol, formatAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import type { AttoFil } from '../../../shared/domain/amounts/amount.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type ActorType, type Singleton, singletonOf } from '../../../shared/domain/methods/actor-type.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { AccountOnChain } from '../../../shared/ipc/schemas/wallet.ts';
import { zNodeActor, zNodeAddress } from '../../../shared/validation/node/provider-state.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type PinnedNode, readPinned, saysActorIsAbsent } from '../pinned/pinned-node.ts';

export interface ActorOnChain {
  readonly address: Address;
  readonly exists: boolean;
  readonly balance: AttoFil;
  readonly nonce: bigint;
  readonly actorType?: ActorType;
  readonly idAddress?: Address;
  readonly calls: readonly CallRef[];
}

/** Find the singleton actor of the network that this is, by either of its addresses. */
export function singletonOfActor({ address, idAddress }: Pick<ActorOnChain, 'address' | 'idAddress'>): Singleton | undefined {
  return singletonOf(address) ?? (idAddress === undefined ? undefined : singletonOf(idAddress));
}

/** Read an actor and its ID address. */
export async function readActor(
  node: PinnedNode,
  address: Address,
  { letter, versions }: Pick<ActiveConnection, 'letter' | 'versions'>,
): Promise<ActorOnChain> {
  const text = formatAddress(address, letter);
  let actor: Awaited<ReturnType<typeof getActor>>;
  try {
    actor = await getActor(node, text);
  } catch (error) {
    if (!saysActorIsAbsent(error)) {
      throw error;
    }
    return { address, exists: false, balance: attoFil(0n), nonce: 0n, calls: [] };
  }
  const calls = [actor.call];
  let idAddress = addressProtocol(address) === 0 ? address : undefined;
  if (idAddress === undefined) {
    const lookup = await node.read('StateLookupID', (key) => [text, key], zNodeAddress);
    idAddress = tryParseAddress(lookup.value);
    calls.push(lookup.call);
  }
  const actorType = await versions.readActorType(node, actor.value.Code);
  return {
    address,
    exists: true,
    balance: attoFil(actor.value.Balance),
    nonce: actor.value.Nonce,
    ...(actorType === undefined ? {} : { actorType }),
    ...(idAddress === undefined ? {} : { idAddress }),
    calls,
  };
}

function getActor(node: PinnedNode, text: string) {
  return node.read('StateGetActor', (key) => [text, key], zNodeActor);
}

/** @throws SextantError `not-connected`, and errors of the node */
export async function readAccount(active: ActiveConnection, tipsets: readonly ChainTipset[], address: Address): Promise<AccountOnChain> {
  return readPinned(active.client, tipsets, 'accounts: on chain', async (node) => {
    const actor = await readActor(node, address, active);
    return {
      address: formatAddress(address, active.letter),
      pinned: node.ref,
      exists: actor.exists,
      ...(actor.idAddress === undefined ? {} : { idAddress: formatAddress(actor.idAddress, active.letter) }),
      ...(actor.actorType === undefined ? {} : { actorType: actor.actorType }),
      balance: actor.balance.toString(),
      nonce: actor.nonce.toString(),
      calls: [...actor.calls],
    };
  });
}
