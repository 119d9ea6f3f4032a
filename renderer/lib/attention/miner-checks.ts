import { faultFeeADay } from '../../../shared/domain/fault-fee.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { filText } from './amount-words.ts';
import { type AttentionFacts, type AttentionItem, type Check, knownMiners, made, notApplicable, unknown } from './check.ts';
import { sealingFailed, sealingStill } from './sealing-checks.ts';

const GROUP = 'My miners';
/** A window is 60 epochs. Proofs come early in it; without one when a third is left somebody has to act. */
const PROOF_SOON_EPOCHS = 40;
const PROOF_NOW_EPOCHS = 20;
const GAS_SOON_DAYS = 7;
const GAS_NOW_DAYS = 1;
/** Below this an address that has to send proofs may not be able to pay for one. */
const GAS_LEAST_ATTO = 10n ** 17n;
const SENDS_PROOFS = /^(Worker|Control \d+)$/;
const RECKONING =
  'The reward that their power is expected to earn in 3.51 days, for each proving period (a day) that they stay faulty, at the average quality of the sectors that are active.';

interface MinerFacts extends Pick<AttentionFacts, 'head' | 'nowMs'> {
  readonly miners: readonly OwnMiner[];
  readonly epochReward: bigint | undefined;
}

const NAMES = {
  faults: 'Faulty sectors',
  proof: 'Proofs of open deadlines',
  gas: 'Gas of who sends proofs',
  debt: 'Fee debt',
  worker: 'Change of the worker',
  owner: 'Change of the owner',
  expiring: 'Sectors that end within 30 days',
  'sealing-failed': 'Failures while sealing',
  'sealing-still': 'Progress of sealing',
} as const;

/** One's own miners, as they were last read. */
export function minerChecks(facts: AttentionFacts): readonly Check[] {
  const miners = knownMiners(facts);
  const names = Object.entries(NAMES).map(([id, title]) => ({ id, group: GROUP, title }) as const);
  if (miners === undefined) return names.map((name) => unknown(name, 'Your miners were not read yet.'));
  if (miners.length === 0) return names.map((name) => notApplicable(name, 'No miner is marked as yours.'));
  const reward = facts.ownMiners?.known?.epochReward;
  const about: MinerFacts = { ...facts, miners, epochReward: reward === undefined ? undefined : BigInt(reward) };
  const checks: Readonly<Record<string, (name: (typeof names)[number], facts: MinerFacts) => Check>> = {
    faults,
    proof,
    gas,
    debt,
    worker,
    owner,
    expiring,
    'sealing-failed': sealingFailed,
    'sealing-still': sealingStill,
  };
  return names.flatMap((name) => checks[name.id]?.(name, about) ?? []);
}

type Name = Parameters<typeof made>[0];

function nameOf(miner: OwnMiner): string {
  return sanitiseToText(miner.address, 40);
}

function open(miner: OwnMiner, query = ''): AttentionItem['action'] {
  return { label: 'Open', path: `/miners/${encodeURIComponent(miner.address)}${query}` };
}

/** What sectors cost a day while they are faulty; undefined where their power cannot be told. */
function feeOf(miner: OwnMiner, sectors: number, epochReward: bigint | undefined): bigint | undefined {
  const size = miner.standing?.sectorSize;
  if (size === undefined || epochReward === undefined) return undefined;
  const raw = BigInt(miner.rawBytes);
  const bytes = BigInt(sectors) * BigInt(size);
  return faultFeeADay({
    qualityAdjusted: raw > 0n ? (bytes * BigInt(miner.qualityAdjusted)) / raw : bytes,
    networkQualityAdjusted: BigInt(miner.networkQualityAdjusted),
    epochReward,
  });
}

function faults(name: Name, { miners, epochReward }: MinerFacts): Check {
  if (miners.every(({ sectors }) => sectors === undefined)) return unknown(name, 'This endpoint does not count sectors.');
  const items = miners.flatMap((miner): AttentionItem[] => {
    const faulty = miner.sectors?.faulty ?? 0;
    if (faulty === 0) return [];
    const deadlines = miner.standing?.faulty ?? [];
    return deadlines.length === 0
      ? [faultyMiner(miner, faulty, epochReward)]
      : deadlines.map((deadline) => faultyDeadline(miner, deadline, epochReward));
  });
  const active = miners.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0);
  return made(name, items, `${formatCount(active, 'sector')} active.`);
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
    ...(fee === undefined ? {} : { reckoning: RECKONING }),
    action: open(miner),
  };
}

type FaultyDeadline = NonNullable<NonNullable<OwnMiner['standing']>['faulty']>[number];

function faultyDeadline(miner: OwnMiner, deadline: FaultyDeadline, epochReward: bigint | undefined): AttentionItem {
  const fee = feeOf(miner, deadline.faulty, epochReward);
  const isRecovering = deadline.recovering >= deadline.faulty;
  const cost = fee === undefined ? 'a fee every day until recovered' : `about ${filText(fee)} a day until recovered`;
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
      : `${formatCount(deadline.faulty, 'sector')}, ${cost}`,
    ...(fee === undefined ? {} : { reckoning: RECKONING }),
    ...(isRecovering ? {} : { until: { timeMs: deadline.cutoffTimeMs, as: 'by' } }),
    action: { ...open(miner, `?deadline=${deadline.index}`), label: isRecovering ? 'Open' : 'Recover' },
  };
}

function proof(name: Name, { miners, epochReward, head }: MinerFacts): Check {
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
        ...(fee === undefined ? {} : { reckoning: RECKONING }),
        until: { timeMs: deadline.closeTimeMs, as: 'left' },
        action: open(miner, `?deadline=${deadline.index}`),
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
  );
}

