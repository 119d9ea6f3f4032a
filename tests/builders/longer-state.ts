import { type ActorEntry, stateTreeRoot } from '../../shared/domain/actors/actor-entry.ts';
import type { Address } from '../../shared/domain/addresses/address.ts';
import { decodeBlockHeader, encodeBlockHeader } from '../../shared/domain/chain/block-header.ts';
import { type CborValue, decodeCbor, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { encodeBlock } from '../../shared/domain/ipld/codec.ts';
import { type Walk, walkNow } from '../../shared/domain/ipld/walk.ts';
import { readObject } from '../../shared/domain/state/read-object.ts';
import { openStateTree } from '../../shared/domain/state/state-tree.ts';
import { type GenesisState, genesisState } from './genesis-state.ts';
import { MemoryBlocks } from './memory-blocks.ts';

/** A butterflynet state in which one actor has an unknown additional field, as after a future upgrade. */
export function longerState(address: Address): Pick<GenesisState, 'root' | 'blocks'> {
  const { root, stateRoot, source, blocks } = genesisState('butterflynet');
  const memory = new MemoryBlocks();
  for (const [cid, bytes] of blocks) memory.byCid.set(cid, bytes);
  const run = <T>(walk: Walk<T>): T => walkNow(walk, memory.get);
  const tree = run(openStateTree('v16', stateRoot));
  const actor = run(tree.actors.get(address));
  if (actor === undefined) throw new Error(`butterflynet has no ${address}`);
  const fields = decodeCbor(source(actor.head)) as readonly CborValue[];
  const longer: ActorEntry = { ...actor, head: memory.put(encodeCbor([...fields, 77])) };
  const actors = run(tree.actors.set(address, longer)).flush(memory.put);
  const before = run(readObject(stateTreeRoot, stateRoot, 'the root'));
  const parentStateRoot = memory.put(encodeBlock(stateTreeRoot, { ...before, actors }));
  const block = memory.put(encodeBlockHeader({ ...decodeBlockHeader(source(root)), parentStateRoot }));
  return { root: block, blocks: memory.byCid };
}
