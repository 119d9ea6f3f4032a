/**
 * Recovery phrases (BIP-39, English) and the keys derived from them (BIP-32).
 *
 * A phrase that differs in one letter is another wallet, so invalid phrases are rejected, never corrected. The caller zeroes entropy
 * and keys. The seed and intermediate private keys are zeroed here; chain codes, other values computed by the libraries, and phrases
 * (text) remain until garbage collection.
 */
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { DomainError } from '../domain-error.ts';
import { type DerivedKeyType, parseDerivationPath } from './derivation-path.ts';
import { type Key, keyFromPrivateKey } from './key.ts';
import { isRecoveryWord, nearestRecoveryWord } from './recovery-words.ts';

const WORD_COUNTS: readonly number[] = [12, 15, 18, 21, 24];

/** A word that is not in the list. The message contains neither the word nor the suggestion, because it may be logged. */
export class MnemonicWordError extends DomainError {
  /** From 1. */
  readonly position: number;
  /** The most similar word of the list, as a suggestion. */
  readonly nearest: string;

  constructor(position: number, nearest: string) {
    super('mnemonic-word', `Word ${position} is not a recovery word. Compare it with your written copy.`);
    this.position = position;
    this.nearest = nearest;
  }
}

/** Create a phrase from 16, 20, 24, 28 or 32 random bytes (12 to 24 words). Throws `DomainError` `mnemonic-entropy` otherwise. */
export function generateMnemonic(entropy: Uint8Array): string {
  if (!WORD_COUNTS.includes((entropy.length * 3) / 4))
    throw new DomainError('mnemonic-entropy', 'The entropy of a recovery phrase must have 16, 20, 24, 28 or 32 bytes.');
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * Parse a phrase as typed or pasted, with any whitespace between words. Returns it with single spaces, the form BIP-39 hashes.
 * Throws `DomainError` `mnemonic-length`, `mnemonic-case`, `mnemonic-checksum`, or `MnemonicWordError` (`mnemonic-word`); never
 * corrects the input.
 */
export function parseMnemonic(text: string): string {
  const words = text.trim().split(/\s+/);
  if (text !== text.toLowerCase()) throw new DomainError('mnemonic-case', 'Enter the words in lower case.');
  if (!WORD_COUNTS.includes(words.length))
    throw new DomainError('mnemonic-length', `A recovery phrase has 12, 15, 18, 21 or 24 words, not ${words.length}.`);
  for (const [index, word] of words.entries()) {
    if (!isRecoveryWord(word)) throw new MnemonicWordError(index + 1, nearestRecoveryWord(word));
  }
  const phrase = words.join(' ');
  if (!validateMnemonic(phrase, wordlist))
    throw new DomainError('mnemonic-checksum', 'The checksum of the recovery phrase is wrong. Check for a wrong word or a wrong order.');
  return phrase;
}

/** Return the entropy of a phrase, which the caller zeroes. Throws `DomainError` as `parseMnemonic`. */
export function mnemonicEntropy(mnemonic: string): Uint8Array {
  return mnemonicToEntropy(parseMnemonic(mnemonic), wordlist);
}

/**
 * Derive the keys at several paths, in order; the seed is computed once. The passphrase is that of BIP-39 (the "25th word"), normalised
 * (NFKD) as BIP-39 requires. Every passphrase results in a valid, different wallet.
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

/** Derive the key at one path; see `deriveKeys`. */
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
