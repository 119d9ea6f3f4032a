/** The network that a message is made for, with the chain id that a delegated signature covers. */
import { type Address, addressProtocol } from '../../../shared/domain/address.ts';
import { NETWORKS, networkByGenesis, networkByName } from '../../../shared/domain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { zChainId } from '../chain/chain-parse.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { DraftNetwork } from './reviewed.ts';

/**
 * The network of the connected node. The chain id of a public network is known by its genesis; of others the node is asked, and not
 * believed where it names that of a public network: what is signed for it would be valid there.
 */
export async function networkOf(active: ActiveConnection, from: Address): Promise<DraftNetwork> {
  const { genesisCid, networkName: name, genesisTimeMs, blockDelaySeconds } = active.facts;
  const network = { genesisCid, name, letter: active.letter, clock: { genesisTimeMs, blockDelaySeconds } };
  if (addressProtocol(from) !== 4) return network;
  const known = knownChainId(genesisCid);
  if (known !== undefined) return { ...network, chainId: known };
  try {
    const { value: chainId } = await active.client.call('EthChainId', [], { schema: zChainId, cause: 'compose: chain id' });
    const owner = NETWORKS.find((each) => each.ethChainId === chainId);
    return owner === undefined
      ? { ...network, chainId }
      : {
          ...network,
          chainIdProblem: `The node names chain ${chainId}, which is ${owner.title}, and this is another network: what is signed here would be valid there.`,
        };
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return { ...network, chainIdProblem: `A delegated signature names the chain, and the endpoint did not tell its id: ${error.message}` };
  }
}

/**
 * The network that a draft without a node is made for: public ones are known by their genesis, another one only while it is the one that
 * is connected. Asks nobody.
 */
export function offlineNetwork(genesisCid: string, active: Pick<ActiveConnection, 'facts' | 'letter'> | undefined): DraftNetwork {
  const publicName = networkByGenesis(genesisCid);
  const network = publicName === undefined ? undefined : networkByName(publicName);
  if (network !== undefined) {
    const { name, letter, genesisTimeMs, blockDelaySeconds, ethChainId: chainId } = network;
    return { genesisCid, name, letter, clock: { genesisTimeMs, blockDelaySeconds }, chainId };
  }
  const chainIdProblem =
    'A delegated signature names the chain; that of this network is not known without a node. Build it while a node of the network is connected.';
  if (active?.facts.genesisCid !== genesisCid) return { genesisCid, name: 'a network that is not public', letter: 't', chainIdProblem };
  const { networkName: name, genesisTimeMs, blockDelaySeconds } = active.facts;
  return { genesisCid, name, letter: active.letter, clock: { genesisTimeMs, blockDelaySeconds }, chainIdProblem };
}

function knownChainId(genesisCid: string): number | undefined {
  const name = networkByGenesis(genesisCid);
  return name === undefined ? undefined : networkByName(name)?.ethChainId;
}
