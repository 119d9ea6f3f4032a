import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type BlockHeader, decodeBlockHeader, encodeBlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { orderByTicket } from '../../../shared/domain/chain/tipset.ts';
import { cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { aggregateBlsSignatures } from '../../../shared/domain/signatures/bls-signature.ts';
import type { Blocks } from '../state/blocks.ts';
import type { StateRef } from '../state/state.ts';
import { messagesRoot } from './block-collections.ts';
import { type Block, type ChainMessage, keyTextOf, type TipsetNode } from './chain-types.ts';
import type { Execution } from './execution.ts';
import type { SeededRandom } from './seeded-random.ts';

export const BLOCK_DELAY_SECONDS = 30;
const BLS_SIGNATURE_BYTES = 96;
const WINNING_POST_BYTES = 192;
const WINNING_POST_32GIB = 3n;

export interface Winner {
  readonly minerId: number;
  readonly winCount: number;
}

export interface BlockPlan {
  readonly winner: Winner;
  /** attoFIL per gas. */
  readonly baseFee: bigint;
  readonly messages: readonly ChainMessage[];
}

/**
 * Builds one block and stores its message roots. Miner, parents, weight, height, state root, receipts, messages, BLS
 * aggregate, timestamp and base fee are computed; ticket, election proof, beacon entry, winning PoSt and signature are derived from the seed (docs/embedded-node.md).
 */
export function buildBlock(
  plan: BlockPlan,
  parent: TipsetNode,
  execution: Execution,
  height: number,
  genesisTime: number,
  random: SeededRandom,
  salt: string,
  blocks: Blocks,
): Block {
  const { winner, baseFee } = plan;
  const { minerId, winCount } = winner;
  const draw = (length: number, label: string): Uint8Array => random.longBytes(length, label, height, minerId, salt);
  const blsSignatures = plan.messages.map(({ signed }) => signed.signature).filter(({ type }) => type === 'bls');
  const header: BlockHeader = {
    miner: idAddress(BigInt(minerId)),
    ticket: draw(BLS_SIGNATURE_BYTES, 'ticket'),
    electionProof: { winCount: BigInt(winCount), vrfProof: draw(BLS_SIGNATURE_BYTES, 'election') },
    beaconEntries: [{ round: BigInt(height) * 10n + 1n, data: random.longBytes(48, 'beacon', height) }],
    winPoStProof: [{ poStProof: WINNING_POST_32GIB, proofBytes: draw(WINNING_POST_BYTES, 'winning-post') }],
    parents: [...parent.key],
    parentWeight: execution.weight,
    height,
    parentStateRoot: execution.state.root,
    parentMessageReceipts: execution.receiptsRoot,
    messages: messagesRoot(plan.messages, blocks),
    blsAggregate: { type: 'bls', data: aggregateBlsSignatures(blsSignatures.map(({ data }) => data)) },
    timestamp: genesisTime + height * BLOCK_DELAY_SECONDS,
    blockSig: { type: 'bls', data: draw(BLS_SIGNATURE_BYTES, 'signature') },
    forkSignaling: 0n,
    parentBaseFee: attoFil(baseFee),
  };
  return blockFrom(header, plan.messages);
}

/** Restore a block from its header bytes. */
export function readBlock(bytes: Uint8Array, messages: readonly ChainMessage[]): Block {
  return { cid: cidOfDagCbor(bytes), header: decodeBlockHeader(bytes), bytes, messages };
}

export function blockFrom(header: BlockHeader, messages: readonly ChainMessage[]): Block {
  const bytes = encodeBlockHeader(header);
  return { cid: cidOfDagCbor(bytes), header, bytes, messages };
}

/** Create a tipset of blocks on its parent, in ticket order. */
export function tipsetFrom(blocks: readonly Block[], parent: TipsetNode, execution: Execution): TipsetNode {
  return tipsetOf(blocks, parent, execution.state);
}

/** Create a tipset of blocks on a state, in ticket order; without a parent it is the genesis or the oldest known tipset. */
export function tipsetOf(blocks: readonly Block[], parent: TipsetNode | undefined, parentState: StateRef): TipsetNode {
  const ordered = orderByTicket(blocks);
  const first = ordered[0];
  if (first === undefined) throw new Error('a tipset needs at least one block');
  const key = ordered.map((block) => block.cid);
  return {
    key,
    keyText: keyTextOf(key),
    height: first.header.height,
    blocks: ordered,
    parent,
    parentState,
    baseFee: first.header.parentBaseFee,
    parentWeight: first.header.parentWeight,
    execution: undefined,
  };
}
