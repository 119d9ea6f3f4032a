import type { PhraseKey } from '../../../shared/ipc/schemas/wallet.ts';

/** A path can be read by two rules, which give two keys. */
export function phraseKeyId({ path, keyType }: PhraseKey): string {
  return `${keyType} ${path}`;
}

/** Two rules can meet in a path, and a path typed by hand in that of a rule: the first of them stands for both. */
export function eachOnce(keys: readonly PhraseKey[]): readonly PhraseKey[] {
  const ids = keys.map(phraseKeyId);
  return keys.filter((_, index) => ids.indexOf(ids[index] ?? '') === index);
}
