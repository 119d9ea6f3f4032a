import { describe, expect, it } from 'vitest';
import type { ActiveConnection } from '../../../../../../electron/services/connections/active-connection.ts';
import { networkOf, offlineNetwork } from '../../../../../../electron/services/messages/drafts/draft-network.ts';
import { parseAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { genesisCidOf } from '../../../../../../shared/domain/chain/networks.ts';
import { scriptedConnection } from '../scripted-node.ts';

const DELEGATED = parseAddress('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
const PRACTICE = 'bafy2bzaceduobjigqvxrk5kgdofy3gpzgzthzufdkbj7phxbpoqs4phqc5uhg';

function connection(genesisCid: string, chainId: unknown): { active: ActiveConnection; asked: readonly { method: string }[] } {
  const { active, asked } = scriptedConnection({ EthChainId: chainId });
  return { active: { ...active, facts: { ...active.facts, genesisCid } }, asked };
}

describe('the chain id of a delegated signature', () => {
  it('of a public network is known by its genesis, whatever a node says', async () => {
    const { active, asked } = connection(genesisCidOf('calibrationnet') ?? '', '0x13a');
    expect((await networkOf(active, DELEGATED)).chainId).toBe(314_159);
    expect(asked).toEqual([]);
  });

  it('of another network is asked for', async () => {
    expect((await networkOf(connection(PRACTICE, '0x1df5e76').active, DELEGATED)).chainId).toBe(31_415_926);
  });

  it.each(['0x13a', '0x4cb2f'])('that belongs to a public network is not believed of another one: %s', async (chainId) => {
    const network = await networkOf(connection(PRACTICE, chainId).active, DELEGATED);
    expect(network.chainId).toBeUndefined();
    expect(network.chainIdProblem).toMatch(/would be valid there/);
  });

  it.each(['314', 314, '0x', `0x${'f'.repeat(20)}`, undefined])('is not taken from %j', async (chainId) => {
    const { active } = connection(PRACTICE, chainId);
    await expect(networkOf(active, DELEGATED).then((network) => network.chainId)).rejects.toThrow();
  });

  it('is not needed of other senders', async () => {
    const { active, asked } = connection(PRACTICE, '0x13a');
    await networkOf(active, parseAddress('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq'));
    expect(asked).toEqual([]);
  });
});

it('a network is known without a node by its genesis', () => {
  expect(offlineNetwork(genesisCidOf('mainnet') ?? '', undefined)).toMatchObject({ name: 'mainnet', letter: 'f', chainId: 314 });
  expect(offlineNetwork(PRACTICE, undefined)).toMatchObject({ letter: 't', chainIdProblem: expect.any(String) });
  const { active } = connection(PRACTICE, undefined);
  expect(offlineNetwork(PRACTICE, active)).toMatchObject({ name: 'practice', letter: 't', chainIdProblem: expect.any(String) });
});
