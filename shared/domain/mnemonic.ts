/**
 * Recovery phrases (BIP-39, English) and the keys derived from them (BIP-32).
 *
 * A phrase that differs in one letter is another wallet, so that nothing is guessed: what is not exactly a phrase is refused. Who
 * zeroes: the caller zeroes entropy and keys. The seed and the private key of every node between it and the keys are overwritten
 * here; chain codes, what else the libraries compute, and phrases, which are text, live until the collector takes them.
 */
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type DerivedKeyType, parseDerivationPath } from './derivation-path.ts';
import { DomainError } from './domain-error.ts';
import { type Key, keyFromPrivateKey } from './key.ts';
import { isRecoveryWord, nearestRecoveryWord } from './recovery-words.ts';

const WORD_COUNTS: readonly number[] = [12, 15, 18, 21, 24];

/** A word that is not in the list. What was typed and what may have been meant are not in its message, which may be logged. */
export class MnemonicWordError extends DomainError {
  /** From 1. */
  readonly position: number;
  /** The word of the list that is most like it. Only a person can say whether it is the right one. */
  readonly nearest: string;

  constructor(position: number, nearest: string) {
    super('mnemonic-word', `Word ${position} is not in the list of recovery words. Compare it with what you wrote down.`);
    this.position = position;
    this.nearest = nearest;
  }
}

/** The phrase of 16, 20, 24, 28 or 32 random bytes (12 to 24 words). Throws `DomainError` `mnemonic-entropy` for another number. */
export function generateMnemonic(entropy: Uint8Array): string {
  if (!WORD_COUNTS.includes((entropy.length * 3) / 4))
    throw new DomainError('mnemonic-entropy', 'A recovery phrase is made of 16, 20, 24, 28 or 32 bytes.');
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * Reads a phrase as typed or pasted: spaces and line breaks of any number and kind stand between the words. Returns it with single
 * spaces, the form BIP-39 hashes. Throws `DomainError` `mnemonic-length`, `mnemonic-case`, `mnemonic-checksum`, or
 * `MnemonicWordError` (`mnemonic-word`); never reads another phrase than the one given.
 */
export function parseMnemonic(text: string): string {
  const words = text.trim().split(/\s+/);
  if (text !== text.toLowerCase())
    throw new DomainError('mnemonic-case', 'Write the words in lower case: upper case would be another wallet.');
  if (!WORD_COUNTS.includes(words.length))
    throw new DomainError('mnemonic-length', `A recovery phrase has 12, 15, 18, 21 or 24 words; these are ${words.length}.`);
  for (const [index, word] of words.entries()) {
    if (!isRecoveryWord(word)) throw new MnemonicWordError(index + 1, nearestRecoveryWord(word));
  }
  const phrase = words.join(' ');
  if (!validateMnemonic(phrase, wordlist))
    throw new DomainError('mnemonic-checksum', 'These words do not fit together: one is wrong, or they are out of order.');
  return phrase;
}

/** The random bytes that a phrase stands for, which the caller zeroes. Throws `DomainError` as `parseMnemonic`. */
export function mnemonicEntropy(mnemonic: string): Uint8Array {
  return mnemonicToEntropy(parseMnemonic(mnemonic), wordlist);
}

/**
 * The keys at several paths, in their order; the seed is computed once. The passphrase is that of BIP-39 (the "25th word"), which is
 * normalised (NFKD) as BIP-39 says, so that it is the same however it was typed; every passphrase has its own wallet, none is wrong.
 * The caller zeroes the keys. Throws `DomainError` as `parseMnemonic` and `parseDerivationPath`.
 */
export function deriveKeys(mnemonic: string, keyType: DerivedKeyType, paths: readonly string[], passphrase = ''): Key[] {
  const phrase = parseMnemonic(mnemonic);
  const indexes = paths.map(parseDerivationPath);
  const seed = mnemonicToSeedSync(phrase, passphrase);
  const nodes = new Map<string, HDKey>();
  try {
    const root = HDKey.fromMasterSeed(seed);
    nodes.set('', root);
    return indexes.map((path) => {
      let node = root;
      for (const [depth, index] of path.entries()) {
        const name = path.slice(0, depth + 1).join('/');
        const child = nodes.get(name) ?? node.deriveChild(index);
        nodes.set(name, child);
        node = child;
      }
      return keyOf(node, keyType);
    });
  } finally {
    seed.fill(0);
    for (const node of nodes.values()) node.wipePrivateData();
  }
}

/** The key at one path; see `deriveKeys`. */
export function deriveKey(mnemonic: string, keyType: DerivedKeyType, path: string, passphrase = ''): Key {
  const [key] = deriveKeys(mnemonic, keyType, [path], passphrase);
  if (key === undefined) throw new Error('one path, one key');
  return key;
}

function keyOf(node: HDKey, keyType: DerivedKeyType): Key {
  const privateKey = node.privateKey ?? new Uint8Array();
  try {
    return keyFromPrivateKey(keyType, privateKey);
  } finally {
    privateKey.fill(0);
  }
}
