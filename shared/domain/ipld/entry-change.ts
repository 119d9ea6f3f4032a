import { equalBytes } from '../bytes.ts';
import type { Cid } from '../cid.ts';
import { type Codec, encodeBlock } from './codec.ts';

/** What became of an entry between two states of a collection: without `before` it was added, without `after` it was removed. */
export interface EntryChange<K, V> {
  readonly key: K;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/** The change of one entry; none where it has the same bytes as before. */
export function entryChange<K, V>(codec: Codec<V>, key: K, before: V | undefined, after: V | undefined): EntryChange<K, V>[] {
  if (before === after) return [];
  const isSame = before !== undefined && after !== undefined && equalBytes(encodeBlock(codec, before), encodeBlock(codec, after));
  return isSame ? [] : [{ key, before, after }];
}

/** Whether two children are the same subtree, as far as their CIDs tell. */
export function isShared(before: { readonly cid: Cid | undefined }, after: { readonly cid: Cid | undefined }): boolean {
  return before.cid !== undefined && before.cid === after.cid;
}
