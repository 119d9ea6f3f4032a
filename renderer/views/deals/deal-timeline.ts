/** The timeline of a deal, claim or allocation, derived from its epochs. */
import type { DataCapFreeze } from '../../../shared/domain/deals/datacap-freeze.ts';
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';

export interface DealStep {
  readonly title: string;
  readonly note: string | undefined;
  readonly epoch: number | undefined;
  readonly status: 'done' | 'now' | 'next' | 'bad';
}

/**
 * Past and future steps in order, as of the tipset of the deal.
 *
 * @param freeze of DataCap at that tipset; undefined if not frozen
 */
export function dealTimeline(deal: Deal, freeze?: DataCapFreeze): DealStep[] {
  switch (deal.row.kind) {
    case 'f05':
      return marketTimeline(deal);
    case 'ddo':
      return claimTimeline(deal);
    case 'allocation':
      return allocationTimeline(deal, freeze);
    default:
      return deal.row.kind satisfies never;
  }
}

function marketTimeline({ row, agreed, terms, sector, pinned }: Deal): DealStep[] {
  const now = pinned.height;
  const startEpoch = row.startEpoch ?? 0;
  const steps: DealStep[] = [{ title: 'Published', note: 'stored by the market actor', epoch: undefined, status: 'done' }];
  if (row.sectorNumber !== undefined) {
    const location = locationOf(sector);
    steps.push({
      title: `In sector ${row.sectorNumber}`,
      note: location ?? 'data can be retrieved',
      epoch: agreed?.sectorStartEpoch,
      status: 'done',
    });
  } else if (row.state === 'missed-start') {
    steps.push({ title: 'Missed start', note: 'no sector proved the piece in time', epoch: startEpoch, status: 'bad' });
    return steps;
  } else if (agreed?.sectorStartEpoch !== undefined) {
    steps.push({
      title: 'In a sector',
      note: 'sector number not recorded in the older deal state',
      epoch: agreed.sectorStartEpoch,
      status: 'done',
    });
  } else {
    steps.push({ title: 'Waiting for a sector', note: 'must be proven before the start', epoch: undefined, status: 'now' });
  }
  const hasStarted = startEpoch <= now && (row.sectorNumber ?? agreed?.sectorStartEpoch) !== undefined;
  steps.push({ title: 'Starts', note: 'payment starts', epoch: startEpoch, status: hasStarted ? 'done' : 'next' });
  if (agreed?.slashEpoch !== undefined) {
    steps.push({ title: 'Slashed', note: 'collateral burned', epoch: agreed.slashEpoch, status: 'bad' });
    return orderByEpoch(steps);
  }
  if (agreed?.lastUpdatedEpoch !== undefined) {
    steps.push({
      title: 'Last settled',
      note: 'payment and collateral updated',
      epoch: agreed.lastUpdatedEpoch,
      status: 'done',
    });
  }
  if (hasStarted) steps.push(...currentSteps(row.state, sector, agreed?.sectorStartEpoch ?? startEpoch, now));
  const hasEnded = row.endEpoch <= now;
  steps.push({ title: hasEnded ? 'Ended' : 'Ends', note: 'end of the term', epoch: row.endEpoch, status: hasEnded ? 'done' : 'next' });
  steps.push(...termSteps(terms, now));
  return orderByEpoch(steps);
}

function claimTimeline({ row, terms, sector, pinned }: Deal): DealStep[] {
  const now = pinned.height;
  const sectorName = row.sectorNumber === undefined ? 'a sector' : `sector ${row.sectorNumber}`;
  return orderByEpoch([
    { title: 'Allocated', note: 'by the client, in the verified registry', epoch: undefined, status: 'done' },
    { title: `Claimed in ${sectorName}`, note: locationOf(sector) ?? 'by the provider', epoch: row.startEpoch, status: 'done' },
    ...currentSteps(row.state, sector, row.startEpoch ?? 0, now),
    ...termSteps(terms, now),
  ]);
}

function allocationTimeline({ row, terms, pinned }: Deal, freeze: DataCapFreeze | undefined): DealStep[] {
  if (freeze !== undefined) {
    return [
      { title: 'Allocated', note: 'client DataCap reserved', epoch: undefined, status: 'done' },
      { title: 'Can no longer be claimed', note: 'DataCap is frozen (FIP-0118)', epoch: freeze.sinceEpoch, status: 'done' },
    ];
  }
  const isOver = pinned.height > row.endEpoch;
  return [
    { title: 'Allocated', note: 'client DataCap reserved', epoch: undefined, status: 'done' },
    {
      title: isOver ? 'Never claimed' : 'Claim deadline',
      note: isOver ? 'DataCap can be returned to the client' : 'the piece must be in a sector by then',
      epoch: row.endEpoch,
      status: isOver ? 'bad' : 'now',
    },
    ...(terms === undefined || isOver
      ? []
      : [
          { title: 'Minimum term', note: `${daysOf(terms.termMin)} from the claim`, epoch: undefined, status: 'next' as const },
          { title: 'Maximum term', note: `${daysOf(terms.termMax)} from the claim`, epoch: undefined, status: 'next' as const },
        ]),
  ];
}

/** The current step: proving, faulty, or without a live sector. */
function currentSteps(state: Deal['row']['state'], sector: Deal['sector'], since: number, now: number): DealStep[] {
  const found = sector !== undefined && 'value' in sector ? sector.value : undefined;
  if (state === 'faulty') {
    const note = found?.isRecovering === true ? 'recovery declared, to be proven in the next window' : 'not proven in its last window';
    return [{ title: 'Sector faulty', note, epoch: now, status: 'bad' }];
  }
  if (state === 'ended') return [{ title: 'Sector ended', note: 'data no longer proven', epoch: now, status: 'bad' }];
  if (state !== 'proving') return [];
  const window = found?.lastWindow;
  // A sector added after its window closed is first proven in the next one.
  return window === undefined || window.openEpoch < since
    ? [{ title: 'Proving', note: 'sector proven every day', epoch: now, status: 'now' }]
    : [{ title: 'Proven in last window', note: locationOf(sector), epoch: window.closeEpoch, status: 'now' }];
}

/** A claim can be dropped after its minimum term, and ends at its maximum term. */
function termSteps(terms: Deal['terms'], now: number): DealStep[] {
  if (terms?.termStart === undefined) return [];
  const from = terms.termStart + terms.termMin;
  const until = terms.termStart + terms.termMax;
  return [
    { title: 'Earliest end', note: `minimum term, ${daysOf(terms.termMin)}`, epoch: from, status: from <= now ? 'done' : 'next' },
    {
      title: 'Latest end',
      note: `maximum term, ${daysOf(terms.termMax)}`,
      epoch: until,
      status: until <= now ? 'done' : 'next',
    },
  ];
}

function locationOf(sector: Deal['sector']): string | undefined {
  if (sector === undefined || 'error' in sector || sector.value.deadline === undefined) return undefined;
  return `deadline ${sector.value.deadline}, partition ${sector.value.partition ?? 0}`;
}

const EPOCHS_PER_DAY = 2880;

/** Epochs last 30 seconds on every network with claims. */
function daysOf(epochs: number): string {
  return `${Math.round(epochs / EPOCHS_PER_DAY)} days`;
}

/** Steps without an epoch come first, in their order. */
function orderByEpoch(steps: readonly DealStep[]): DealStep[] {
  const dated = steps.filter((step) => step.epoch !== undefined).sort((left, right) => (left.epoch ?? 0) - (right.epoch ?? 0));
  return [...steps.filter((step) => step.epoch === undefined), ...dated];
}
