import { type Codec, link } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from './blocks.ts';
import { LocalAmt } from './local-amt.ts';

/** An array as a value of another collection, which links to its root: read lazily, stored with the outer one. */
export function nestedAmt<V>(blocks: Blocks, layout: AmtLayout<V>): Codec<LocalAmt<V>> {
  return {
    read: (reader, name) => LocalAmt.open(blocks, layout, link.read(reader, name)),
    write: (writer, amt) => link.write(writer, amt.flush()),
    toJson: (amt, letter) => link.toJson(amt.flush(), letter),
  };
}
