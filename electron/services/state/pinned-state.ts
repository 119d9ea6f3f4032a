/**
 * The parent state of a tipset, found through its own block headers.
 *
 * The state root is verified: the header bytes hash to a CID of the tipset's key and contain the root. The layout follows from the network
 * version of the parent, which wrote the state. That version is claimed by the node or known for its chain; a wrong one leads to a state that
 * cannot be read.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type BlockHeader, decodeBlockHeader, encodeBlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { type Cid, cidParts, cidToLink } from '../../../shared/domain/encoding/cid.ts';
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
  /** The block whose header has the root. */
  readonly block: Cid;
  readonly blockCall: CallRef;
  readonly root: Cid;
  /** Network version of the parent. */
  readonly networkVersion: number;
  /** Absent if the endpoint does not serve it. */
  readonly networkVersionCall?: CallRef;
  readonly tree: StateTree;
  /** The call that returned the root block of the actors. */
  readonly treeCall: CallRef;
}

/**
 * Open the state of the first of these tipsets that the endpoint has.
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

/** A lagging backend may not have the latest tipset: then use the previous one. */
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
    throw new SextantError('invalid-input', 'Not a valid tipset key: its CIDs are not block CIDs.');
  }
  try {
    const { value: header, lastCall } = await reader.walk(HEADER, headerOf(block), signal);
    if (lastCall === undefined) throw new Error('a block came without a call');
    return { key, block, header, blockCall: lastCall };
  } catch (error) {
    if (!(error instanceof SextantError) || error.code !== 'not-found') throw error;
  }
  // Headers may be stored apart from the state; re-encoding their JSON gives the same bytes.
  return { key, block, ...(await readTipset(reader, key, block, signal)) };
}

/** Whether a CID can be a block CID; an identity CID would prove nothing. */
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
      ? new SextantError('not-found', 'The endpoint does not have this tipset, or no longer has it.', { retryable: true, cause: error })
      : error;
  });
  const [header] = value.blocks;
  if (header === undefined) throw new Error('a tipset has a block');
  reader.take(HEADER, block, { value: encodeBlockHeader(header), call });
  return { header, blockCall: call };
}
