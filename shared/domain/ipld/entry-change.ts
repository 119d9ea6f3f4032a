import { equalBytes } from '../encoding/bytes.ts';
import type { Cid } from '../encoding/cid.ts';
import { type Codec, encodeBlock } from './codec.ts';

/** A change of an entry between two states of a collection: added without `before`, removed without `after`. */
export interface EntryChange<K, V> {
  readonly key: K;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/** Return the change of an entry; none if its bytes are equal. */
export function entryChange<K, V>(codec: Codec<V>, key: K, before: V | undefined, after: V | undefined): EntryChange<K, V>[] {
  if (before === after) return [];
  const isSame = before !== undefined && after !== undefined && equalBytes(encodeBlock(codec, before), encodeBlock(codec, after));
  return isSame ? [] : [{ key, before, after }];
}

/** Whether two children have the same CID. */
export function isShared(before: { readonly cid: Cid | undefined }, after: { readonly cid: Cid | undefined }): boolean {
  return before.cid !== undefined && before.cid === after.cid;
}
