import { MAINNET_GENESIS_CID, networkByName } from '../../../shared/domain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';

/**
 * Refuses a node that is on another network than its connection says: by name, and for the public networks by what is known of
 * their genesis, since a name can be given to anything.
 *
 * @throws SextantError `wrong-network`
 */
export function requireNetwork(expected: string, facts: NodeFacts): void {
  const said = facts.networkName.slice(0, 100);
  if (facts.networkName !== expected) {
    throw wrongNetwork(`This connection is for the network “${expected}”, but the node says that it is on “${said}”.`);
  }
  const known = networkByName(expected);
  const isOtherGenesis =
    known !== undefined &&
    (facts.genesisTimeMs !== known.genesisTimeMs || (expected === 'mainnet' && facts.genesisCid !== MAINNET_GENESIS_CID));
  if (isOtherGenesis) {
    throw wrongNetwork(`The node says that it is on “${expected}”, but its genesis is not the one of that network.`);
  }
}

function wrongNetwork(what: string): SextantError {
  return new SextantError('wrong-network', `${what} It is not used. Choose another node, or change the network of the connection.`, {
    retryable: true,
  });
}
