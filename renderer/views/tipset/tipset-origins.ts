import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import type { Origin } from '../../lib/origin.ts';

/** Where a figure of a tipset stands: its own call is the first of those behind the screen, the others are its neighbours'. */
export function tipsetOrigins({ calls }: Pick<Tipset, 'calls'>, path: string): readonly Origin[] {
  const [own] = calls;
  return own === undefined ? [] : [`${own.method} ${path}`];
}

/** A miner has one block in a tipset. */
export function blockPath(block: Tipset['blocks'][number], field: string): string {
  return `Blocks[Miner=${block.miner}].${field}`;
}
