import { faultFeeIncomeDays } from '../../../shared/domain/fault-fee.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { incomeDaysWords } from '../fee-words.ts';
import { filText } from './amount-words.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { feeOf, gapOf, type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';
import { urgencyOf } from './urgency.ts';

/** A window is 60 epochs and proofs normally arrive early in it: with a third of it left and no proof, someone has to act. */
const PROOF_SOON_EPOCHS = 40;
const PROOF_NOW_EPOCHS = 20;
const RECKONING = 'Their share by power of 3.51 days of the epoch reward, for each proving period (a day) that they stay faulty';
const MISSED_RECKONING =
  'A missed proof makes sectors faulty and costs no fee by itself. Sectors still faulty when the deadline closes again, a day later, pay for each such day their share by power of 3.51 days of the epoch reward';
const EXACT_RECKONING = `${RECKONING}, by the quality of these sectors.`;
const ABOUT_RECKONING = `${RECKONING}, at the average quality of the active sectors.`;

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
  if (miners.every(({ sectors }) => sectors === undefined)) return unknown(name, 'Sector counts are not available from this endpoint.');
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
        ? `Fault fee every proving period; ${formatInteger(miner.sectors?.active ?? 0)} other sectors active`
        : `About ${filText(fee)} a day until recovered; ${formatInteger(miner.sectors?.active ?? 0)} other sectors active`,
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
        ? `${nameOf(miner)}, deadline ${deadline.index}: all sectors faulty`
        : `${nameOf(miner)}, deadline ${deadline.index}: ${formatCount(deadline.faulty, 'faulty sector')}`,
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

/** The fee compared with the income of the same power. */
function comparedWords({ epochReward, minerPart }: Rewards): string {
  return epochReward === undefined || minerPart === undefined ? '' : incomeDaysWords(faultFeeIncomeDays(epochReward, minerPart));
}

export function proof(name: Name, { miners, epochReward, minerPart, head }: MinerFacts): Check {
  const known = miners.filter(({ deadline }) => deadline?.proof !== undefined);
  if (known.length === 0) return unknown(name, 'Deadline partitions are not available from this endpoint.');
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
            ? `${nameOf(miner)}, deadline ${deadline.index}: no PoSt yet`
            : `${nameOf(miner)}, deadline ${deadline.index}: ${proven} of ${formatCount(partitions, 'partition')} proven`,
        detail:
          fee === undefined
            ? `${count} become faulty if it is missed`
            : `${count} become faulty if it is missed, then ${isExact ? '' : 'about '}${filText(fee)} a day from the next proving period`,
        ...(fee === undefined
          ? {}
          : {
              costADay: fee,
              reckoning: `${MISSED_RECKONING}${isExact ? '.' : ', at the average quality of the active sectors.'}${comparedWords({ epochReward, minerPart })}`,
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
      ? 'All open deadlines are proven or have no sectors to prove.'
      : `${formatCount(waiting, 'deadline')} open, with time left to prove.`,
    gapOf(miners, (miner) => known.includes(miner)),
  );
}
