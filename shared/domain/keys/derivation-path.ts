/** Derivation paths (BIP-32, BIP-44), and the schemes that Filecoin wallets use. */
import { DomainError } from '../domain-error.ts';
import type { KeyType } from './key.ts';

/** Key types with BIP-32 derivation. Lotus has no convention for BLS. */
export type DerivedKeyType = Exclude<KeyType, 'bls'>;

/** A scheme for deriving a wallet's keys. */
export interface DerivationScheme {
  readonly name: 'filecoin' | 'account' | 'not-hardened' | 'testnet' | 'ethereum';
  /** Wallets that use it. */
  readonly title: string;
  readonly keyType: DerivedKeyType;
  /** Path with `i` for the key index, starting at 0. */
  readonly template: string;
}

/** Coin types: 461 Filecoin, 1 test networks, 60 Ethereum (SLIP-0044). */
export const DERIVATION_SCHEMES: readonly DerivationScheme[] = [
  { name: 'filecoin', title: 'Lotus with Ledger, Glif, most wallets', keyType: 'secp256k1', template: "m/44'/461'/0'/0/i" },
  { name: 'account', title: 'One account per key', keyType: 'secp256k1', template: "m/44'/461'/i'/0/0" },
  { name: 'not-hardened', title: 'Zondax signing tools, account not hardened', keyType: 'secp256k1', template: "m/44'/461'/0/0/i" },
  { name: 'testnet', title: 'Glif on test networks', keyType: 'secp256k1', template: "m/44'/1'/0'/0/i" },
  { name: 'ethereum', title: 'Ethereum wallets, f410f', keyType: 'delegated', template: "m/44'/60'/0'/0/i" },
];

/** First path of Lotus with Ledger, and of Glif. */
export const FIRST_KEY_PATH = "m/44'/461'/0'/0/0";

const HARDENED = 2 ** 31;
const MAX_DEPTH = 255;

/** Return the path of a key. Throws `DomainError` `path-range` for an index that is not an integer below 2^31. */
export function pathOfScheme(scheme: DerivationScheme, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED) throw outOfRange();
  return scheme.template.replace('i', String(index));
}

/**
 * Parse a path: `m`, then numbers, hardened ones with `'` or `h`. Returns BIP-32 indexes, hardened ones plus 2^31. Throws
 * `DomainError` `path-root` (does not start with m), `path-mark` (a curly quote or similar instead of `'`), `path-number`,
 * `path-range` (2^31 and more) or `path-depth` (more than 255 numbers).
 */
export function parseDerivationPath(text: string): readonly number[] {
  const [root, ...parts] = text.split('/');
  if (root !== 'm') throw new DomainError('path-root', `A derivation path starts with m/, for example ${FIRST_KEY_PATH}.`);
  if (parts.length > MAX_DEPTH) throw new DomainError('path-depth', 'A derivation path has at most 255 levels.');
  return parts.map((part) => {
    const [, digits, mark] = /^(0|[1-9]\d*)(['hH]?)$/.exec(part) ?? [];
    if (digits === undefined) {
      if (/^\d+[’‘′`´"]$/.test(part)) throw new DomainError('path-mark', "Use a straight apostrophe (') for hardened levels.");
      throw new DomainError('path-number', `The levels of a derivation path are integers, hardened ones with ': ${FIRST_KEY_PATH}.`);
    }
    if (Number(digits) >= HARDENED) throw outOfRange();
    return Number(digits) + (mark === '' ? 0 : HARDENED);
  });
}

/** Format BIP-32 indexes as a path, hardened ones with `'`. */
export function formatDerivationPath(indexes: readonly number[]): string {
  return ['m', ...indexes.map((index) => (index < HARDENED ? String(index) : `${index - HARDENED}'`))].join('/');
}

function outOfRange(): DomainError {
  return new DomainError('path-range', 'The levels of a derivation path are integers below 2147483648.');
}
