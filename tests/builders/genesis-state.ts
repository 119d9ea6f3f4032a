import { decodeBlockHeader } from '../../shared/domain/chain/block-header.ts';
import { type Cid, parseCid } from '../../shared/domain/encoding/cid.ts';
import type { BlockSource } from '../../shared/domain/ipld/walk.ts';
import { type CarBlock, readCar } from './car-blocks.ts';

/** A state tree in memory. */
export interface KnownState {
  readonly stateRoot: Cid;
  readonly source: BlockSource;
  readonly blocks: ReadonlyMap<Cid, Uint8Array>;
}

export interface GenesisState extends KnownState {
  /** The genesis block. */
  readonly root: Cid;
}

/** The complete state tree of a network's genesis block. */
export function genesisState(network: 'mainnet' | 'butterflynet'): GenesisState {
  const { root, blocks } = readCar(`chain/state/${network}-genesis.car.zst`);
  const block = parseCid(root.toString());
  const state = knownState(block, blocks);
  return { ...state, root: block, stateRoot: decodeBlockHeader(state.source(block)).parentStateRoot };
}

/** Blocks of a CAR by CID, under one of its roots. */
export function knownState(stateRoot: Cid, blocks: readonly CarBlock[]): KnownState {
  const byCid = new Map(blocks.map(({ cid, bytes }) => [parseCid(cid.toString()), bytes]));
  const source: BlockSource = (cid) => {
    const bytes = byCid.get(cid);
    if (bytes === undefined) throw new Error(`the CAR has no ${cid}`);
    return bytes;
  };
  return { stateRoot, source, blocks: byCid };
}
