import type { SearchHit } from '../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../shared/text/format.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';

export const HIT_GROUPS = ['Addresses', 'Chain', 'Storage', 'Methods', 'Exit codes'] as const;
type HitGroup = (typeof HIT_GROUPS)[number];

/** A search hit for display; all texts are sanitised. */
export interface ShownHit {
  readonly key: string;
  readonly group: HitGroup;
  /** Title in one line. */
  readonly title: string;
  /** How it was found, or further details. */
  readonly detail: string | undefined;
  /** Route to open; undefined if there is none. */
  readonly path: string | undefined;
}

/** The hits of a search by their groups, each group in the order of its hits. */
export function shownHits(hits: readonly SearchHit[]): readonly ShownHit[] {
  const shown = hits.map((hit): ShownHit => {
    const path = hitPath(hit);
    const title = hitTitle(hit);
    return { key: `${path ?? ''} ${title}`, group: groupOf(hit), title, detail: detailOf(hit), path };
  });
  const first = new Map(shown.map(({ key, ...rest }) => [key, { key, ...rest }]));
  return HIT_GROUPS.flatMap((group) => [...first.values()].filter((hit) => hit.group === group));
}

function hitPath(hit: SearchHit): string | undefined {
  switch (hit.kind) {
    case 'tipset':
      return `/tipsets/${hit.height}`;
    case 'tipset-key': {
      const path = `/tipsets/${encodeURIComponent(hit.key.join(','))}`;
      return hit.block === undefined ? path : `${path}/${encodeURIComponent(hit.block)}`;
    }
    case 'message':
      return `/messages/${encodeURIComponent(hit.cid)}`;
    case 'miner':
      return `/miners/${encodeURIComponent(hit.address)}`;
    case 'actor':
      return `/actors/${encodeURIComponent(hit.address)}`;
    case 'deal':
      return `/deals/${hit.dealId}`;
    case 'sector':
      return `/miners/${encodeURIComponent(hit.miner)}?sector=${hit.sector}`;
    case 'claim':
      return `/deals/claim-${actorIdOf(hit.provider)}-${hit.claimId}`;
    case 'allocation':
      return `/deals/allocation-${actorIdOf(hit.client)}-${hit.allocationId}`;
    case 'deals-of':
      return hit.what === 'proposal'
        ? `/deals/${encodeURIComponent(`proposal-${hit.cid}`)}`
        : `/deals?filter=${encodeURIComponent(`${hit.what}:${hit.cid}`)}`;
    case 'object':
      return `/inspector/${hit.callId}`;
    case 'method':
      return `/inspector/call/${encodeURIComponent(hit.method)}`;
    case 'actor-method':
      return `/mempool?filter=${encodeURIComponent(`method:${hit.method}`)}`;
    case 'exit-code':
      return undefined;
    default:
      return hit satisfies never;
  }
}

const DEALS_OF = { piece: 'Deals of piece', label: 'Deals with the label', proposal: 'Deal with the proposal' } as const;

function hitTitle(hit: SearchHit): string {
  switch (hit.kind) {
    case 'tipset':
      return `Tipset at epoch ${formatInteger(hit.height)}`;
    case 'tipset-key':
      return hit.block === undefined
        ? `Tipset at epoch ${formatInteger(hit.height)}, by its key`
        : `Block at epoch ${formatInteger(hit.height)}, in its tipset`;
    case 'message':
      return `Message ${safe(hit.cid)}`;
    case 'miner':
      return named(hit.label, `Miner ${safe(hit.address)}`);
    case 'actor':
      return named(hit.label, `${hit.type === undefined ? 'Address' : `${sanitiseToText(hit.type, 40)} actor`} ${safe(hit.address)}`);
    case 'deal':
      return `Deal ${formatInteger(hit.dealId)}`;
    case 'sector':
      return `Sector ${formatInteger(hit.sector)} of ${safe(hit.miner)}`;
    case 'claim':
      return `Claim ${formatInteger(hit.claimId)} of provider ${safe(hit.provider)}`;
    case 'allocation':
      return `Allocation ${formatInteger(hit.allocationId)} of client ${safe(hit.client)}`;
    case 'deals-of':
      return `${DEALS_OF[hit.what]} ${safe(hit.cid)}`;
    case 'object':
      return `Object ${safe(hit.cid)}`;
    case 'method':
      return `Method ${safe(hit.method)}`;
    case 'actor-method':
      return `Actor method ${safe(hit.method)}`;
    case 'exit-code':
      return `Exit code ${hit.code}, ${safe(hit.name)}`;
    default:
      return hit satisfies never;
  }
}

function detailOf(hit: SearchHit): string | undefined {
  switch (hit.kind) {
    case 'object':
      return `Identified from its bytes as ${sanitiseToText(hit.what, 200)}. Opens the call that returned it.`;
    case 'actor-method':
      return `Number ${hit.number} of ${sanitiseToText(hit.actors, 200)}. Shows its pending calls in the mempool.`;
    case 'exit-code':
      return sanitiseToText(`${hit.meaning} ${hit.fix}`, 400);
    case 'deal':
    case 'method':
      return undefined;
    default:
      return hit.note === undefined ? undefined : sanitiseToText(hit.note, 400);
  }
}

function groupOf({ kind }: SearchHit): HitGroup {
  switch (kind) {
    case 'actor':
    case 'miner':
      return 'Addresses';
    case 'tipset':
    case 'tipset-key':
    case 'message':
    case 'object':
      return 'Chain';
    case 'deal':
    case 'sector':
    case 'claim':
    case 'allocation':
    case 'deals-of':
      return 'Storage';
    case 'method':
    case 'actor-method':
      return 'Methods';
    case 'exit-code':
      return 'Exit codes';
    default:
      return kind satisfies never;
  }
}

/** The digits of an id address, by which claims and allocations are named. */
function actorIdOf(address: string): string {
  return encodeURIComponent(address.replace(/^[ft]0/, ''));
}

function named(label: string | undefined, title: string): string {
  return label === undefined ? title : `${sanitiseToText(label, 60)}, ${title}`;
}

function safe(text: string): string {
  return sanitiseToText(text, 120);
}
