import { ENDING_SOON_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { gapOf, type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';

/** The size of sectors comes with all else that StateMinerInfo tells: keys, what is proposed, consensus faults. */
const isInfoRead = ({ standing }: OwnMiner): boolean => standing?.sectorSize !== undefined;
const UNREAD = 'Not read yet, or not available from this endpoint.';
const TOO_MANY = 'Too many sectors to look through, or not available from this endpoint:';

export function worker(name: Name, { miners }: MinerFacts): Check {
  if (!miners.some(isInfoRead)) return unknown(name, UNREAD);
  const items = miners.flatMap((miner): AttentionItem[] => {
    const pending = miner.standing?.pendingWorker;
    if (pending === undefined) return [];
    return [
      {
        key: `worker ${miner.address}`,
        tone: 'warning',
        urgency: 'Soon',
        title: `${nameOf(miner)} is to get another worker`,
        detail: `${sanitiseToText(pending.address, 40)} takes effect by itself at the first proving deadline ${pending.fromEpoch === undefined ? 'after its delay' : `from epoch ${formatInteger(pending.fromEpoch)}`}. If you did not propose it, someone else controls the owner key`,
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.', gapOf(miners, isInfoRead));
}

/** A miner that was reported for a consensus fault is barred for 900 epochs (builtin-actors, miner/src/lib.rs, `report_consensus_fault`). */
export function consensusFault(name: Name, { miners, chainNowMs }: MinerFacts): Check {
  if (!miners.some(isInfoRead)) return unknown(name, UNREAD);
  const items = miners.flatMap((miner): AttentionItem[] => {
    const fault = miner.standing?.consensusFault;
    if (fault === undefined || fault.untilTimeMs < chainNowMs) return [];
    return [
      {
        key: `consensus-fault ${miner.address}`,
        tone: 'danger',
        urgency: 'Act now',
        title: `${nameOf(miner)} wins no blocks after a consensus fault`,
        detail: `No blocks, pre-commits or recoveries until epoch ${formatInteger(fault.untilEpoch)}. Check that only one node mines with its worker key`,
        until: { timeMs: fault.untilTimeMs, as: 'left' },
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'No consensus fault is active.', gapOf(miners, isInfoRead));
}

export function owner(name: Name, { miners }: MinerFacts): Check {
  if (!miners.some(isInfoRead)) return unknown(name, UNREAD);
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
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.', gapOf(miners, isInfoRead));
}

export function expiring(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.expiring !== undefined);
  if (known.length === 0) return unknown(name, `${TOO_MANY} the screen of the miner counts them.`);
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
            ? 'Extend them or let them expire'
            : `The first at epoch ${formatInteger(ends.firstEpoch)}: extend them or let them expire`,
        ...(ends.firstTimeMs === undefined ? {} : { until: { timeMs: ends.firstTimeMs, as: 'by' } }),
        action: openMiner(miner, `?filter=${encodeURIComponent('expires:<30d')}`),
      },
    ];
  });
  return made(
    name,
    items,
    'None found.',
    gapOf(miners, (miner) => known.includes(miner)),
  );
}

export function endingDeals(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.endingDeals !== undefined);
  if (known.length === 0) return unknown(name, `${TOO_MANY} the screen of deals counts them.`);
  const isPartial = known.some(({ standing }) => standing?.endingDeals?.isPartial === true);
  const items = known.flatMap((miner): AttentionItem[] => {
    const { count = 0, isDealsOnly = false } = miner.standing?.endingDeals ?? {};
    if (count === 0) return [];
    return [
      {
        key: `deals ${miner.address}`,
        tone: 'info',
        urgency: 'Plan',
        title: `${formatCount(count, 'deal')} of ${nameOf(miner)} end within 30 days`,
        detail: isDealsOnly
          ? 'Deals of the market: what is not renewed may be dropped by its client'
          : 'Deals and claims: what is not renewed may be dropped by its client or lose its quality',
        action: {
          label: 'Open',
          path: `/deals?filter=${encodeURIComponent(`provider:${miner.address}${isDealsOnly ? ' kind:f05' : ''} ${ENDING_SOON_FILTER}`)}`,
        },
      },
    ];
  });
  const gaps = [
    gapOf(miners, (miner) => known.includes(miner)),
    isPartial ? 'Deals of the market are not available from this endpoint.' : undefined,
  ].filter((gap) => gap !== undefined);
  return made(name, items, 'None found.', gaps.length === 0 ? undefined : gaps.join(' '));
}
