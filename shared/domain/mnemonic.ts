/** Recovery phrases (BIP-39, English) and the keys derived from them (BIP-32). */
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { DomainError } from './domain-error.ts';
import { type Key, keyFromPrivateKey } from './key.ts';

/** Where Lotus-Ledger and Glif derive their first key: coin type 461, account 0. */
export const FIRST_KEY_PATH = "m/44'/461'/0'/0/0";

/** The phrase of 16 (12 words) or 32 (24 words) random bytes, which the caller supplies. */
export function generateMnemonic(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * Reads a phrase: single spaces, lower case. Throws `DomainError` `mnemonic-case`, `mnemonic-length`, `mnemonic-word` or
 * `mnemonic-checksum`; never guesses another phrase.
 */
export function parseMnemonic(text: string): string {
  const words = text.trim().split(/\s+/);
  if (text !== text.toLowerCase())
    throw new DomainError('mnemonic-case', 'Write the words in lower case: upper case would be another wallet.');
  if (![12, 15, 18, 21, 24].includes(words.length))
    throw new DomainError('mnemonic-length', `A recovery phrase has 12 to 24 words; these are ${words.length}.`);
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown >= 0) throw new DomainError('mnemonic-word', `Word ${unknown + 1} is not in the list of recovery words.`);
  const phrase = words.join(' ');
  if (!validateMnemonic(phrase, wordlist))
    throw new DomainError('mnemonic-checksum', 'The last word does not fit the others: a word is wrong or out of order.');
  return phrase;
}

/** The secp256k1 key at a path. Throws `DomainError` for a phrase or path that is none. */
export function deriveSecp256k1Key(mnemonic: string, path: string, passphrase = ''): Key {
  const seed = mnemonicToSeedSync(parseMnemonic(mnemonic), passphrase);
  const root = HDKey.fromMasterSeed(seed);
  seed.fill(0);
  try {
    const { privateKey } = root.derive(path);
    if (privateKey === null) throw new DomainError('derivation-path', 'There is no private key at this path.');
    return keyFromPrivateKey('secp256k1', privateKey);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('derivation-path', "A path looks like m/44'/461'/0'/0/0.");
  } finally {
    root.wipePrivateData();
  }
}
