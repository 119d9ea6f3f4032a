import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { type MinerFacts, type Name, nameOf, openMiner } from './miner-facts.ts';

const TOO_MANY = 'There are too many sectors to look through here, or they are not told:';

export function worker(name: Name, { miners }: MinerFacts): Check {
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
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.');
}

export function owner(name: Name, { miners }: MinerFacts): Check {
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
        action: openMiner(miner),
      },
    ];
  });
  return made(name, items, 'None was proposed.');
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
            ? 'Extend them, or let them go'
            : `The first at epoch ${formatInteger(ends.firstEpoch)}: extend them, or let them go`,
        ...(ends.firstTimeMs === undefined ? {} : { until: { timeMs: ends.firstTimeMs, as: 'by' } }),
        action: openMiner(miner, `?filter=${encodeURIComponent('expires:<30d')}`),
      },
    ];
  });
  return made(
    name,
    items,
    known.length === miners.length ? 'None does.' : `None of ${formatCount(known.length, 'miner')} that could be looked through.`,
  );
}

export function endingDeals(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.endingDeals !== undefined);
  if (known.length === 0) return unknown(name, `${TOO_MANY} the screen of deals counts them.`);
  const isPartial = known.some(({ standing }) => standing?.endingDeals?.isPartial === true);
  const items = known.flatMap((miner): AttentionItem[] => {
    const count = miner.standing?.endingDeals?.count ?? 0;
    if (count === 0) return [];
    return [
      {
        key: `deals ${miner.address}`,
        tone: 'info',
        urgency: 'Plan',
        title: `${formatCount(count, 'deal')} of ${nameOf(miner)} end within 30 days`,
        detail: 'Deals and claims: what is not renewed may be dropped by its client or lose its quality',
        action: { label: 'Open', path: `/deals?filter=${encodeURIComponent(`provider:${miner.address} ends:<30d`)}` },
      },
    ];
  });
  return made(name, items, isPartial ? 'None among the claims: this endpoint does not tell the deals of the market.' : 'None does.');
}
