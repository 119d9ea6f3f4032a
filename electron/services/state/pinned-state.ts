/**
 * The state that a tipset was made from, as its own blocks name it.
 *
 * Takes no node's word for the state root: the bytes of a block's header hash to a CID of the tipset's key, and name the root. Which
 * layout the state has follows from the network version of the parent, which wrote it. That is the node's word, or what is known of its
 * chain; a wrong one leads to a state that cannot be read.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type BlockHeader, decodeBlockHeader, encodeBlockHeader } from '../../../shared/domain/block-header.ts';
import { type Cid, cidParts, cidToLink } from '../../../shared/domain/cid.ts';
import { readBlock } from '../../../shared/domain/ipld/walk.ts';
import { openStateTree, type StateTree } from '../../../shared/domain/state/state-tree.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { layoutOf, writerKey } from '../network-version/version-authority.ts';
import { isUnknownTipset } from '../pinned/pinned-node.ts';
import type { BlockReader } from './block-reader.ts';

const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
const HEADER = 'the header of a block of the tipset';

export interface PinnedState {
  readonly pinned: TipsetRef;
  /** The block whose header names the root. */
  readonly block: Cid;
  readonly blockCall: CallRef;
  readonly root: Cid;
  /** Of the parent. */
  readonly networkVersion: number;
  /** Absent where the endpoint does not serve the question. */
  readonly networkVersionCall?: CallRef;
  readonly tree: StateTree;
  /** The call that brought the topmost block of the actors. */
  readonly treeCall: CallRef;
}

/**
 * The state of the first of these tipsets that the endpoint knows.
 *
 * @throws SextantError as `BlockReader.walk`; `capability-missing` for a network version whose state cannot be read
 */
export async function openPinnedState(reader: BlockReader, keys: readonly (readonly Cid[])[], signal: AbortSignal): Promise<PinnedState> {
  const { key, block, header, blockCall } = await readFirstHeader(reader, keys, signal);
  const writer = await reader.readWriter(header.height, writerKey(key, header), signal);
  const root = header.parentStateRoot;
  const { value: tree, lastCall = blockCall } = await reader.walk(
    'the root of the state',
    openStateTree(layoutOf(writer.version).layout, root),
    signal,
  );
  return {
    pinned: { height: header.height, key: [...key], timeMs: header.timestamp * 1000 },
    block,
    blockCall,
    root,
    networkVersion: writer.version,
    ...defined({ networkVersionCall: writer.call }),
    tree,
    treeCall: lastCall,
  };
}

interface FoundHeader {
  readonly key: readonly Cid[];
  readonly block: Cid;
  readonly header: BlockHeader;
  readonly blockCall: CallRef;
}

/** A backend that lags behind does not have the latest tipset: then the one before. */
async function readFirstHeader(reader: BlockReader, keys: readonly (readonly Cid[])[], signal: AbortSignal): Promise<FoundHeader> {
  let last: unknown;
  for (const key of keys) {
    try {
      return await readHeader(reader, key, signal);
    } catch (error) {
      if (!(error instanceof SextantError) || error.code !== 'not-found') throw error;
      last = error;
    }
  }
  throw last;
}

async function readHeader(reader: BlockReader, key: readonly Cid[], signal: AbortSignal): Promise<FoundHeader> {
  const [block] = key;
  if (block === undefined || !isChainObject(block)) {
    throw new SextantError('invalid-input', 'This is not the key of a tipset: its CIDs are not those of blocks.');
  }
  try {
    const { value: header, lastCall } = await reader.walk(HEADER, headerOf(block), signal);
    if (lastCall === undefined) throw new Error('a block came without a call');
    return { key, block, header, blockCall: lastCall };
  } catch (error) {
    if (!(error instanceof SextantError) || error.code !== 'not-found') throw error;
  }
  // Headers may be kept apart from the state: as JSON they have the same bytes once they are written again.
  return { key, block, ...(await readTipset(reader, key, block, signal)) };
}

/** Whether a CID can be that of a block; one that holds its own bytes would prove nothing. */
function isChainObject(cid: Cid): boolean {
  const { codec, hash } = cidParts(cid);
  return codec === DAG_CBOR && hash === BLAKE2B_256;
}

function* headerOf(block: Cid) {
  return decodeBlockHeader(yield* readBlock(block));
}

async function readTipset(reader: BlockReader, key: readonly Cid[], block: Cid, signal: AbortSignal) {
  const { value, call } = await reader.call('ChainGetTipSet', [key.map(cidToLink)], zNodeTipset, signal).catch((error: unknown) => {
    throw isUnknownTipset(error, key)
      ? new SextantError('not-found', 'The endpoint does not know this tipset, or no longer.', { retryable: true, cause: error })
      : error;
  });
  const [header] = value.blocks;
  if (header === undefined) throw new Error('a tipset has a block');
  reader.take(HEADER, block, { value: encodeBlockHeader(header), call });
  return { header, blockCall: call };
}
