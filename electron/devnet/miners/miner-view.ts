import { minerPreCommits, minerPreCommitsCleanUp, minerSectors } from '../../../shared/domain/actors/miner-collections.ts';
import { minerDeadlines } from '../../../shared/domain/actors/miner-deadline.ts';
import { type MinerInfo, minerInfo } from '../../../shared/domain/actors/miner-info.ts';
import type { MinerPreCommit } from '../../../shared/domain/actors/miner-pre-commit.ts';
import { type MinerState, minerState } from '../../../shared/domain/actors/miner-state.ts';
import { minerVestingFundsTail, type VestingFund } from '../../../shared/domain/actors/miner-vesting-funds.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { bitfield, type Codec, decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { LocalBlock } from '../state/local-block.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import type { StateView } from '../state/state-view.ts';
import { DEADLINE, type Deadline, type Sector } from './deadline-view.ts';

export type PreCommit = MinerPreCommit<'v16'>;
export type Info = MinerInfo<'v16'>;

type Blocked =
  | 'info'
  | 'vestingFunds'
  | 'preCommittedSectors'
  | 'preCommittedSectorsCleanUp'
  | 'allocatedSectors'
  | 'sectors'
  | 'deadlines';

/** A miner actor's state with its blocks and collections. */
export interface Miner extends Omit<MinerState<'v16'>, Blocked> {
  readonly info: LocalBlock<Info>;
  /** Undefined if nothing vests. */
  readonly vestingFunds: { readonly head: VestingFund; readonly tail: LocalBlock<readonly VestingFund[]> } | undefined;
  readonly preCommittedSectors: LocalHamt<number, PreCommit>;
  readonly preCommittedSectorsCleanUp: LocalAmt<Bitfield>;
  readonly allocatedSectors: LocalBlock<Bitfield>;
  readonly sectors: LocalAmt<Sector>;
  /** All 48. */
  readonly deadlines: LocalBlock<readonly LocalBlock<Deadline>[]>;
}

/** Codec of a single block. */
function plain<T>(codec: Codec<T>): StateView<T> {
  return {
    open: (blocks, cid) => decodeBlock(codec, blocks.get(cid)),
    store: (blocks, value) => blocks.put(encodeBlock(codec, value)),
  };
}

export const INFO: StateView<Info> = plain(minerInfo.v16);
export const VESTING_TAIL: StateView<readonly VestingFund[]> = plain(minerVestingFundsTail);
export const SECTOR_NUMBERS: StateView<Bitfield> = plain(bitfield);
export const DEADLINES: StateView<readonly LocalBlock<Deadline>[]> = {
  open: (blocks, cid) => decodeBlock(minerDeadlines, blocks.get(cid)).due.map((link) => LocalBlock.open(blocks, DEADLINE, link)),
  store: (blocks, deadlines) => blocks.put(encodeBlock(minerDeadlines, { due: deadlines.map((deadline) => deadline.flush()) })),
};

/** The state of a miner actor. */
export const MINER: StateView<Miner> = {
  open(blocks, head) {
    const state = decodeBlock(minerState.v16, blocks.get(head));
    const { vestingFunds: vesting } = state;
    return {
      ...state,
      info: LocalBlock.open(blocks, INFO, state.info),
      vestingFunds: vesting && { head: vesting.head, tail: LocalBlock.open(blocks, VESTING_TAIL, vesting.tail) },
      preCommittedSectors: LocalHamt.open(blocks, minerPreCommits.v16, state.preCommittedSectors),
      preCommittedSectorsCleanUp: LocalAmt.open(blocks, minerPreCommitsCleanUp.v16, state.preCommittedSectorsCleanUp),
      allocatedSectors: LocalBlock.open(blocks, SECTOR_NUMBERS, state.allocatedSectors),
      sectors: LocalAmt.open(blocks, minerSectors.v16, state.sectors),
      deadlines: LocalBlock.open(blocks, DEADLINES, state.deadlines),
    };
  },
  store: (blocks, miner) =>
    blocks.put(
      encodeBlock(minerState.v16, {
        ...miner,
        info: miner.info.flush(),
        vestingFunds: miner.vestingFunds && { head: miner.vestingFunds.head, tail: miner.vestingFunds.tail.flush() },
        preCommittedSectors: miner.preCommittedSectors.flush(),
        preCommittedSectorsCleanUp: miner.preCommittedSectorsCleanUp.flush(),
        allocatedSectors: miner.allocatedSectors.flush(),
        sectors: miner.sectors.flush(),
        deadlines: miner.deadlines.flush(),
      }),
    ),
};
