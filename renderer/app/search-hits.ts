import type { SearchHit } from '../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../shared/text/format.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';

/** Where a search hit leads. */
export function hitPath(hit: SearchHit): string {
  switch (hit.kind) {
    case 'tipset':
      return `/tipsets/${hit.height}`;
    case 'tipset-key':
      return `/tipsets/${encodeURIComponent(hit.key.join(','))}`;
    case 'message':
      return `/messages/${encodeURIComponent(hit.cid)}`;
    case 'miner':
      return `/miners/${encodeURIComponent(hit.address)}`;
    case 'actor':
      return `/accounts/${encodeURIComponent(hit.address)}`;
    case 'deal':
      return `/deals/${hit.dealId}`;
    case 'method':
      return `/inspector/call/${encodeURIComponent(hit.method)}`;
  }
}

/** What a search hit is, in one line of safe text. */
export function hitTitle(hit: SearchHit): string {
  switch (hit.kind) {
    case 'tipset':
      return `Tipset at epoch ${formatInteger(hit.height)}${hit.note === undefined ? '' : `, ${sanitiseToText(hit.note, 120)}`}`;
    case 'tipset-key':
      return `Tipset at epoch ${formatInteger(hit.height)}, by its key`;
    case 'message':
      return `Message ${sanitiseToText(hit.cid, 100)}`;
    case 'miner':
      return `Miner ${sanitiseToText(hit.address, 100)}`;
    case 'actor':
      return `${hit.type === undefined ? 'Address' : `${sanitiseToText(hit.type, 40)} actor`} ${sanitiseToText(hit.address, 100)}`;
    case 'deal':
      return `Deal ${formatInteger(hit.dealId)}`;
    case 'method':
      return `Method ${sanitiseToText(hit.method, 100)}`;
  }
}
