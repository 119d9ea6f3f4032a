import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { type minerState, preCommit, vestingFund } from './miner-structs.ts';
import { bits, link, list, nullable, struct } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';
import { quantizeUp } from './quantize-up.ts';

const WINDOW = 60;
type MinerState = ReturnType<typeof minerState>;

/**
 * go-state-types `builtin/v18/miner/invariants.go` CheckMinerBalances and CheckPreCommits. `calledAt` is the epoch of the miner's last
 * cron call: everything due before is done.
 */
export function checkMinerFunds(
  state: PlainState,
  miner: MinerState,
  balance: bigint,
  calledAt: number | undefined,
  findings: Findings,
): void {
  const { lockedFunds, preCommitDeposits, initialPledge, feeDebt } = miner;
  for (const [name, amount] of Object.entries({ balance, lockedFunds, preCommitDeposits, initialPledge, feeDebt })) {
    findings.require(amount >= 0n, `${name} is negative`, amount);
  }
  const held = lockedFunds + preCommitDeposits + initialPledge;
  findings.require(balance >= held, 'the balance does not cover what is locked', balance, held);
  findings.require(held === 0n || miner.deadlineCronActive, 'something is locked, and the cron is off');
  checkVesting(state, miner, calledAt, findings.within('vesting'));
  checkPreCommits(state, miner, calledAt, findings.within('pre-commits'));
}

function checkVesting(
  state: PlainState,
  { vestingFunds, lockedFunds, provingPeriodStart }: MinerState,
  calledAt: number | undefined,
  findings: Findings,
): void {
  const table = vestingTable(state, vestingFunds);
  findings.count('vesting entries', table.length);
  findings.equal(lockedFunds, sum(table.map(({ amount }) => amount)), 'locked funds');
  for (const [index, { epoch, amount }] of table.entries()) {
    findings.require(amount > 0n, `nothing vests at ${epoch}`);
    findings.equal(epoch, quantizeUp(epoch, WINDOW, provingPeriodStart), 'epoch, quantized');
    findings.require(calledAt === undefined || epoch >= calledAt, `${epoch} is over`, calledAt);
    findings.require(index === 0 || (table[index - 1]?.epoch ?? 0) < epoch, `${epoch} comes too late in the table`);
  }
}

function vestingTable(state: PlainState, funds: unknown): readonly ReturnType<typeof vestingFund>[] {
  if (state.layout === 'v0') return state.block(struct({ funds: list(vestingFund) }), link(funds, 'v0')).funds;
  const split = nullable(struct({ head: vestingFund, tail: link }))(funds, 'v16');
  return split === undefined ? [] : [split.head, ...state.block(list(vestingFund), split.tail)];
}

function checkPreCommits(state: PlainState, miner: MinerState, calledAt: number | undefined, findings: Findings): void {
  const allocated = state.block(bits, miner.allocatedSectors);
  const cleaned = new Set<number>();
  for (const [epoch, numbers] of state.array(bits, miner.preCommittedSectorsCleanUp, 6)) {
    findings.equal(epoch, quantizeUp(epoch, WINDOW, miner.provingPeriodStart), 'clean-up epoch, quantized');
    findings.require(calledAt === undefined || epoch > calledAt, `clean-up epoch ${epoch} is over`, calledAt);
    for (const number of numbers) cleaned.add(number);
  }
  const preCommits = state.mapByUnsigned(preCommit, miner.preCommittedSectors);
  findings.count('pre-commits', preCommits.size);
  for (const number of preCommits.keys()) {
    findings.require(allocated.has(number), `${number} was never allocated`);
    findings.require(cleaned.has(number), `${number} is never cleaned up`);
  }
  findings.equal(miner.preCommitDeposits, sum([...preCommits.values()].map(({ deposit }) => deposit)), 'deposits');
}
