/** The life of a deal, a claim or an allocation as steps, derived from its epochs alone. */
import type { DataCapFreeze } from '../../../shared/domain/datacap-freeze.ts';
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';

export interface DealStep {
  readonly title: string;
  readonly note: string | undefined;
  readonly epoch: number | undefined;
  readonly status: 'done' | 'now' | 'next' | 'bad';
}

/**
 * Steps in the order in which they happened or will happen, as seen from the tipset that they were read at.
 *
 * @param freeze of DataCap at that tipset, where it is frozen
 */
export function dealLife(deal: Deal, freeze?: DataCapFreeze): DealStep[] {
  switch (deal.row.kind) {
    case 'f05':
      return marketLife(deal);
    case 'ddo':
      return claimLife(deal);
    case 'allocation':
      return allocationLife(deal, freeze);
    default:
      return deal.row.kind satisfies never;
  }
}

function marketLife({ row, agreed, terms, sector, pinned }: Deal): DealStep[] {
  const now = pinned.height;
  const startEpoch = row.startEpoch ?? 0;
  const steps: DealStep[] = [{ title: 'Published', note: 'held by the market actor', epoch: undefined, status: 'done' }];
  if (row.sectorNumber !== undefined) {
    const place = placeOf(sector);
    steps.push({
      title: `In sector ${row.sectorNumber}`,
      note: place ?? 'from here a retrieval gives the data',
      epoch: agreed?.sectorStartEpoch,
      status: 'done',
    });
  } else if (row.state === 'missed-start') {
    steps.push({ title: 'Missed its start', note: 'no sector proved the piece in time', epoch: startEpoch, status: 'bad' });
    return steps;
  } else if (agreed?.sectorStartEpoch !== undefined) {
    steps.push({
      title: 'In a sector',
      note: 'the market does not say in which: what it keeps of this deal is of an older form',
      epoch: agreed.sectorStartEpoch,
      status: 'done',
    });
  } else {
    steps.push({ title: 'Waiting for a sector', note: 'must be proven before the start', epoch: undefined, status: 'now' });
  }
  const hasStarted = startEpoch <= now && (row.sectorNumber ?? agreed?.sectorStartEpoch) !== undefined;
  steps.push({ title: 'Starts', note: 'payment counts from here', epoch: startEpoch, status: hasStarted ? 'done' : 'next' });
  if (agreed?.slashEpoch !== undefined) {
    steps.push({ title: 'Slashed', note: 'collateral burned', epoch: agreed.slashEpoch, status: 'bad' });
    return orderByEpoch(steps);
  }
  if (agreed?.lastUpdatedEpoch !== undefined) {
    steps.push({
      title: 'Last settled',
      note: 'payment and collateral brought up to date',
      epoch: agreed.lastUpdatedEpoch,
      status: 'done',
    });
  }
  if (hasStarted) steps.push(...presentOf(row.state, sector, agreed?.sectorStartEpoch ?? startEpoch, now));
  const hasEnded = row.endEpoch <= now;
  steps.push({ title: hasEnded ? 'Ended' : 'Ends', note: 'as agreed', epoch: row.endEpoch, status: hasEnded ? 'done' : 'next' });
  steps.push(...termsLife(terms, now));
  return orderByEpoch(steps);
}

function claimLife({ row, terms, sector, pinned }: Deal): DealStep[] {
  const now = pinned.height;
  const sectorName = row.sectorNumber === undefined ? 'a sector' : `sector ${row.sectorNumber}`;
  return orderByEpoch([
    { title: 'Allocation made', note: 'by the client in f06', epoch: undefined, status: 'done' },
    { title: `Claimed in ${sectorName}`, note: placeOf(sector) ?? 'by the provider', epoch: row.startEpoch, status: 'done' },
    ...presentOf(row.state, sector, row.startEpoch ?? 0, now),
    ...termsLife(terms, now),
  ]);
}

function allocationLife({ row, terms, pinned }: Deal, freeze: DataCapFreeze | undefined): DealStep[] {
  if (freeze !== undefined) {
    return [
      { title: 'Allocation made', note: 'DataCap of the client was set aside', epoch: undefined, status: 'done' },
      { title: 'Can no longer be claimed', note: 'DataCap is frozen (FIP-0118)', epoch: freeze.sinceEpoch, status: 'done' },
    ];
  }
  const isOver = pinned.height > row.endEpoch;
  return [
    { title: 'Allocation made', note: 'DataCap of the client is set aside', epoch: undefined, status: 'done' },
    {
      title: isOver ? 'Never claimed' : 'Must be claimed until',
      note: isOver ? 'the DataCap can be given back to the client' : 'the provider puts the piece into a sector before',
      epoch: row.endEpoch,
      status: isOver ? 'bad' : 'now',
    },
    ...(terms === undefined || isOver
      ? []
      : [
          { title: 'Kept at least', note: `${daysOf(terms.termMin)} from the claim`, epoch: undefined, status: 'next' as const },
          { title: 'Counted at most', note: `${daysOf(terms.termMax)} from the claim`, epoch: undefined, status: 'next' as const },
        ]),
  ];
}

/** What is so now: proven, faulty, or without its sector. */
function presentOf(state: Deal['row']['state'], sector: Deal['sector'], since: number, now: number): DealStep[] {
  const found = sector !== undefined && 'value' in sector ? sector.value : undefined;
  if (state === 'faulty') {
    const note = found?.isRecovering === true ? 'declared recovered, to be proven in the next window' : 'not proven in its last window';
    return [{ title: 'Sector faulty', note, epoch: now, status: 'bad' }];
  }
  if (state === 'ended') return [{ title: 'Sector ended', note: 'the data is not kept any more', epoch: now, status: 'bad' }];
  if (state !== 'proving') return [];
  const window = found?.lastWindow;
  // A sector that came after its window was closed is first proven in the next.
  return window === undefined || window.openEpoch < since
    ? [{ title: 'Proving', note: 'its sector is proven every day', epoch: now, status: 'now' }]
    : [{ title: 'Proven in its last window', note: placeOf(sector), epoch: window.closeEpoch, status: 'now' }];
}

/** A claim ends with its sector: from its shortest term on it may, at its longest it does in any case. */
function termsLife(terms: Deal['terms'], now: number): DealStep[] {
  if (terms?.termStart === undefined) return [];
  const from = terms.termStart + terms.termMin;
  const until = terms.termStart + terms.termMax;
  return [
    { title: 'May end from', note: `minimum term, ${daysOf(terms.termMin)}`, epoch: from, status: from <= now ? 'done' : 'next' },
    {
      title: until <= now ? 'Ended at the latest' : 'Ends at the latest',
      note: `maximum term, ${daysOf(terms.termMax)}`,
      epoch: until,
      status: until <= now ? 'done' : 'next',
    },
  ];
}

function placeOf(sector: Deal['sector']): string | undefined {
  if (sector === undefined || 'error' in sector || sector.value.deadline === undefined) return undefined;
  return `deadline ${sector.value.deadline}, partition ${sector.value.partition ?? 0}`;
}

const EPOCHS_PER_DAY = 2880;

/** An epoch has 30 seconds on every network that has terms. */
function daysOf(epochs: number): string {
  return `${Math.round(epochs / EPOCHS_PER_DAY)} days`;
}

/** Steps without an epoch keep their place; a deal may have started before its sector was last settled. */
function orderByEpoch(steps: readonly DealStep[]): DealStep[] {
  const dated = steps.filter((step) => step.epoch !== undefined).sort((left, right) => (left.epoch ?? 0) - (right.epoch ?? 0));
  return [...steps.filter((step) => step.epoch === undefined), ...dated];
}
