import type { Account, Phrase } from '../../../shared/ipc/schemas/wallet.ts';

/** Describes a phrase without revealing its words: "24 words, of Main key and 2 more, not backed up". */
export function phraseWords(phrase: Phrase, accounts: readonly Account[]): string {
  const labels = accounts.filter(({ origin }) => origin.kind === 'phrase' && origin.phraseId === phrase.id).map(({ label }) => label);
  const owners =
    labels.length === 0 ? 'without keys here' : `of ${labels[0]}${labels.length === 1 ? '' : ` and ${labels.length - 1} more`}`;
  return `${phrase.wordCount} words, ${owners}${phrase.isBackedUp ? '' : ', not backed up'}`;
}
