import { faultFeeIncomeDays } from '../../../shared/domain/fault-fee.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { incomeDaysWords } from '../fee-words.ts';
import { filText } from './amount-words.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { feeOf, gapOf, type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';
import { urgencyOf } from './urgency.ts';

/** A window is 60 epochs. Proofs come early in it; without one when a third is left somebody has to act. */
const PROOF_SOON_EPOCHS = 40;
const PROOF_NOW_EPOCHS = 20;
const RECKONING = 'Their share by power in 3.51 days of the reward of the epoch, for each proving period (a day) that they stay faulty';
const MISSED_RECKONING =
  'A missed proof makes sectors faulty and costs no fee by itself. Those that are still faulty when the deadline closes again, a day later, pay for each such day their share by power in 3.51 days of the reward of the epoch';
const EXACT_RECKONING = `${RECKONING}, by the quality of these sectors.`;
const ABOUT_RECKONING = `${RECKONING}, at the average quality of the sectors that are active.`;

type Rewards = Pick<MinerFacts, 'epochReward' | 'minerPart'>;

export function faults(name: Name, { miners, epochReward, minerPart, chainNowMs }: MinerFacts): Check {
  const rewards = { epochReward, minerPart };
  const items = miners.flatMap((miner): AttentionItem[] => {
    const faulty = miner.sectors?.faulty ?? 0;
    if (faulty === 0) return [];
    const deadlines = miner.standing?.faulty ?? [];
    return deadlines.length === 0
      ? [faultyMiner(miner, faulty, rewards)]
      : deadlines.map((deadline) => faultyDeadline(miner, deadline, rewards, chainNowMs));
  });
  const active = miners.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0);
  if (miners.every(({ sectors }) => sectors === undefined)) return unknown(name, 'This endpoint does not count sectors.');
  return made(
    name,
    items,
    `${formatCount(active, 'sector')} active.`,
    gapOf(miners, ({ sectors }) => sectors !== undefined),
  );
}

function faultyMiner(miner: OwnMiner, faulty: number, rewards: Rewards): AttentionItem {
  const fee = feeOf(miner, faulty, undefined, rewards.epochReward)?.amount;
  return {
    key: `faults ${miner.address}`,
    ...urgencyOf(undefined, fee),
    title: `${nameOf(miner)} has ${formatCount(faulty, 'faulty sector')}`,
    detail:
      fee === undefined
        ? `They cost a fee every proving period, ${formatInteger(miner.sectors?.active ?? 0)} others are active`
        : `About ${filText(fee)} a day until recovered, ${formatInteger(miner.sectors?.active ?? 0)} others are active`,
    ...(fee === undefined ? {} : { costADay: fee, reckoning: `${ABOUT_RECKONING}${comparedWords(rewards)}` }),
    action: openMiner(miner),
  };
}

type FaultyDeadline = NonNullable<NonNullable<OwnMiner['standing']>['faulty']>[number];

function faultyDeadline(miner: OwnMiner, deadline: FaultyDeadline, rewards: Rewards, chainNowMs: number): AttentionItem {
  const { epochReward } = rewards;
  const { amount: fee, isExact = false } = feeOf(miner, deadline.faulty, deadline.qualityAdjusted, epochReward) ?? {};
  const isRecovering = deadline.recovering >= deadline.faulty;
  const amount = fee === undefined ? 'a fee every day' : `${isExact ? '' : 'about '}${filText(fee)} a day`;
  return {
    key: `faults ${miner.address} ${deadline.index}`,
    group: `faults ${miner.address}`,
    ...(isRecovering ? ({ tone: 'pending', urgency: 'Recovers' } as const) : urgencyOf(deadline.cutoffTimeMs - chainNowMs, fee)),
    title:
      deadline.faulty >= deadline.live
        ? `Deadline ${deadline.index} of ${nameOf(miner)} is faulty`
        : `Deadline ${deadline.index} of ${nameOf(miner)} has ${formatCount(deadline.faulty, 'faulty sector')}`,
    detail: isRecovering
      ? `${formatCount(deadline.faulty, 'sector')}, recovery declared; clears with the next proof`
      : `${formatCount(deadline.faulty, 'sector')}, ${amount} until recovered`,
    ...(fee === undefined
      ? {}
      : {
          ...(isRecovering ? {} : { costADay: fee }),
          reckoning: `${isExact ? EXACT_RECKONING : ABOUT_RECKONING}${comparedWords(rewards)}`,
        }),
    ...(isRecovering ? {} : { until: { timeMs: deadline.cutoffTimeMs, as: 'by' } }),
    action: { ...openMiner(miner, `?deadline=${deadline.index}`), label: isRecovering ? 'Open' : 'Recover' },
  };
}

/** The fee beside what the same power earns. */
function comparedWords({ epochReward, minerPart }: Rewards): string {
  return epochReward === undefined || minerPart === undefined ? '' : incomeDaysWords(faultFeeIncomeDays(epochReward, minerPart));
}

export function proof(name: Name, { miners, epochReward, minerPart, head }: MinerFacts): Check {
  const known = miners.filter(({ deadline }) => deadline?.proof !== undefined);
  if (known.length === 0) return unknown(name, 'This endpoint does not tell the partitions of deadlines.');
  const height = head?.head?.height;
  const items = known.flatMap((miner): AttentionItem[] => {
    const { deadline } = miner;
    if (deadline?.proof === undefined || height === undefined || deadline.proof.proven >= deadline.proof.partitions) return [];
    const left = deadline.closeEpoch - height;
    if (left > PROOF_SOON_EPOCHS || left <= 0) return [];
    const { partitions, proven, sectors, qualityAdjusted } = deadline.proof;
    const { amount: fee, isExact = false } = feeOf(miner, sectors, qualityAdjusted, epochReward) ?? {};
    const count = formatCount(sectors, 'sector');
    return [
      {
        key: `proof ${miner.address}`,
        ...(left <= PROOF_NOW_EPOCHS ? urgencyOf(0, fee) : ({ tone: 'warning', urgency: 'Soon' } as const)),
        title:
          proven === 0
            ? `${nameOf(miner)} deadline ${deadline.index}: no PoSt seen yet`
            : `${nameOf(miner)} deadline ${deadline.index}: ${proven} of ${formatCount(partitions, 'partition')} proven`,
        detail:
          fee === undefined
            ? `${count} become faulty if it is missed`
            : `${count} become faulty if it is missed, then ${isExact ? '' : 'about '}${filText(fee)} a day from the next deadline on`,
        ...(fee === undefined
          ? {}
          : {
              costADay: fee,
              reckoning: `${MISSED_RECKONING}${isExact ? '.' : ', here at the average quality of the active sectors.'}${comparedWords({ epochReward, minerPart })}`,
            }),
        until: { timeMs: deadline.closeTimeMs, as: 'left' },
        action: openMiner(miner, `?deadline=${deadline.index}`),
      },
    ];
  });
  const waiting = known.filter(({ deadline }) => (deadline?.proof?.proven ?? 0) < (deadline?.proof?.partitions ?? 0)).length;
  return made(
    name,
    items,
    waiting === 0
      ? 'All that are open are proven, or have nothing to prove.'
      : `${formatCount(waiting, 'window')} still open, with time left.`,
    gapOf(miners, (miner) => known.includes(miner)),
  );
}
