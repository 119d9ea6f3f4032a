/**
 * The kinds of header that the replay node has to make up, because nobody recorded them. Everything that is asked about them
 * follows from recorded data; the rest (ticket, proofs) is copied from the recorded parent and proves nothing.
 */
import { blockCid } from '../../../shared/domain/chain/block-header.ts';
import { parseNodeBlockHeader } from '../../../shared/validation/node/block-header.ts';
import type { Link, RecordedBlock, RecordedTipset } from './recorded-types.ts';

const EPOCH_SECONDS = 30;
const CALIBRATION_GENESIS_SECONDS = 1667326380;

/** A child one epoch above a recorded tipset, on the state root that was recorded after its messages. */
export function constructedChildOf(parent: RecordedTipset, postStateRoot: Link): RecordedTipset {
  return constructedAt(parent, parent.Height + 1, postStateRoot);
}

/** A tipset at a height above a recorded one, as its child, on a recorded state root. */
export function constructedAt(parent: RecordedTipset, height: number, stateRoot: Link): RecordedTipset {
  const model = parent.Blocks[0];
  if (model === undefined) {
    throw new Error(`Recorded tipset ${parent.Height} has no blocks`);
  }
  return tipsetOf({
    ...model,
    Height: height,
    Timestamp: model.Timestamp + (height - parent.Height) * EPOCH_SECONDS,
    Parents: parent.Cids,
    ParentStateRoot: stateRoot,
  } as RecordedBlock);
}

/** A genesis with the calibration network's time; its real header is not among the recorded data. */
export function constructedGenesis(model: RecordedTipset): RecordedTipset {
  return tipsetOf({ ...model.Blocks[0], Height: 0, Timestamp: CALIBRATION_GENESIS_SECONDS, Parents: [] } as unknown as RecordedBlock);
}

function tipsetOf(block: RecordedBlock): RecordedTipset {
  return { Cids: [{ '/': blockCid(parseNodeBlockHeader(block)) }], Blocks: [block], Height: block.Height };
}
