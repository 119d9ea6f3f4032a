import type { PhraseKey } from '../../../shared/ipc/schemas/wallet.ts';

/** Identifies a key by path and scheme: two schemes can derive two keys from one path. */
export function phraseKeyId({ path, keyType }: PhraseKey): string {
  return `${keyType} ${path}`;
}

/** Removes duplicates. Two schemes, or a scheme and a custom path, can lead to the same key; the first one is kept. */
export function eachOnce(keys: readonly PhraseKey[]): readonly PhraseKey[] {
  const ids = keys.map(phraseKeyId);
  return keys.filter((_, index) => ids.indexOf(ids[index] ?? '') === index);
}
