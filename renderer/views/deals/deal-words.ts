/** What deals, claims and allocations and their states are called. */
import type { DataCapFreeze } from '../../../shared/domain/datacap-freeze.ts';
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
    meaning: 'On chain, its sector is not proven yet. A retrieval now returns an empty (0 KB) file.',
  },
  proving: { label: 'Proving', tone: 'success', meaning: 'Its sector is on chain and not known to be faulty.' },
  faulty: {
    label: 'Sector faulty',
    tone: 'danger',
    meaning: 'The sector was not proven in its last window. While it is faulty it earns nothing, and after 42 days it is terminated.',
  },
  allocated: {
    label: 'Not claimed',
    tone: 'pending',
    meaning: 'The client has set DataCap aside. It counts when the provider has the piece in a sector.',
  },
  expired: { label: 'Expired', tone: 'neutral', meaning: 'The agreed time is over.' },
  ended: {
    label: 'Sector ended',
    tone: 'warning',
    meaning: 'The sector is not among the live ones of the provider: the data is not kept any more.',
  },
  slashed: { label: 'Slashed', tone: 'danger', meaning: 'The sector was lost or ended early. The collateral was burned.' },
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

/** @param freeze of DataCap; undefined while it is not frozen. An allocation that was not claimed by then never will be. */
export function dealState(state: DealState, freeze: DataCapFreeze | undefined): StateWords {
  if (freeze === undefined || (state !== 'allocated' && state !== 'unclaimed')) return STATES[state];
  const frozen = `${freezeWords(freeze)}.`;
  return state === 'allocated'
    ? { label: 'Not claimed', tone: 'neutral', meaning: `It can no longer be claimed. ${frozen}` }
    : { label: STATES.unclaimed.label, tone: 'neutral', meaning: `It expired unclaimed, and its DataCap stays reserved. ${frozen}` };
}

const KINDS: Readonly<Record<DealKind, { readonly short: string; readonly noun: string; readonly sub: string }>> = {
  f05: { short: 'f05', noun: 'Deal', sub: 'Deal of the market actor' },
  ddo: { short: 'DDO', noun: 'Claim', sub: 'Direct data onboarding, verified' },
  allocation: { short: 'alloc.', noun: 'Allocation', sub: 'DataCap set aside, not claimed' },
};

export function dealKind(kind: DealKind): { readonly short: string; readonly noun: string; readonly sub: string } {
  return KINDS[kind];
}

/** `Deal 94`, `Claim 87922000`. */
export function dealTitle({ kind, id }: Pick<DealRow, 'kind' | 'id'>): string {
  return `${KINDS[kind].noun} ${id}`;
}
