/** Rules of a miner's keys, of consensus faults, and of what expires. */
import { ENDING_SOON_FILTER } from '../deals/deal-filter.ts';
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';
import { formatCount, formatInteger } from '../text/format.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import { gapOf, type MinerFacts, nameOf, ofMiners, openMiner } from './miner-facts.ts';
import type { Evaluators, Outcome, RuleFinding } from './outcome.ts';

const TOO_MANY = 'Too many sectors to scan, or not available from this endpoint:';

export const STANDING_RULES: Evaluators<'consensus-fault' | 'worker' | 'owner' | 'expiring' | 'deals'> = {
  'consensus-fault': ofInfo('No active consensus faults.', consensusFault),
  worker: ofInfo('None pending.', worker),
  owner: ofInfo('None pending.', owner),
  expiring: ofMiners(expiring),
  deals: ofMiners(deals),
};

/** The sector size comes from StateMinerInfo, together with keys, pending changes and consensus faults. */
const isInfoRead = ({ standing }: OwnMiner): boolean => standing?.sectorSize !== undefined;

/** A rule that reads StateMinerInfo of each miner. */
function ofInfo(words: string, find: (miner: OwnMiner, facts: MinerFacts) => Omit<RuleFinding, 'about'> | undefined) {
  return ofMiners((facts) => {
    const { miners, head } = facts;
    if (!miners.some(isInfoRead)) return { unknown: 'Not read yet, or not available from this endpoint.' };
    const findings = miners.flatMap((miner): RuleFinding[] => {
      const found = find(miner, facts);
      return found === undefined ? [] : [{ about: [head.genesisCid, miner.address], ...found }];
    });
    return { findings, words, gap: gapOf(miners, isInfoRead) };
  });
}

/** A miner that was reported for a consensus fault is barred for 900 epochs (builtin-actors, miner/src/lib.rs, `report_consensus_fault`). */
function consensusFault(miner: OwnMiner, { chainNowMs }: MinerFacts): Omit<RuleFinding, 'about'> | undefined {
  const fault = miner.standing?.consensusFault;
  if (fault === undefined || fault.untilTimeMs < chainNowMs) return undefined;
  return {
    title: `${nameOf(miner)} wins no blocks after a consensus fault`,
    detail: `No blocks, pre-commits or recoveries until epoch ${formatInteger(fault.untilEpoch)}. Check that only one node mines with its worker key`,
    until: { timeMs: fault.untilTimeMs, as: 'left' },
    action: openMiner(miner),
  };
}

function worker(miner: OwnMiner): Omit<RuleFinding, 'about'> | undefined {
  const pending = miner.standing?.pendingWorker;
  if (pending === undefined) return undefined;
  return {
    title: `${nameOf(miner)} has a pending worker change`,
    detail: `${sanitiseToText(pending.address, 40)} becomes the worker at the first proving deadline ${pending.fromEpoch === undefined ? 'after its delay' : `from epoch ${formatInteger(pending.fromEpoch)}`}. If you did not propose it, someone else controls the owner key`,
    action: openMiner(miner),
  };
}

function owner(miner: OwnMiner): Omit<RuleFinding, 'about'> | undefined {
  const pending = miner.standing?.pendingOwner;
  if (pending === undefined) return undefined;
  return {
    title: `${nameOf(miner)} has a pending owner change`,
    detail: `${sanitiseToText(pending, 40)} must accept it. If you did not propose it, someone else controls the owner key`,
    action: openMiner(miner),
  };
}

function expiring({ miners, head }: MinerFacts): Outcome {
  const known = miners.filter(({ standing }) => standing?.expiring !== undefined);
  if (known.length === 0) return { unknown: `${TOO_MANY} see the miner’s own screen.` };
  return {
    findings: known.flatMap((miner): RuleFinding[] => {
      const ends = miner.standing?.expiring;
      if (ends === undefined || ends.count === 0) return [];
      return [
        {
          about: [head.genesisCid, miner.address],
          title: `${formatCount(ends.count, 'sector')} of ${nameOf(miner)} expire within 30 days`,
          detail:
            ends.firstEpoch === undefined
              ? 'Extend them or let them expire'
              : `First at epoch ${formatInteger(ends.firstEpoch)}: extend them or let them expire`,
          ...(ends.firstTimeMs === undefined ? {} : { until: { timeMs: ends.firstTimeMs, as: 'by' } }),
          action: openMiner(miner, `?filter=${encodeURIComponent('expires:<30d')}`),
        },
      ];
    }),
    words: 'None found.',
    gap: gapOf(miners, (miner) => known.includes(miner)),
  };
}

function deals({ miners, head }: MinerFacts): Outcome {
  const known = miners.filter(({ standing }) => standing?.endingDeals !== undefined);
  if (known.length === 0) return { unknown: `${TOO_MANY} see the Deals screen.` };
  const isPartial = known.some(({ standing }) => standing?.endingDeals?.isPartial === true);
  const gaps = [
    gapOf(miners, (miner) => known.includes(miner)),
    isPartial ? 'Market deals are not available from this endpoint.' : undefined,
  ].filter((gap) => gap !== undefined);
  return {
    findings: known.flatMap((miner): RuleFinding[] => {
      const { count = 0, isDealsOnly = false } = miner.standing?.endingDeals ?? {};
      if (count === 0) return [];
      return [
        {
          about: [head.genesisCid, miner.address],
          title: `${formatCount(count, 'deal')} of ${nameOf(miner)} expire within 30 days`,
          detail: isDealsOnly
            ? 'Market deals. Clients may not renew them'
            : 'Deals and claims. Clients may not renew them, and sectors may lose the quality of their claims',
          action: {
            label: 'Open',
            route: `/deals?filter=${encodeURIComponent(`provider:${miner.address}${isDealsOnly ? ' kind:f05' : ''} ${ENDING_SOON_FILTER}`)}`,
          },
        },
      ];
    }),
    words: 'None found.',
    gap: gaps.length === 0 ? undefined : gaps.join(' '),
  };
}
