import { count, decodeBlock, encodeBlock, link, list, struct } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalAmt } from '../state/local-amt.ts';
import type { StateView } from '../state/state-view.ts';
import { type PipelineSector, pipelineSector } from './pipeline-sector.ts';

/** Narrow nodes, because sectors with their logs are large and change one at a time. */
const SECTORS: AmtLayout<PipelineSector> = { form: 'v3', bitWidth: 1, value: pipelineSector };

const sealingState = struct({
  sectors: ['Sectors', link],
  busy: ['Busy', list(count)],
  nextSector: ['NextSector', count],
});

/** State of a miner's storage miner process. Follows reorgs of the chain, but is not part of its state. */
export interface Sealing {
  readonly sectors: LocalAmt<PipelineSector>;
  /** Sectors in progress. */
  readonly busy: readonly number[];
  /** Next sector number. */
  readonly nextSector: number;
}

export function emptySealing(blocks: Blocks): Sealing {
  return { sectors: LocalAmt.empty(blocks, SECTORS), busy: [], nextSector: 0 };
}

export const SEALING: StateView<Sealing> = {
  open(blocks, head) {
    const { sectors, busy, nextSector } = decodeBlock(sealingState, blocks.get(head));
    return { sectors: LocalAmt.open(blocks, SECTORS, sectors), busy, nextSector };
  },
  store: (blocks, { sectors, busy, nextSector }) => blocks.put(encodeBlock(sealingState, { sectors: sectors.flush(), busy, nextSector })),
};
