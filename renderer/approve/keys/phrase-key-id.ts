import type { PhraseKey } from '../../../shared/ipc/schemas/wallet.ts';

/** A path can be read by two rules, which give two keys. */
export function phraseKeyId({ path, keyType }: PhraseKey): string {
  return `${keyType} ${path}`;
}
