/** The life of a market deal as steps, derived from its epochs alone, and the words for its state. */
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';

export type DealState = DealRow['state'];
export type DealTone = 'success' | 'pending' | 'danger' | 'muted' | 'warning';

const STATES: Readonly<Record<DealState, { readonly label: string; readonly tone: DealTone; readonly meaning: string }>> = {
  published: {
    label: 'Published',
    tone: 'pending',
    meaning: 'On chain, its sector is not proven yet. A retrieval now gives a file of 0 kb.',
  },
  active: { label: 'Active', tone: 'success', meaning: 'Its sector is on chain and the deal is being paid.' },
  expired: { label: 'Expired', tone: 'muted', meaning: 'The agreed time is over.' },
  slashed: { label: 'Slashed', tone: 'danger', meaning: 'The sector was lost or ended early. The collateral was burned.' },
  'missed-start': {
    label: 'Missed its start',
    tone: 'warning',
    meaning: 'No sector proved the piece before the start epoch. The deal will not become active.',
  },
};

export function dealState(state: DealState): { readonly label: string; readonly tone: DealTone; readonly meaning: string } {
  return STATES[state];
}

export interface DealStep {
  readonly title: string;
  readonly note: string | undefined;
  readonly epoch: number | undefined;
  readonly status: 'done' | 'now' | 'next' | 'bad';
}

/** Steps in the order in which they happened or will happen, as seen from `headEpoch`. */
export function dealLife(deal: DealRow, headEpoch: number): DealStep[] {
  const steps: DealStep[] = [{ title: 'Published', note: 'held by the market actor', epoch: undefined, status: 'done' }];
  if (deal.sectorStartEpoch !== undefined) {
    const sector = deal.sectorNumber === undefined ? 'In a proven sector' : `In sector ${deal.sectorNumber}`;
    steps.push({ title: sector, note: 'from here a retrieval gives the data', epoch: deal.sectorStartEpoch, status: 'done' });
  } else if (deal.state === 'missed-start') {
    steps.push({ title: 'Missed its start', note: 'no sector proved the piece in time', epoch: deal.startEpoch, status: 'bad' });
    return steps;
  } else {
    steps.push({ title: 'Waiting for a sector', note: 'must be proven before the start', epoch: undefined, status: 'now' });
  }
  const hasStarted = deal.startEpoch <= headEpoch && deal.sectorStartEpoch !== undefined;
  steps.push({ title: 'Starts', note: 'payment counts from here', epoch: deal.startEpoch, status: hasStarted ? 'done' : 'next' });
  if (deal.slashEpoch !== undefined) {
    steps.push({ title: 'Slashed', note: 'collateral burned', epoch: deal.slashEpoch, status: 'bad' });
    return steps;
  }
  if (deal.state === 'active' && deal.lastUpdatedEpoch !== undefined) {
    steps.push({ title: 'Last settled', note: 'payment and collateral brought up to date', epoch: deal.lastUpdatedEpoch, status: 'done' });
  }
  if (deal.state === 'active' && hasStarted)
    steps.push({ title: 'Active', note: 'being proven every day', epoch: headEpoch, status: 'now' });
  steps.push({
    title: deal.state === 'expired' ? 'Ended' : 'Ends',
    note: undefined,
    epoch: deal.endEpoch,
    status: deal.endEpoch <= headEpoch ? 'done' : 'next',
  });
  return orderByEpoch(steps);
}

/** Steps without an epoch keep their place; a deal may have started before its sector was last settled. */
function orderByEpoch(steps: readonly DealStep[]): DealStep[] {
  const dated = steps.filter((step) => step.epoch !== undefined).sort((left, right) => (left.epoch ?? 0) - (right.epoch ?? 0));
  return [...steps.filter((step) => step.epoch === undefined), ...dated];
}

export type DealFilter = 'all' | DealState;

export function countDealStates(deals: readonly DealRow[]): Readonly<Record<DealState, number>> {
  const counts: Record<DealState, number> = { published: 0, active: 0, expired: 0, slashed: 0, 'missed-start': 0 };
  for (const deal of deals) counts[deal.state] += 1;
  return counts;
}

/** Every id a person can hold finds its deal: deal id, piece, client, provider, sector, label. */
export function matchesDealText(deal: DealRow, text: string): boolean {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const haystack = [
    String(deal.dealId),
    deal.pieceCid,
    deal.client,
    deal.provider,
    deal.label,
    deal.sectorNumber === undefined ? '' : `sector ${deal.sectorNumber}`,
    deal.isVerified ? 'verified' : '',
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => haystack.includes(word));
}
