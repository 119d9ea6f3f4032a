/** The network that a message is built for, with the chain ID that a delegated signature covers. */
import { type Address, addressProtocol } from '../../../../shared/domain/addresses/address.ts';
import { NETWORKS, networkByGenesis, networkByName } from '../../../../shared/domain/chain/networks.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { zChainId } from '../../chain/chain-parse.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import type { DraftNetwork } from './reviewed.ts';

/**
 * Return the network of the connected node. The chain ID of a public network is known by its genesis. For other networks the node is asked,
 * and its answer is refused if it belongs to a public network: the signature would be valid there.
 */
export async function networkOf(active: ActiveConnection, from: Address): Promise<DraftNetwork> {
  const { genesisCid, networkName: name, genesisTimeMs, blockDelaySeconds } = active.facts;
  const network = { genesisCid, name, letter: active.letter, clock: { genesisTimeMs, blockDelaySeconds } };
  if (addressProtocol(from) !== 4) return network;
  const known = knownChainId(genesisCid);
  if (known !== undefined) return { ...network, chainId: known };
  try {
    const { value: chainId } = await active.client.call('EthChainId', [], { schema: zChainId, cause: 'compose: chain ID' });
    const owner = NETWORKS.find((each) => each.ethChainId === chainId);
    return owner === undefined
      ? { ...network, chainId }
      : {
          ...network,
          chainIdProblem: `The node reports chain ID ${chainId}, which belongs to ${owner.title}: a signature for it would be valid there.`,
        };
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return {
      ...network,
      chainIdProblem: `A delegated signature covers the chain ID, and the endpoint did not return it: ${error.message}`,
    };
  }
}

/**
 * Return the network of a draft built offline. Public networks are known by their genesis, another one only while it is connected. Sends
 * no calls.
 */
export function offlineNetwork(genesisCid: string, active: Pick<ActiveConnection, 'facts' | 'letter'> | undefined): DraftNetwork {
  const publicName = networkByGenesis(genesisCid);
  const network = publicName === undefined ? undefined : networkByName(publicName);
  if (network !== undefined) {
    const { name, letter, genesisTimeMs, blockDelaySeconds, ethChainId: chainId } = network;
    return { genesisCid, name, letter, clock: { genesisTimeMs, blockDelaySeconds }, chainId };
  }
  const chainIdProblem =
    'A delegated signature covers the chain ID, which is unknown for this network. Connect a node of this network and build the message with it.';
  if (active?.facts.genesisCid !== genesisCid) return { genesisCid, name: 'a development network', letter: 't', chainIdProblem };
  const { networkName: name, genesisTimeMs, blockDelaySeconds } = active.facts;
  return { genesisCid, name, letter: active.letter, clock: { genesisTimeMs, blockDelaySeconds }, chainIdProblem };
}

function knownChainId(genesisCid: string): number | undefined {
  const name = networkByGenesis(genesisCid);
  return name === undefined ? undefined : networkByName(name)?.ethChainId;
}
