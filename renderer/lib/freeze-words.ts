import type { DataCapFreeze } from '../../shared/domain/deals/datacap-freeze.ts';
import { formatInteger } from '../../shared/text/format.ts';

/** `Frozen since epoch 6,470,280 (FIP-0118)`. */
export function freezeWords({ sinceEpoch }: DataCapFreeze): string {
  return sinceEpoch === undefined ? 'Frozen (FIP-0118)' : `Frozen since epoch ${formatInteger(sinceEpoch)} (FIP-0118)`;
}
