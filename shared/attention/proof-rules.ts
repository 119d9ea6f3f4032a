/** Rules of faults and window proofs. */
import { filText } from '../domain/amounts/amount-parts.ts';
import { faultFeeIncomeDays, incomeDaysWords } from '../domain/sectors/fault-fee.ts';
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../text/format.ts';
import { gapOf, type MinerFacts, nameOf, ofMiners, openMiner } from './miner-facts.ts';
import { feeOf } from './miner-fee.ts';
import type { Evaluators, Outcome, RuleFinding } from './outcome.ts';
import { RULES } from './rules.ts';
import { urgencyOf } from './urgency.ts';

const RECKONING = 'Their share by power of 3.51 days of the epoch reward, for each proving period (a day) that they stay faulty';
const MISSED_RECKONING =
  'A missed proof makes sectors faulty and costs no fee by itself. Sectors still faulty when the deadline closes again, a day later, pay for each such day their share by power of 3.51 days of the epoch reward';
const EXACT_RECKONING = `${RECKONING}, by the quality of these sectors.`;
const ABOUT_RECKONING = `${RECKONING}, at the average quality of the active sectors.`;

export const PROOF_RULES: Evaluators<'faults' | 'proof'> = { faults: ofMiners(faults), proof: ofMiners(proof) };

function faults(facts: MinerFacts): Outcome {
  const { miners } = facts;
  if (miners.every(({ sectors }) => sectors === undefined)) return { unknown: 'Sector counts are not available from this endpoint.' };
  const active = miners.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0);
  return {
    findings: miners.flatMap((miner): RuleFinding[] => {
      const faulty = miner.sectors?.faulty ?? 0;
      if (faulty === 0) return [];
      const deadlines = miner.standing?.faulty ?? [];
      return deadlines.length === 0
        ? [faultyMiner(miner, faulty, facts)]
        : deadlines.map((deadline) => faultyDeadline(miner, deadline, facts));
    }),
    words: `${formatCount(active, 'sector')} active.`,
    gap: gapOf(miners, ({ sectors }) => sectors !== undefined),
  };
}

function faultyMiner(miner: OwnMiner, faulty: number, facts: MinerFacts): RuleFinding {
  const fee = feeOf(miner, faulty, undefined, facts.epochReward)?.amount;
  return {
    about: [facts.head.genesisCid, miner.address],
    ...urgencyOf(undefined, fee),
    title: `${nameOf(miner)} has ${formatCount(faulty, 'faulty sector')}`,
    detail:
      fee === undefined
        ? `Fault fee every proving period; ${formatInteger(miner.sectors?.active ?? 0)} other sectors active`
        : `About ${filText(fee)} a day until recovered; ${formatInteger(miner.sectors?.active ?? 0)} other sectors active`,
    ...(fee === undefined ? {} : { costADay: fee.toString(), reckoning: `${ABOUT_RECKONING}${comparedWords(facts)}` }),
    action: openMiner(miner),
  };
}

type FaultyDeadline = NonNullable<NonNullable<OwnMiner['standing']>['faulty']>[number];

function faultyDeadline(miner: OwnMiner, deadline: FaultyDeadline, facts: MinerFacts): RuleFinding {
  const { amount: fee, isExact = false } = feeOf(miner, deadline.faulty, deadline.qualityAdjusted, facts.epochReward) ?? {};
  const isRecovering = deadline.recovering >= deadline.faulty;
  const amount = fee === undefined ? 'a fee every day' : `${isExact ? '' : 'about '}${filText(fee)} a day`;
  return {
    about: [facts.head.genesisCid, miner.address, deadline.index],
    group: `faults ${miner.address}`,
    ...(isRecovering ? { severity: 'pending' as const, urgency: 'Recovers' } : urgencyOf(deadline.cutoffTimeMs - facts.chainNowMs, fee)),
    title:
      deadline.faulty >= deadline.live
        ? `${nameOf(miner)}, deadline ${deadline.index}: all sectors faulty`
        : `${nameOf(miner)}, deadline ${deadline.index}: ${formatCount(deadline.faulty, 'faulty sector')}`,
    detail: isRecovering
      ? `${formatCount(deadline.faulty, 'sector')}, recovery declared; clears with the next proof`
      : `${formatCount(deadline.faulty, 'sector')}, ${amount} until recovered`,
    ...(fee === undefined
      ? {}
      : {
          ...(isRecovering ? {} : { costADay: fee.toString() }),
          reckoning: `${isExact ? EXACT_RECKONING : ABOUT_RECKONING}${comparedWords(facts)}`,
        }),
    ...(isRecovering ? {} : { until: { timeMs: deadline.cutoffTimeMs, as: 'by' as const } }),
    action: { ...openMiner(miner, `?deadline=${deadline.index}`), label: isRecovering ? 'Open' : 'Recover' },
  };
}

/** The fee compared with the income of the same power. */
function comparedWords({ epochReward, minerPart }: MinerFacts): string {
  return epochReward === undefined || minerPart === undefined ? '' : incomeDaysWords(faultFeeIncomeDays(epochReward, minerPart));
}

function proof(facts: MinerFacts): Outcome {
  const { miners } = facts;
  const known = miners.filter(({ deadline }) => deadline?.proof !== undefined);
  if (known.length === 0) return { unknown: 'Deadline partitions are not available from this endpoint.' };
  const waiting = known.filter(({ deadline }) => (deadline?.proof?.proven ?? 0) < (deadline?.proof?.partitions ?? 0)).length;
  return {
    findings: known.flatMap((miner) => missingProof(miner, facts)),
    words:
      waiting === 0
        ? 'All open deadlines are proven or have no sectors to prove.'
        : `${formatCount(waiting, 'deadline')} open, with time left to prove.`,
    gap: gapOf(miners, (miner) => known.includes(miner)),
  };
}

function missingProof(miner: OwnMiner, facts: MinerFacts): RuleFinding[] {
  const { soonEpochs, nowEpochs } = RULES.proof.thresholds;
  const { deadline } = miner;
  const height = facts.head.head?.height;
  if (deadline?.proof === undefined || height === undefined || deadline.proof.proven >= deadline.proof.partitions) return [];
  const left = deadline.closeEpoch - height;
  if (left > soonEpochs || left <= 0) return [];
  const { partitions, proven, sectors, qualityAdjusted } = deadline.proof;
  const { amount: fee, isExact = false } = feeOf(miner, sectors, qualityAdjusted, facts.epochReward) ?? {};
  const count = formatCount(sectors, 'sector');
  return [
    {
      about: [facts.head.genesisCid, miner.address, deadline.index, deadline.openEpoch],
      ...(left <= nowEpochs ? urgencyOf(0, fee) : {}),
      title:
        proven === 0
          ? `${nameOf(miner)}, deadline ${deadline.index}: no PoSt yet`
          : `${nameOf(miner)}, deadline ${deadline.index}: ${proven} of ${formatCount(partitions, 'partition')} proven`,
      detail:
        fee === undefined
          ? `${count} become faulty if it is missed`
          : `${count} become faulty if it is missed, then ${isExact ? '' : 'about '}${filText(fee)} a day from the next proving period`,
      ...(fee === undefined
        ? {}
        : {
            costADay: fee.toString(),
            reckoning: `${MISSED_RECKONING}${isExact ? '.' : ', at the average quality of the active sectors.'}${comparedWords(facts)}`,
          }),
      until: { timeMs: deadline.closeTimeMs, as: 'left' },
      action: openMiner(miner, `?deadline=${deadline.index}`),
    },
  ];
}
