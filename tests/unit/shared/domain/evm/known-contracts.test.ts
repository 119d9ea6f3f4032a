import { describe, expect, it } from 'vitest';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { genesisCidOf, MAINNET_GENESIS_CID } from '../../../../../shared/domain/chain/networks.ts';
import { knownContractName, knownContracts } from '../../../../../shared/domain/evm/known-contracts.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

describe('contracts that govern a network', () => {
  const { contracts } = readSharedJson<{ contracts: Record<string, { swa: string; sra: string }> }>('nv29/solstice.json');

  it.each(['mainnet', 'calibrationnet'])('are named on %s by their published addresses', (network) => {
    const genesis = genesisCidOf(network) ?? '';
    const published = contracts[network];
    expect(knownContractName(addressFromEthAddress(published?.swa ?? ''), genesis)).toBe('Stream Weights Actor (SWA)');
    expect(knownContractName(addressFromEthAddress(published?.sra ?? ''), genesis)).toBe('Service Rewards Actor (SRA)');
    expect(knownContracts(genesis).filter(({ name }) => name.startsWith('superseded'))).toHaveLength(2);
  });

  it('have no name on other networks, nor has another address', () => {
    const swa = addressFromEthAddress(contracts.mainnet?.swa ?? '');
    expect(knownContractName(swa, 'bafy2bzacebkfatnbe6w4rj7lf6gkjh7mywlrpdh2dj6hu2dl4rmtwksszm2hs')).toBeUndefined();
    expect(knownContracts('')).toEqual([]);
    expect(knownContractName(addressFromEthAddress(`0x${'1'.repeat(40)}`), MAINNET_GENESIS_CID)).toBeUndefined();
  });
});
