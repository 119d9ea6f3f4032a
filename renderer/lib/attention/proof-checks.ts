import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { filText } from './amount-words.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { feeOf, feeOfPower, type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';

/** A window is 60 epochs. Proofs come early in it; without one when a third is left somebody has to act. */
const PROOF_SOON_EPOCHS = 40;
const PROOF_NOW_EPOCHS = 20;
const RECKONING = 'The reward that their power is expected to earn in 3.51 days, for each proving period (a day) that they stay faulty';
const EXACT_RECKONING = `${RECKONING}, by the quality of these sectors.`;
const ABOUT_RECKONING = `${RECKONING}, at the average quality of the sectors that are active.`;

export function faults(name: Name, { miners, epochReward }: MinerFacts): Check {
  const items = miners.flatMap((miner): AttentionItem[] => {
    const faulty = miner.sectors?.faulty ?? 0;
    if (faulty === 0) return [];
    const deadlines = miner.standing?.faulty ?? [];
    return deadlines.length === 0
      ? [faultyMiner(miner, faulty, epochReward)]
      : deadlines.map((deadline) => faultyDeadline(miner, deadline, epochReward));
  });
  const active = miners.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0);
  const untold = miners.filter(({ sectors }) => sectors === undefined);
  if (items.length > 0 || untold.length === 0) return made(name, items, `${formatCount(active, 'sector')} active.`);
  return unknown(
    name,
    untold.length === miners.length ? 'This endpoint does not count sectors.' : `It was not told of ${untold.map(nameOf).join(', ')}.`,
  );
}

function faultyMiner(miner: OwnMiner, faulty: number, epochReward: bigint | undefined): AttentionItem {
  const fee = feeOf(miner, faulty, epochReward);
  return {
    key: `faults ${miner.address}`,
    tone: 'danger',
    urgency: 'Act now',
    title: `${nameOf(miner)} has ${formatCount(faulty, 'faulty sector')}`,
    detail:
      fee === undefined
        ? `They cost a fee every proving period, ${formatInteger(miner.sectors?.active ?? 0)} others are active`
        : `About ${filText(fee)} a day until recovered, ${formatInteger(miner.sectors?.active ?? 0)} others are active`,
    ...(fee === undefined ? {} : { reckoning: ABOUT_RECKONING }),
    action: openMiner(miner),
  };
}

type FaultyDeadline = NonNullable<NonNullable<OwnMiner['standing']>['faulty']>[number];

function faultyDeadline(miner: OwnMiner, deadline: FaultyDeadline, epochReward: bigint | undefined): AttentionItem {
  const power = deadline.qualityAdjusted;
  const fee = power === undefined ? feeOf(miner, deadline.faulty, epochReward) : feeOfPower(miner, BigInt(power), epochReward);
  const isRecovering = deadline.recovering >= deadline.faulty;
  const amount = fee === undefined ? 'a fee every day' : `${power === undefined ? 'about ' : ''}${filText(fee)} a day`;
  return {
    key: `faults ${miner.address} ${deadline.index}`,
    tone: isRecovering ? 'pending' : 'danger',
    urgency: isRecovering ? 'Recovers' : 'Act now',
    title:
      deadline.faulty >= deadline.live
        ? `Deadline ${deadline.index} of ${nameOf(miner)} is faulty`
        : `Deadline ${deadline.index} of ${nameOf(miner)} has ${formatCount(deadline.faulty, 'faulty sector')}`,
    detail: isRecovering
      ? `${formatCount(deadline.faulty, 'sector')}, recovery is declared: the next proof ends it`
      : `${formatCount(deadline.faulty, 'sector')}, ${amount} until recovered`,
    ...(fee === undefined ? {} : { reckoning: power === undefined ? ABOUT_RECKONING : EXACT_RECKONING }),
    ...(isRecovering ? {} : { until: { timeMs: deadline.cutoffTimeMs, as: 'by' } }),
    action: { ...openMiner(miner, `?deadline=${deadline.index}`), label: isRecovering ? 'Open' : 'Recover' },
  };
}

export function proof(name: Name, { miners, epochReward, head }: MinerFacts): Check {
  const known = miners.filter(({ deadline }) => deadline?.proof !== undefined);
  if (known.length === 0) return unknown(name, 'This endpoint does not tell the partitions of deadlines.');
  const height = head?.head?.height;
  const items = known.flatMap((miner): AttentionItem[] => {
    const { deadline } = miner;
    if (deadline?.proof === undefined || height === undefined || deadline.proof.proven >= deadline.proof.partitions) return [];
    const left = deadline.closeEpoch - height;
    if (left > PROOF_SOON_EPOCHS || left <= 0) return [];
    const { partitions, proven, sectors } = deadline.proof;
    const fee = feeOf(miner, sectors, epochReward);
    const count = formatCount(sectors, 'sector');
    return [
      {
        key: `proof ${miner.address}`,
        tone: left <= PROOF_NOW_EPOCHS ? 'danger' : 'warning',
        urgency: left <= PROOF_NOW_EPOCHS ? 'Act now' : 'Soon',
        title:
          proven === 0
            ? `${nameOf(miner)} deadline ${deadline.index}: no PoSt seen yet`
            : `${nameOf(miner)} deadline ${deadline.index}: ${proven} of ${formatCount(partitions, 'partition')} proven`,
        detail: fee === undefined ? `${count} become faulty if it is missed` : `${count}, about ${filText(fee)} a day if it is missed`,
        ...(fee === undefined ? {} : { reckoning: ABOUT_RECKONING }),
        until: { timeMs: deadline.closeTimeMs, as: 'left' },
        action: openMiner(miner, `?deadline=${deadline.index}`),
      },
    ];
  });
  const untold = miners.filter((miner) => !known.includes(miner));
  if (items.length === 0 && untold.length > 0) return unknown(name, `It was not told of ${untold.map(nameOf).join(', ')}.`);
  const waiting = known.filter(({ deadline }) => (deadline?.proof?.proven ?? 0) < (deadline?.proof?.partitions ?? 0)).length;
  return made(
    name,
    items,
    waiting === 0
      ? 'All that are open are proven, or have nothing to prove.'
      : `${formatCount(waiting, 'window')} still open, with time left.`,
  );
}
