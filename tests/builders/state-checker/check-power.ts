import type { CID } from 'multiformats/cid';
import type { MinerSummary } from './check-miner.ts';
import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { noPower, type PlainPower, sumOfPower } from './miner-structs.ts';
import { address, big, bytes, integer, link, nullable, struct, unsignedVarint } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';
import type { StateRules } from './state-rules.ts';

const estimate = struct({ position: big, velocity: big });
const powerState = struct(
  {
    totalRaw: big,
    totalBytesCommitted: big,
    totalQuality: big,
    totalQualityCommitted: big,
    totalPledge: big,
    thisEpochRaw: big,
    thisEpochQuality: big,
    thisEpochPledge: big,
    thisEpochSmoothed: estimate,
    minerCount: integer,
    minersAboveMinimum: integer,
    rampStart: integer,
    rampDuration: integer,
    cronQueue: link,
    firstCronEpoch: integer,
    lastProcessedCronEpoch: integer,
    claims: link,
    proofBatch: nullable(link),
  },
  { lacks: { v0: { rampStart: 0, rampDuration: 0 }, v16: { lastProcessedCronEpoch: -1 } } },
);
const claimStruct = struct({ proofType: integer, raw: big, quality: big }, { lacks: { v0: { proofType: -1 } } });
const cronEvent = struct({ miner: address, payload: bytes });
/** Payload of a miner's cron call: builtin-actors `actors/miner/src/types.rs` CronEventPayload. */
const DEADLINE_EVENT = 1;
const EARLY_TERMINATIONS_EVENT = 2;

/** With fewer miners above the minimum, all power counts: go-state-types `builtin/v18/power/power_state.go`. */
const MIN_MINERS = 4;

interface CronEvent {
  readonly epoch: number;
  readonly type: number;
}
type Claim = ReturnType<typeof claimStruct>;
type Miners = ReadonlyMap<string, MinerSummary>;

/** go-state-types `builtin/v18/power/invariants.go`, and CheckMinersAgainstPower of `builtin/v18/check.go`. */
export function checkPower(
  state: PlainState,
  head: CID,
  miners: Miners,
  { minimumPower, epoch, isGenesis = false }: Pick<StateRules, 'minimumPower' | 'epoch' | 'isGenesis'>,
  findings: Findings,
): void {
  const power = state.block(powerState, head);
  const claims = state.mapByAddress(claimStruct, power.claims);
  findings.count('claims', claims.size);
  const all = sumOfPower(claims.values());
  const counted = [...claims.values()].filter(({ raw }) => raw >= minimumPower);
  const total = sumOfPower(counted);
  findings.equal(pair(power.totalBytesCommitted, power.totalQualityCommitted), all, 'power of all miners');
  findings.equal(pair(power.totalRaw, power.totalQuality), total, 'power of the miners above the minimum');
  findings.equal(power.minersAboveMinimum, counted.length, 'miners above the minimum');
  findings.equal(power.minerCount, claims.size, 'miners');
  findings.require(all.raw <= all.quality && total.raw <= total.quality, 'quality lies below the raw power', all, total);
  if (!isGenesis) {
    const pledge = sum([...miners.values()].map(({ collateral }) => collateral));
    findings.equal(power.totalPledge, pledge, 'pledge and locked funds of all miners');
    // The power actor's cron is the last event of an epoch.
    const counting = counted.length < MIN_MINERS ? all : total;
    findings.equal(pair(power.thisEpochRaw, power.thisEpochQuality), counting, 'power of this epoch');
    findings.equal(power.thisEpochPledge, pledge, 'pledge of this epoch');
    findings.equal(power.firstCronEpoch, epoch + 1, 'first epoch of the cron queue');
  }
  findings.equal(power.proofBatch, undefined, 'proofs that wait after their epoch');

  const events = cronEvents(state, power, findings.within('cron queue'));
  findings.equal([...claims.keys()].sort(), [...miners.keys()].sort(), 'claims and miners');
  for (const [miner, summary] of miners) checkMinerAgainst(summary, claims.get(miner), events.get(miner) ?? [], findings.within(miner));
}

function cronEvents(
  state: PlainState,
  { cronQueue, firstCronEpoch }: ReturnType<typeof powerState>,
  findings: Findings,
): Map<string, CronEvent[]> {
  const byMiner = new Map<string, CronEvent[]>();
  for (const [epoch, root] of state.mapBySigned(link, cronQueue, state.layout === 'v0' ? undefined : 6)) {
    findings.require(epoch >= firstCronEpoch, `an event of ${epoch} is before the first epoch`, firstCronEpoch);
    const events = state.array(cronEvent, root, 6);
    findings.require(events.size > 0, `nothing is called at ${epoch}`);
    for (const { miner, payload } of events.values()) {
      findings.count('cron events');
      // A tuple of one: 0x81 and the small integer.
      const [tuple, type = -1, ...rest] = payload;
      findings.require(tuple === 0x81 && rest.length === 0, `${miner} has an event with another payload`, [...payload]);
      byMiner.set(miner, [...(byMiner.get(miner) ?? []), { epoch, type: unsignedVarint([type]) }]);
    }
  }
  return byMiner;
}

function checkMinerAgainst(miner: MinerSummary, claim: Claim | undefined, events: readonly CronEvent[], findings: Findings): void {
  findings.equal(claim === undefined ? undefined : pair(claim.raw, claim.quality), miner.active, 'claim');
  if (claim !== undefined && claim.proofType >= 0) findings.equal(claim.proofType, miner.proofType, 'type of proof');
  const types = new Set(events.map(({ type }) => type));
  findings.require(
    [...types].every((type) => [DEADLINE_EVENT, EARLY_TERMINATIONS_EVENT].includes(type)),
    'types of events',
    types,
  );
  const deadlines = events.filter(({ type }) => type === DEADLINE_EVENT).map(({ epoch }) => epoch);
  findings.equal(deadlines, miner.isCronActive ? [miner.cronEpoch] : [], 'epochs of deadline events');
  if (miner.liveCount > 0) findings.equal(deadlines.length, 1, 'deadline events of a miner with live sectors');
}

function pair(raw: bigint, quality: bigint): PlainPower {
  return { ...noPower, raw, quality };
}