function gas(name: Name, { miners }: MinerFacts): Check {
  const senders = new Map<string, { miner: OwnMiner; key: NonNullable<OwnMiner['standing']>['keys'][number] }>();
  for (const miner of miners) {
    for (const key of miner.standing?.keys ?? []) {
      if (SENDS_PROOFS.test(key.role) && key.balance !== undefined) senders.set(key.address, { miner, key });
    }
  }
  if (senders.size === 0) return unknown(name, 'The keys of your miners were not read yet, or this endpoint does not tell them.');
  const items = [...senders.values()].flatMap(({ miner, key }): AttentionItem[] => {
    const balance = BigInt(key.balance ?? '0');
    const address = sanitiseToText(key.address, 40);
    const action = { label: 'Top up', path: '/compose', sendTo: key.address };
    const of = `${filText(balance)} left, it is ${key.role.toLowerCase()} of ${nameOf(miner)}`;
    if (balance === 0n) {
      return [
        {
          key: `gas ${key.address}`,
          tone: 'danger',
          urgency: 'Act now',
          title: `${address} has nothing to pay gas with`,
          detail: of,
          action,
        },
      ];
    }
    const days = key.runway?.daysLeft;
    if (days !== undefined && days < GAS_SOON_DAYS) {
      return [
        {
          key: `gas ${key.address}`,
          tone: days < GAS_NOW_DAYS ? 'danger' : 'warning',
          urgency: days < GAS_NOW_DAYS ? 'Act now' : 'Soon',
          title: `${address} can pay gas for ${days < 1 ? 'less than a day' : `${formatCount(Math.floor(days), 'more day', 'more days')}`}`,
          detail: of,
          reckoning: `It lost ${filText(BigInt(key.runway?.spentADay ?? '0'))} a day in the ${key.runway?.seenDays} days that were seen here.`,
          action,
        },
      ];
    }
    if (days === undefined && balance < GAS_LEAST_ATTO) {
      return [
        { key: `gas ${key.address}`, tone: 'warning', urgency: 'Soon', title: `${address} has little to pay gas with`, detail: of, action },
      ];
    }
    return [];
  });
  const known = [...senders.values()].filter(({ key }) => key.runway !== undefined).length;
  return made(
    name,
    items,
    known === senders.size
      ? `${formatCount(senders.size, 'address', 'addresses')} can for more than ${GAS_SOON_DAYS} days.`
      : `${formatCount(senders.size, 'address', 'addresses')} with funds; for how long is known once a quarter of a day was seen.`,
  );
}

function debt(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.feeDebt !== undefined);
  if (known.length === 0) return unknown(name, 'The state of your miners was not read yet, or this endpoint does not tell it.');
  const items = known
    .filter(({ standing }) => BigInt(standing?.feeDebt ?? '0') > 0n)
    .map(
      (miner): AttentionItem => ({
        key: `debt ${miner.address}`,
        tone: 'danger',
        urgency: 'Act now',
        title: `${nameOf(miner)} owes ${filText(BigInt(miner.standing?.feeDebt ?? '0'))}`,
        detail: 'Until it is paid nothing can be withdrawn and no new sector begun: send it funds',
        action: { label: 'Top up', path: '/compose', sendTo: miner.address },
      }),
    );
  return made(name, items, 'No miner has a fee debt.');
}

function worker(name: Name, { miners }: MinerFacts): Check {
  if (miners.every(({ standing }) => standing === undefined)) return unknown(name, 'The keys of your miners were not read yet.');
  const items = miners.flatMap((miner): AttentionItem[] => {
    const pending = miner.standing?.pendingWorker;
    if (pending === undefined) return [];
    return [
      {
        key: `worker ${miner.address}`,
        tone: 'warning',
        urgency: 'Soon',
        title: `${nameOf(miner)} is to get another worker`,
        detail: `${sanitiseToText(pending.address, 40)}${pending.fromEpoch === undefined ? '' : ` from epoch ${formatInteger(pending.fromEpoch)}`}: the owner has to confirm it`,
        action: open(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.');
}

function owner(name: Name, { miners }: MinerFacts): Check {
  if (miners.every(({ standing }) => standing === undefined)) return unknown(name, 'The keys of your miners were not read yet.');
  const items = miners.flatMap((miner): AttentionItem[] => {
    const pending = miner.standing?.pendingOwner;
    if (pending === undefined) return [];
    return [
      {
        key: `owner ${miner.address}`,
        tone: 'warning',
        urgency: 'Soon',
        title: `${nameOf(miner)} is to get another owner`,
        detail: `${sanitiseToText(pending, 40)} has to accept it. If you did not propose it, the owner key is in other hands`,
        action: open(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.');
}

function expiring(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.expiring !== undefined);
  if (known.length === 0)
    return unknown(name, 'There are too many sectors to look through here, or they are not told: the screen of the miner counts them.');
  const items = known.flatMap((miner): AttentionItem[] => {
    const ends = miner.standing?.expiring;
    if (ends === undefined || ends.count === 0) return [];
    return [
      {
        key: `expiring ${miner.address}`,
        tone: 'info',
        urgency: 'Plan',
        title: `${formatCount(ends.count, 'sector')} of ${nameOf(miner)} end within 30 days`,
        detail:
          ends.firstEpoch === undefined
            ? 'Extend them, or let them go'
            : `The first at epoch ${formatInteger(ends.firstEpoch)}: extend them, or let them go`,
        ...(ends.firstTimeMs === undefined ? {} : { until: { timeMs: ends.firstTimeMs, as: 'by' } }),
        action: open(miner, `?filter=${encodeURIComponent('expires:<30d')}`),
      },
    ];
  });
  return made(
    name,
    items,
    known.length === miners.length ? 'None does.' : `None of ${formatCount(known.length, 'miner')} that could be looked through.`,
  );
}
