import type { CID } from 'multiformats/cid';
import { checkDeadline, type DeadlineSummary } from './check-deadline.ts';
import { checkMinerFunds } from './check-miner-funds.ts';
import { checkMinerInfo } from './check-miner-info.ts';
import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { minerState, type PlainPower, type PlainSector, sector, sumOfPower } from './miner-structs.ts';
import { isWithin, union } from './number-sets.ts';
import { bits, link, list, struct } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';
import { quantizeUp } from './quantize-up.ts';
import type { StateRules } from './state-rules.ts';

const DEADLINES = 48;
const WINDOW = 60;
const PERIOD = 2_880;

/** Facts for checking other actors. */
export interface MinerSummary {
  readonly active: PlainPower;
  readonly sectors: ReadonlyMap<number, PlainSector>;
  readonly liveCount: number;
  /** Window PoSt type; absent in v0. */
  readonly proofType: number;
  readonly isCronActive: boolean;
  /** Next cron call: the last epoch of the open deadline. */
  readonly cronEpoch: number;
  /** Pledge and vesting funds: collateral in the power actor. */
  readonly collateral: bigint;
}

/** go-state-types `builtin/v18/miner/invariants.go` CheckStateInvariants. */
export function checkMiner(
  state: PlainState,
  head: CID,
  balance: bigint,
  { epoch, hasOwnPartitionSizes = false }: Pick<StateRules, 'epoch' | 'hasOwnPartitionSizes'>,
  findings: Findings,
): MinerSummary {
  const miner = state.block(minerState, head);
  const info = checkMinerInfo(state, miner.info, hasOwnPartitionSizes, findings.within('info'));
  const sectors = state.array(sector, miner.sectors, 5);
  checkSectors(sectors, state.block(bits, miner.allocatedSectors), findings);

  const open = miner.provingPeriodStart + miner.currentDeadline * WINDOW;
  // A version 0 miner waits for its first proving period; later versions start with a period in progress.
  const isWaiting = state.layout === 'v0' && open > epoch + 1;
  const isWorking = miner.deadlineCronActive && !isWaiting;
  findings.require(miner.currentDeadline >= 0 && miner.currentDeadline < DEADLINES, 'current deadline', miner.currentDeadline);
  if (isWorking) findings.require(open <= epoch + 1 && epoch + 1 < open + WINDOW, `the deadline of ${open} is not open after ${epoch}`);

  const { due } = state.block(struct({ due: list(link) }), miner.deadlines);
  findings.equal(due.length, DEADLINES, 'deadlines');
  const deadlines = due.map((root, index) => {
    const last = miner.provingPeriodStart + (index + 1) * WINDOW - 1;
    const context = {
      ...{ state, sectorSize: info.sectorSize, sectors, isOpen: index === miner.currentDeadline },
      closedAt: !isWorking ? undefined : index < miner.currentDeadline ? last : last - PERIOD,
      quantize: (at: number) => quantizeUp(at, PERIOD, last),
    };
    return checkDeadline(root, info.partitionSectors, context, findings.within(`deadline ${index}`));
  });
  checkTogether(deadlines, sectors, miner, findings);
  checkMinerFunds(state, miner, balance, isWorking ? open - 1 : undefined, findings.within('funds'));

  const liveCount = deadlines.reduce((count, { live }) => count + live.size, 0);
  findings.count('live sectors', liveCount);
  findings.require(liveCount === 0 || miner.deadlineCronActive, 'sectors are alive, and the cron is off');
  return {
    active: sumOfPower(deadlines.map(({ active }) => active)),
    sectors,
    liveCount,
    proofType: info.proofType,
    isCronActive: miner.deadlineCronActive,
    cronEpoch: isWaiting ? open - 1 : open + WINDOW - 1,
    collateral: miner.initialPledge + miner.lockedFunds,
  };
}

function checkSectors(sectors: ReadonlyMap<number, PlainSector>, allocated: ReadonlySet<number>, findings: Findings): void {
  findings.count('sectors', sectors.size);
  for (const [number, { number: own, activation, expiration, powerBaseEpoch, sealedCid }] of sectors) {
    const at = findings.within(`sector ${number}`);
    at.equal(own, number, 'own number');
    at.require(
      powerBaseEpoch < 0 || powerBaseEpoch >= activation,
      'the power counts from before the activation',
      powerBaseEpoch,
      activation,
    );
    at.require(expiration > Math.max(activation, powerBaseEpoch), 'it ends before it begins', activation, expiration);
    at.equal(sealedCid.code, 0xf102, 'codec of the sealed data');
    at.require(allocated.has(number), 'its number was never allocated');
  }
}

/** Each sector is in one deadline, and totals of all deadlines match the miner's state. */
function checkTogether(
  deadlines: readonly DeadlineSummary[],
  sectors: ReadonlyMap<number, PlainSector>,
  { initialPledge, earlyTerminations }: ReturnType<typeof minerState>,
  findings: Findings,
): void {
  const placed = new Set(deadlines.flatMap(({ all }) => [...all]));
  findings.equal(
    deadlines.reduce((count, { all }) => count + all.size, 0),
    placed.size,
    'sectors in one deadline each',
  );
  findings.require(isWithin(new Set(sectors.keys()), placed), 'sectors are in no partition');
  const pledged = deadlines.flatMap(({ live, earlyTerminated }) => [...union(live, earlyTerminated)]);
  findings.equal(initialPledge, sum(pledged.map((number) => sectors.get(number)?.initialPledge ?? 0n)), 'initial pledge');
  const withEarly = deadlines.flatMap(({ earlyTerminated }, index) => (earlyTerminated.size > 0 ? [index] : []));
  findings.equal(earlyTerminations, new Set(withEarly), 'deadlines with early terminations');
}
