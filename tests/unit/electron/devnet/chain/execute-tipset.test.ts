import { expect, it } from 'vitest';
import { minerIds, minerOf } from '../../../../../electron/devnet/miners/miners.ts';
import { openChain } from '../../../../../electron/devnet/open-chain.ts';
import { REWARD } from '../../../../../electron/devnet/rewards/reward-view.ts';
import { REWARD_ID } from '../../../../../electron/devnet/state/state.ts';
import { deadlineAt } from '../../../../../shared/domain/chain/epoch.ts';

it('does not run the genesis, and no window of a miner is left behind for it', () => {
  // The first window of a miner of this seed would close with epoch 0.
  const { chain } = openChain({ seed: 'genesis 4', genesisTime: 1_700_000_000, historyEpochs: 0 });
  const { genesis } = chain.store;
  const { state, receiptsRoot } = chain.executionOf(genesis);
  const header = genesis.blocks[0]?.header;
  expect(state).toEqual({ ...genesis.parentState, epoch: 0 });
  expect([state.root, receiptsRoot]).toEqual([header?.parentStateRoot, header?.parentMessageReceipts]);
  while (chain.head === genesis) chain.advance();
  expect(chain.head.blocks[0]?.header.parentStateRoot).toBe(state.root);

  const after = chain.stateAfterHead();
  expect(after.read(REWARD, REWARD_ID).epoch).toBe(after.epoch + 1);
  for (const id of minerIds(after)) {
    const miner = minerOf(after, id);
    expect(miner?.currentDeadline).toBe(deadlineAt(miner?.provingPeriodStart ?? 0, after.epoch + 1).index);
  }
});
