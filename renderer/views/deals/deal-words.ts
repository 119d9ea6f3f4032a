/** Labels of deals, claims and allocations, and of their states. */
import type { DataCapFreeze } from '../../../shared/domain/deals/datacap-freeze.ts';
import type { DealKind, DealRow, DealState } from '../../../shared/ipc/schemas/deals.ts';
import { freezeWords } from '../../lib/freeze-words.ts';
import type { Tone } from '../../lib/tone.ts';

interface StateWords {
  readonly label: string;
  readonly tone: Tone;
  /** The consequence, in a sentence. */
  readonly meaning: string;
}

const STATES: Readonly<Record<DealState, StateWords>> = {
  published: {
    label: 'Published',
    tone: 'pending',
    meaning: 'On chain, but not in a proven sector yet. A retrieval returns an empty (0 KB) file.',
  },
  proving: { label: 'Proving', tone: 'success', meaning: 'Its sector is on chain and not reported faulty.' },
  faulty: {
    label: 'Sector faulty',
    tone: 'danger',
    meaning: 'The sector was not proven in its last window. While faulty it earns nothing; after 42 days it is terminated.',
  },
  allocated: {
    label: 'Not claimed',
    tone: 'pending',
    meaning: 'DataCap is reserved. The provider claims it by proving the piece in a sector.',
  },
  expired: { label: 'Expired', tone: 'neutral', meaning: 'The term has ended.' },
  ended: {
    label: 'Sector ended',
    tone: 'warning',
    meaning: 'The sector is no longer live, so its data is no longer proven.',
  },
  slashed: { label: 'Slashed', tone: 'danger', meaning: 'The sector was terminated early. The collateral was burned.' },
  'missed-start': {
    label: 'Missed start',
    tone: 'warning',
    meaning: 'No sector proved the piece before the start epoch. The deal will not become active.',
  },
  unclaimed: {
    label: 'Never claimed',
    tone: 'warning',
    meaning: 'It expired unclaimed. Anyone can return its DataCap to the client (RemoveExpiredAllocations).',
  },
};

/** @param freeze of DataCap, after which allocations can no longer be claimed; undefined if not frozen */
export function dealState(state: DealState, freeze: DataCapFreeze | undefined): StateWords {
  if (freeze === undefined || (state !== 'allocated' && state !== 'unclaimed')) return STATES[state];
  const frozen = `${freezeWords(freeze)}.`;
  return state === 'allocated'
    ? { label: 'Not claimed', tone: 'neutral', meaning: `It can no longer be claimed. ${frozen}` }
    : { label: STATES.unclaimed.label, tone: 'neutral', meaning: `It expired unclaimed, and its DataCap stays reserved. ${frozen}` };
}

const KINDS: Readonly<Record<DealKind, { readonly short: string; readonly noun: string; readonly sub: string }>> = {
  f05: { short: 'f05', noun: 'Deal', sub: 'Market actor deal' },
  ddo: { short: 'DDO', noun: 'Claim', sub: 'Direct data onboarding, verified' },
  allocation: { short: 'alloc.', noun: 'Allocation', sub: 'DataCap reserved, not claimed' },
};

export function dealKind(kind: DealKind): { readonly short: string; readonly noun: string; readonly sub: string } {
  return KINDS[kind];
}

/** `Deal 94`, `Claim 87922000`. */
export function dealTitle({ kind, id }: Pick<DealRow, 'kind' | 'id'>): string {
  return `${KINDS[kind].noun} ${id}`;
}
