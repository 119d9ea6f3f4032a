import { decodeBlockHeader } from '../../shared/domain/block-header.ts';
import { type Cid, parseCid } from '../../shared/domain/cid.ts';
import type { BlockSource } from '../../shared/domain/ipld/walk.ts';
import { readCar } from './car-blocks.ts';

export interface GenesisState {
  /** The genesis block. */
  readonly root: Cid;
  readonly stateRoot: Cid;
  readonly source: BlockSource;
  readonly blocks: ReadonlyMap<Cid, Uint8Array>;
}

/** The state tree that the genesis block of a network hangs over, whole. */
export function genesisState(network: 'mainnet' | 'butterflynet'): GenesisState {
  const { root, blocks } = readCar(`chain/state/${network}-genesis.car.zst`);
  const byCid = new Map(blocks.map(({ cid, bytes }) => [parseCid(cid.toString()), bytes]));
  const source: BlockSource = (cid) => {
    const bytes = byCid.get(cid);
    if (bytes === undefined) throw new Error(`the CAR of ${network} has no ${cid}`);
    return bytes;
  };
  const block = parseCid(root.toString());
  return { root: block, stateRoot: decodeBlockHeader(source(block)).parentStateRoot, source, blocks: byCid };
}
