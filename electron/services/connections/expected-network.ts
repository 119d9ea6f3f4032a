import { MAINNET_GENESIS_CID, networkByName } from '../../../shared/domain/chain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';

/**
 * Rejects a node that is not on the expected network, by name and, for public networks, by genesis, since any node can claim a name.
 *
 * @throws SextantError `wrong-network`
 */
export function requireNetwork(expected: string, facts: NodeFacts): void {
  const reported = facts.networkName.slice(0, 100);
  if (facts.networkName !== expected) {
    throw wrongNetwork(`Expected network “${expected}”, but the node reports “${reported}”.`);
  }
  const known = networkByName(expected);
  const isOtherGenesis =
    known !== undefined &&
    (facts.genesisTimeMs !== known.genesisTimeMs || (expected === 'mainnet' && facts.genesisCid !== MAINNET_GENESIS_CID));
  if (isOtherGenesis) {
    throw wrongNetwork(`The node reports “${expected}”, but its genesis is not the genesis of that network.`);
  }
}

function wrongNetwork(reason: string): SextantError {
  return new SextantError('wrong-network', `${reason} The endpoint is not used. Choose another endpoint or change its network.`, {
    retryable: true,
  });
}
