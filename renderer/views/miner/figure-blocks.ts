/** The blocks in which the figures of a miner stand that was read from the state: `.` on a figure leads to the call that brought its block. */
import type { MinerStateRead } from '../../../shared/ipc/schemas/state-read.ts';
import { callsOf } from '../../components/feedback/QueryContent.tsx';
import type { Origin } from '../../lib/origin.ts';

/** CIDs, which are what the calls are about. */
export interface FigureBlocks {
  /** The miner's own state. */
  readonly state: string | undefined;
  /** What the state tree says of the miner: its balance. */
  readonly actor: string | undefined;
  /** What the power actor counts the miner with. */
  readonly claim: string | undefined;
}

/** Beside the methods that tell the same; found where calls for blocks stand behind a panel. */
export const BLOCK_ORIGIN: Origin = 'ChainReadObj';

export function figureBlocks({ proof, power }: Pick<MinerStateRead, 'proof' | 'power'>): FigureBlocks {
  return {
    state: proof?.actorHead,
    actor: proof?.actorCall.subject,
    claim: callsOf(power)?.at(-1)?.subject,
  };
}
