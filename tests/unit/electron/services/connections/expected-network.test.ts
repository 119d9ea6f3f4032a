import { describe, expect, test } from 'vitest';
import { requireNetwork } from '../../../../../electron/services/connections/expected-network.ts';
import { MAINNET_GENESIS_CID } from '../../../../../shared/domain/chain/networks.ts';
import type { NodeFacts } from '../../../../../shared/ipc/schemas/connections.ts';

const MAINNET: NodeFacts = {
  networkName: 'mainnet',
  genesisCid: MAINNET_GENESIS_CID,
  genesisTimeMs: 1_598_306_400_000,
  blockDelaySeconds: 30,
  addressLetter: 'f',
  latencyMs: 1,
  headHeight: 1,
  headTimeMs: 1,
};

function refusal(expected: string, change: Partial<NodeFacts>): unknown {
  try {
    requireNetwork(expected, { ...MAINNET, ...change });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('the expected network', () => {
  test('accepts a node on it', () => {
    expect(refusal('mainnet', {})).toBeUndefined();
    expect(refusal('calibrationnet', { networkName: 'calibrationnet', genesisTimeMs: 1_667_326_380_000 })).toBeUndefined();
    expect(refusal('localnet-1', { networkName: 'localnet-1', genesisCid: 'bafy2bzacex' })).toBeUndefined();
  });

  test.each<[string, Partial<NodeFacts>, RegExp]>([
    ['mainnet', { networkName: 'calibrationnet' }, /Expected network “mainnet”, but the node reports “calibrationnet”/],
    ['mainnet', { genesisCid: 'bafy2bzaceother' }, /genesis is not the genesis of/],
    ['mainnet', { genesisTimeMs: 1 }, /genesis is not the genesis of/],
    ['calibrationnet', { networkName: 'calibrationnet' }, /genesis is not the genesis of/],
  ])('%s rejects %j with a sentence', (expected, change, sentence) => {
    expect(refusal(expected, change)).toMatchObject({ code: 'wrong-network', message: expect.stringMatching(sentence) });
  });

  test('a long name of a node is cut', () => {
    expect(String(refusal('mainnet', { networkName: 'x'.repeat(5000) })).length).toBeLessThan(400);
  });
});
