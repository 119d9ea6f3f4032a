import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidParts } from '../../../shared/domain/encoding/cid.ts';
import { encodeMessage } from '../../../shared/domain/messages/message.ts';
import type { ChainMessage } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { MissingBlockError } from '../state/blocks.ts';
import { linksOf } from '../store/block-links.ts';
import type { Parameter } from './dispatcher.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { cidParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';

/** Identity hash: the CID contains its content. */
const IDENTITY = 0;

/** ChainReadObj and similar: raw objects of headers, messages and state by CID. */
export function addObjectMethods(table: MethodTableBuilder, chain: ChainView): void {
  table
    .read('ChainHasObj', [cidParameter], ([cid]) => objectAt(chain, cid) !== undefined)
    .read('ChainReadObj', [cidParameter], ([cid]) => {
      const bytes = objectAt(chain, cid);
      // Lotus v1.36 node/impl/full/chain.go ChainReadObj; the text inside is that of go-ipld-format ErrNotFound.
      if (bytes === undefined) throw new RpcError(`blockstore get: ${new MissingBlockError(cid).message}`);
      return bytesToBase64(bytes);
    })
    .read('ChainStatObj', [cidParameter, optionalCidParameter], ([cid, base]) => {
      const seen = new Set<Cid>();
      if (base !== undefined) sizeBelow(chain, base, seen);
      return sizeBelow(chain, cid, seen);
    });
}

/** A CID, or null for none. */
const optionalCidParameter: Parameter<Cid | undefined> = {
  goType: cidParameter.goType,
  decode: (value) => (value === null ? undefined : cidParameter.decode(value)),
};

/** Count blocks and bytes reachable from an object that were not seen yet. */
function sizeBelow(chain: ChainView, cid: Cid, seen: Set<Cid>): { Size: number; Links: number } {
  const waiting = [cid];
  const size = { Size: 0, Links: 0 };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const bytes = objectAt(chain, at);
    if (bytes === undefined) throw new MissingBlockError(at);
    size.Size += bytes.length;
    size.Links += 1;
    waiting.push(...linksOf(bytes));
  }
  return size;
}

function objectAt(chain: ChainView, cid: Cid): Uint8Array | undefined {
  const { hash, digest } = cidParts(cid);
  if (hash === IDENTITY) return digest;
  const header = chain.store.block(cid)?.bytes;
  if (header !== undefined) return header;
  const message = chain.store.message(cid) ?? chain.pool.find(cid);
  // BLS messages are stored without their signature, by the unsigned message's CID; others with it.
  if (message?.cid === cid) return storedBytes(message);
  try {
    return chain.blocks.get(cid);
  } catch (error) {
    if (error instanceof MissingBlockError) return undefined;
    throw error;
  }
}

function storedBytes({ signed, bytes }: ChainMessage): Uint8Array {
  return signed.signature.type === 'bls' ? encodeMessage(signed.message) : bytes;
}
