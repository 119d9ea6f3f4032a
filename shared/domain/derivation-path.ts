/** Paths to keys below a recovery phrase (BIP-32, BIP-44), and the schemes by which Filecoin's wallets choose them. */
import { DomainError } from './domain-error.ts';
import type { KeyType } from './key.ts';

/** The kinds of keys that BIP-32 derives. BLS has no such convention in Lotus. */
export type DerivedKeyType = Exclude<KeyType, 'bls'>;

/** A rule by which wallets number their keys. */
export interface DerivationScheme {
  readonly name: 'filecoin' | 'account' | 'not-hardened' | 'testnet' | 'ethereum';
  /** Which wallets use it. */
  readonly title: string;
  readonly keyType: DerivedKeyType;
  /** The path with `i` for the number of the key, from 0. */
  readonly template: string;
}

/** Coin types: 461 Filecoin, 1 test networks, 60 Ethereum (SLIP-0044). */
export const DERIVATION_SCHEMES: readonly DerivationScheme[] = [
  { name: 'filecoin', title: 'Lotus with Ledger, Glif, most wallets', keyType: 'secp256k1', template: "m/44'/461'/0'/0/i" },
  { name: 'account', title: 'One account for each key', keyType: 'secp256k1', template: "m/44'/461'/i'/0/0" },
  { name: 'not-hardened', title: 'Zondax signing tools, account not hardened', keyType: 'secp256k1', template: "m/44'/461'/0/0/i" },
  { name: 'testnet', title: 'Glif on test networks', keyType: 'secp256k1', template: "m/44'/1'/0'/0/i" },
  { name: 'ethereum', title: 'Ethereum wallets, f410f', keyType: 'delegated', template: "m/44'/60'/0'/0/i" },
];

/** Where Lotus with Ledger and Glif derive their first key. */
export const FIRST_KEY_PATH = "m/44'/461'/0'/0/0";

const HARDENED = 2 ** 31;
const MAX_DEPTH = 255;

/** The path of one key of a scheme. Throws `DomainError` `path-range` for a number that is no whole one below 2^31. */
export function pathOfScheme(scheme: DerivationScheme, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED) throw outOfRange();
  return scheme.template.replace('i', String(index));
}

/**
 * Reads a path: `m`, then numbers with `'` or `h` for hardened ones. Returns the numbers of BIP-32, hardened ones plus 2^31. Throws
 * `DomainError` `path-root` (begins with something else), `path-mark` (a curly quote or the like for `'`), `path-number`,
 * `path-range` (2^31 and more) or `path-depth` (more than 255 numbers).
 */
export function parseDerivationPath(text: string): readonly number[] {
  const [root, ...parts] = text.split('/');
  if (root !== 'm') throw new DomainError('path-root', `A path begins with m/, for example ${FIRST_KEY_PATH}.`);
  if (parts.length > MAX_DEPTH) throw new DomainError('path-depth', 'A path has at most 255 numbers.');
  return parts.map((part) => {
    const [, digits, mark] = /^(0|[1-9]\d*)(['hH]?)$/.exec(part) ?? [];
    if (digits === undefined) {
      if (/^\d+[’‘′`´"]$/.test(part))
        throw new DomainError('path-mark', "Hardened numbers end in a straight apostrophe ('): this one ends in another sign.");
      throw new DomainError('path-number', `Between the slashes of a path stand whole numbers, hardened ones with ': ${FIRST_KEY_PATH}.`);
    }
    if (Number(digits) >= HARDENED) throw outOfRange();
    return Number(digits) + (mark === '' ? 0 : HARDENED);
  });
}

/** Writes the numbers of BIP-32 as a path, hardened ones with `'`: one way to write each path. */
export function formatDerivationPath(indexes: readonly number[]): string {
  return ['m', ...indexes.map((index) => (index < HARDENED ? String(index) : `${index - HARDENED}'`))].join('/');
}

function outOfRange(): DomainError {
  return new DomainError('path-range', 'The numbers of a path are whole and below 2147483648.');
}
