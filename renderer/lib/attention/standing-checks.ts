import { ENDING_SOON_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { gapOf, type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';

/** The sector size comes from StateMinerInfo, together with keys, pending changes and consensus faults. */
const isInfoRead = ({ standing }: OwnMiner): boolean => standing?.sectorSize !== undefined;
const UNREAD = 'Not read yet, or not available from this endpoint.';
const TOO_MANY = 'Too many sectors to scan, or not available from this endpoint:';

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
        title: `${nameOf(miner)} has a pending worker change`,
        detail: `${sanitiseToText(pending.address, 40)} becomes the worker at the first proving deadline ${pending.fromEpoch === undefined ? 'after its delay' : `from epoch ${formatInteger(pending.fromEpoch)}`}. If you did not propose it, someone else controls the owner key`,
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None pending.', gapOf(miners, isInfoRead));
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
  return made(name, items, 'No active consensus faults.', gapOf(miners, isInfoRead));
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
        title: `${nameOf(miner)} has a pending owner change`,
        detail: `${sanitiseToText(pending, 40)} must accept it. If you did not propose it, someone else controls the owner key`,
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None pending.', gapOf(miners, isInfoRead));
}

export function expiring(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.expiring !== undefined);
  if (known.length === 0) return unknown(name, `${TOO_MANY} see the miner’s own screen.`);
  const items = known.flatMap((miner): AttentionItem[] => {
    const ends = miner.standing?.expiring;
    if (ends === undefined || ends.count === 0) return [];
    return [
      {
        key: `expiring ${miner.address}`,
        tone: 'info',
        urgency: 'Plan',
        title: `${formatCount(ends.count, 'sector')} of ${nameOf(miner)} expire within 30 days`,
        detail:
          ends.firstEpoch === undefined
            ? 'Extend them or let them expire'
            : `First at epoch ${formatInteger(ends.firstEpoch)}: extend them or let them expire`,
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
  if (known.length === 0) return unknown(name, `${TOO_MANY} see the Deals screen.`);
  const isPartial = known.some(({ standing }) => standing?.endingDeals?.isPartial === true);
  const items = known.flatMap((miner): AttentionItem[] => {
    const { count = 0, isDealsOnly = false } = miner.standing?.endingDeals ?? {};
    if (count === 0) return [];
    return [
      {
        key: `deals ${miner.address}`,
        tone: 'info',
        urgency: 'Plan',
        title: `${formatCount(count, 'deal')} of ${nameOf(miner)} expire within 30 days`,
        detail: isDealsOnly
          ? 'Market deals. Clients may not renew them'
          : 'Deals and claims. Clients may not renew them, and sectors may lose the quality of their claims',
        action: {
          label: 'Open',
          path: `/deals?filter=${encodeURIComponent(`provider:${miner.address}${isDealsOnly ? ' kind:f05' : ''} ${ENDING_SOON_FILTER}`)}`,
        },
      },
    ];
  });
  const gaps = [
    gapOf(miners, (miner) => known.includes(miner)),
    isPartial ? 'Market deals are not available from this endpoint.' : undefined,
  ].filter((gap) => gap !== undefined);
  return made(name, items, 'None found.', gaps.length === 0 ? undefined : gaps.join(' '));
}
