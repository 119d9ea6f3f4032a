/**
 * Contracts that govern the public networks, by address. Source: filecoin-project/solstice deployments.json and
 * docs/DEPLOYMENT.md; the addresses are the same on mainnet and Calibration.
 */
import type { Address } from '../addresses/address.ts';
import { addressFromEthAddress } from '../addresses/eth-address.ts';
import { networkByGenesis } from '../chain/networks.ts';

const SOLSTICE_NETWORKS: ReadonlySet<string> = new Set(['mainnet', 'calibrationnet']);

const SOLSTICE_CONTRACTS: ReadonlyMap<Address, string> = new Map([
  [addressFromEthAddress('0x66C11A9F6dfEC3c1557958cF9f575a023EB01421'), 'Stream Weights Actor (SWA)'],
  [addressFromEthAddress('0x0339f205314C8210AF7Cb075d1A96D012e7896a9'), 'Service Rewards Actor (SRA)'],
  [addressFromEthAddress('0xDE4fBd083F18f96C241DdE0A83C3EDC422Be9BA6'), 'superseded Stream Weights Actor (SWA)'],
  [addressFromEthAddress('0xeDfCd0947F7E9d58E0035f032520d75ce8eCA451'), 'superseded Service Rewards Actor (SRA)'],
]);

/**
 * Return the name of a contract that governs a network; undefined for other addresses and for non-public networks.
 *
 * @param address f410 address
 * @param genesisCid genesis of the network; a node's network name is not trusted
 */
export function knownContractName(address: Address, genesisCid: string): string | undefined {
  return knownContracts(genesisCid).find((contract) => contract.address === address)?.name;
}

/** Return the contracts that govern a network, current ones first; empty for non-public networks. `genesisCid` as above. */
export function knownContracts(genesisCid: string): readonly { readonly address: Address; readonly name: string }[] {
  const network = networkByGenesis(genesisCid);
  if (network === undefined || !SOLSTICE_NETWORKS.has(network)) return [];
  return [...SOLSTICE_CONTRACTS].map(([address, name]) => ({ address, name }));
}
