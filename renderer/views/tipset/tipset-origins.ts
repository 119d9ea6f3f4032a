import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import type { Origin } from '../../lib/origin.ts';

/** Origin of a tipset's figure: its own call is the first of the screen, the others belong to its neighbours. */
export function tipsetOrigins({ calls }: Pick<Tipset, 'calls'>, path: string): readonly Origin[] {
  const [own] = calls;
  return own === undefined ? [] : [`${own.method} ${path}`];
}

/** A miner has one block in a tipset. */
export function blockPath(block: Tipset['blocks'][number], field: string): string {
  return `Blocks[Miner=${block.miner}].${field}`;
}
