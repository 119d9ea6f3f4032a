/** The BIP-39 word list (English). */
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Lower case; unique by their first four letters. */
export function isRecoveryWord(word: string): boolean {
  return wordlist.includes(word);
}

/** Return the words that start with a prefix, in list order; none for an empty prefix. */
export function recoveryWordsBeginning(letters: string, most: number): readonly string[] {
  return letters === '' ? [] : wordlist.filter((word) => word.startsWith(letters)).slice(0, most);
}

/** Return the word with the smallest edit distance; ties are broken by the longest common prefix. */
export function nearestRecoveryWord(word: string): string {
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of wordlist) {
    const difference = distance(word, candidate) - sharedStart(word, candidate) / 100;
    if (difference < least) {
      least = difference;
      nearest = candidate;
    }
  }
  return nearest;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
