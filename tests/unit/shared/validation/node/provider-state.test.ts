import { describe, expect, it } from 'vitest';
import { zNodeMinerLinks } from '../../../../../shared/validation/node/miner-detail.ts';
import {
  zNodeDeadlineInfo,
  zNodeDeadlines,
  zNodeMinerState,
  zNodePartitions,
  zNodeSectorNumbers,
} from '../../../../../shared/validation/node/provider-state.ts';
import { minersOf2020 } from '../../../../fakes/replay-node/recorded-miners.ts';

describe('bitfields of partitions', () => {
  it('are sets, null where Go has none', () => {
    const lengths = { AllSectors: [0, 3], LiveSectors: [1, 2], ActiveSectors: [1, 1], FaultySectors: null, RecoveringSectors: [0] };
    const [partition] = zNodePartitions.parse([lengths]);
    expect(partition?.LiveSectors).toEqual({ ranges: [{ start: 1n, end: 3n }], count: 2n });
    expect(partition?.FaultySectors.count).toBe(0n);
  });

  it.each([
    ['a run in the middle that is empty', [1, 0, 2]],
    ['runs beyond 2^64', [0, 18446744073709551615n, 5]],
    ['a run that is no integer', [0, 1.5]],
    ['no list', 'all'],
  ])('refuse %s as the answer of the node it is', (_, lengths) => {
    const result = zNodeDeadlines.safeParse([{ PostSubmissions: lengths }]);
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.path.slice(0, 2)).toEqual([0, 'PostSubmissions']);
  });
});

describe('the funds of a miner', () => {
  it('have the names of today, also where actors are of version 0: 73 miners of 2020', () => {
    const miners = minersOf2020();
    for (const { balance, preCommitDeposits, lockedFunds, initialPledge, availableBalance } of miners) {
      const State = { PreCommitDeposits: preCommitDeposits, LockedFunds: lockedFunds, InitialPledgeRequirement: initialPledge };
      const read = zNodeMinerLinks.parse({ Balance: balance, State });
      expect(read.State).toMatchObject({ InitialPledge: initialPledge, FeeDebt: '0' });
      const { InitialPledge, LockedFunds, PreCommitDeposits, FeeDebt } = read.State;
      const bound = [InitialPledge, LockedFunds, PreCommitDeposits, FeeDebt].reduce((sum, part) => sum + BigInt(part), 0n);
      expect(BigInt(read.Balance) - bound).toBe(BigInt(availableBalance));
    }
    expect(miners).toHaveLength(73);
  });

  it('are not made up where neither name is there', () => {
    expect(zNodeMinerState.safeParse({ Balance: '1', State: { PreCommitDeposits: '0', LockedFunds: '0', FeeDebt: '0' } }).success).toBe(
      false,
    );
    expect(zNodeMinerState.safeParse({ Balance: '1', State: null }).success).toBe(false);
  });
});

it('keeps sector numbers beyond 2^53 exact', () => {
  expect(zNodeSectorNumbers.parse([9007199254740993n, 7])).toEqual([9007199254740993n, 7n]);
  expect(zNodeSectorNumbers.parse(null)).toEqual([]);
});

it('takes no more deadlines than a proving period has: each would be a call and a bar', () => {
  const info = { CurrentEpoch: 5, PeriodStart: 0, Index: 0, Open: 0, Close: 60, WPoStProvingPeriod: 2880, WPoStChallengeWindow: 60 };
  expect(zNodeDeadlineInfo.safeParse({ ...info, WPoStPeriodDeadlines: 48 }).success).toBe(true);
  expect(zNodeDeadlineInfo.safeParse({ ...info, WPoStPeriodDeadlines: 2 ** 32 }).success).toBe(false);
  expect(zNodeDeadlines.safeParse(Array.from({ length: 48 }, () => ({ PostSubmissions: [0] }))).success).toBe(true);
  expect(zNodeDeadlines.safeParse(Array.from({ length: 49 }, () => ({ PostSubmissions: [0] }))).success).toBe(false);
});
