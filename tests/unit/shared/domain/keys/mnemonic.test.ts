import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { base64ToBytes, bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import {
  DERIVATION_SCHEMES,
  FIRST_KEY_PATH,
  formatDerivationPath,
  parseDerivationPath,
  pathOfScheme,
} from '../../../../../shared/domain/keys/derivation-path.ts';
import {
  deriveKey,
  deriveKeys,
  generateMnemonic,
  MnemonicWordError,
  mnemonicEntropy,
  parseMnemonic,
} from '../../../../../shared/domain/keys/mnemonic.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const ZONDAX = 'equip will roof matter pink blind book anxiety banner elbow sun young';
/** Published development phrase of Ethereum's tools (Hardhat). */
const HARDHAT = 'test test test test test test test test test test test junk';
const phrase = generateMnemonic(new Uint8Array(32).fill(9));

describe('the entropy of a phrase', () => {
  it('is what the phrase was made of', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(16, 20, 24, 28, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
        (entropy) => {
          expect(mnemonicEntropy(generateMnemonic(entropy))).toEqual(entropy);
        },
      ),
    );
    expect(() => mnemonicEntropy(`${ZONDAX} young`)).toThrow(expect.objectContaining({ code: 'mnemonic-length' }));
  });
});

describe('published phrases', () => {
  it('have the published addresses', () => {
    const vectors = readSharedJson<{ mnemonic: string; children: { path: string; address: string }[] }[]>('wallets/mnemonics.json');
    let addresses = 0;
    for (const { mnemonic, children } of vectors) {
      const keys = deriveKeys(
        mnemonic,
        'secp256k1',
        children.map(({ path }) => path),
      );
      for (const [index, { path, address }] of children.entries()) {
        expect(formatAddress(keys[index]?.address ?? ('' as never), address[0] as 'f' | 't'), path).toBe(address);
        addresses += 1;
      }
    }
    checked(vectors.length, 3, 'published phrases');
    checked(addresses, 4, 'addresses derived from them');
  });

  it('have the published keys', () => {
    const key = deriveKey(ZONDAX, 'secp256k1', "m/44'/461'/0/0/0");
    expect(key.privateKey).toEqual(base64ToBytes('8VcW07ADswS4BV2cxi5rnIadVsyTDDhY1NfDH19T8Uo='));
    expect(key.address).toBe('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    // First account of Hardhat and Anvil.
    const ethereum = deriveKey(HARDHAT, 'delegated', "m/44'/60'/0'/0/0");
    expect(ethAddressFromAddress(ethereum.address)).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    expect(bytesToHex(ethereum.privateKey)).toBe('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
  });

  it.each([
    // The vectors that BIP-39 refers to: entropy, phrase, and the master key under the passphrase TREZOR.
    [
      '00000000000000000000000000000000',
      `${'abandon '.repeat(11)}about`,
      'cbedc75b0d6412c85c79bc13875112ef912fd1e756631b5a00330866f22ff184',
    ],
    ['ffffffffffffffffffffffffffffffff', `${'zoo '.repeat(11)}wrong`, undefined],
    ['00'.repeat(32), `${'abandon '.repeat(23)}art`, undefined],
  ])('are those of BIP-39 for entropy %s', (entropy, words, masterKey) => {
    expect(generateMnemonic(hexToBytes(entropy))).toBe(words);
    expect(parseMnemonic(words)).toBe(words);
    if (masterKey !== undefined) expect(bytesToHex(deriveKey(words, 'secp256k1', 'm', 'TREZOR').privateKey)).toBe(masterKey);
  });
});

describe('phrases', () => {
  it('of any entropy are read back, however they are spaced', () => {
    const entropy = fc.constantFrom(16, 20, 24, 28, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
    const gap = fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', '\u3000', '\u00a0');
    fc.assert(
      fc.property(entropy, gap, (bytes, space) => {
        const words = generateMnemonic(Uint8Array.from(bytes));
        expect(words).toBe(entropyToMnemonic(Uint8Array.from(bytes), wordlist));
        expect(parseMnemonic(`${space}${words.replaceAll(' ', space)}${space}`)).toBe(words);
      }),
    );
    for (const length of [0, 15, 17, 33, 64])
      expect(() => generateMnemonic(new Uint8Array(length))).toThrow(expect.objectContaining({ code: 'mnemonic-entropy' }));
  });

  it.each([
    ['in upper case', phrase.toUpperCase(), 'mnemonic-case'],
    ['with one capital', phrase.replace(/^./, (letter) => letter.toUpperCase()), 'mnemonic-case'],
    ['without a word', phrase.split(' ').slice(1).join(' '), 'mnemonic-length'],
    ['of 13 words', `${ZONDAX} young`, 'mnemonic-length'],
    ['of nothing', '  ', 'mnemonic-length'],
    ['with a word outside the list', phrase.replace(/^\w+/, 'sextant'), 'mnemonic-word'],
    ['with wide letters', ZONDAX.replace('equip', 'ｅｑｕｉｐ'), 'mnemonic-word'],
    ['with an invisible space in a word', ZONDAX.replace('equip', 'equ\u200bip'), 'mnemonic-word'],
    ['with words cut to four letters', ZONDAX.replace('equip', 'equi'), 'mnemonic-word'],
    ['with commas', ZONDAX.replaceAll(' ', ', '), 'mnemonic-word'],
    ['out of order', phrase.split(' ').reverse().join(' '), 'mnemonic-checksum'],
    ['with another last word', `${'abandon '.repeat(11)}abandon`, 'mnemonic-checksum'],
  ])('%s are refused', (_name, text, code) => {
    expect(() => parseMnemonic(text)).toThrow(expect.objectContaining({ code }));
    expect(() => deriveKey(text, 'secp256k1', FIRST_KEY_PATH)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['abandn', 'abandon'],
    ['abondon', 'abandon'],
    ['yuong', 'young'],
    ['equipp', 'equip'],
    ['banners', 'banner'],
    ['matte', 'matter'],
    ['equi', 'equip'],
  ])('name the word nearest to %s, which is not in the text of the error', (typed, meant) => {
    const words = ZONDAX.split(' ').with(3, typed).join(' ');
    let error: unknown;
    try {
      parseMnemonic(words);
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof MnemonicWordError)) throw new Error('not refused');
    expect([error.position, error.nearest]).toEqual([4, meant]);
    expect(error.message).not.toContain(typed);
    expect(error.message).not.toContain(meant);
  });

  it('with any one word changed are another phrase at most, never the same keys', () => {
    const address = deriveKey(ZONDAX, 'secp256k1', FIRST_KEY_PATH).address;
    let accepted = 0;
    fc.assert(
      fc.property(fc.nat({ max: 11 }), fc.constantFrom(...wordlist), (at, word) => {
        const changed = ZONDAX.split(' ').with(at, word).join(' ');
        if (changed === ZONDAX) return;
        try {
          parseMnemonic(changed);
        } catch {
          return;
        }
        accepted += 1;
        if (accepted < 5) expect(deriveKey(changed, 'secp256k1', FIRST_KEY_PATH).address).not.toBe(address);
      }),
      { numRuns: 500 },
    );
    // A checksum of 4 bits lets one in 16 pass: what BIP-39 can do, and no more.
    expect(accepted).toBeLessThan(100);
  });

  it('have one wallet for a passphrase, however its letters are composed', () => {
    const keyWith = (passphrase: string) => deriveKey(ZONDAX, 'secp256k1', FIRST_KEY_PATH, passphrase).address;
    expect(keyWith('caf\u00e9')).toBe(keyWith('cafe\u0301'));
    expect(new Set([keyWith(''), keyWith('cafe'), keyWith('caf\u00e9'), keyWith('caf\u00e9 ')]).size).toBe(4);
  });
});

describe('paths', () => {
  it('of every scheme are known', () => {
    expect(DERIVATION_SCHEMES.map((scheme) => [scheme.keyType, pathOfScheme(scheme, 7)])).toEqual([
      ['secp256k1', "m/44'/461'/0'/0/7"],
      ['secp256k1', "m/44'/461'/7'/0/0"],
      ['secp256k1', "m/44'/461'/0/0/7"],
      ['secp256k1', "m/44'/1'/0'/0/7"],
      ['delegated', "m/44'/60'/0'/0/7"],
    ]);
    expect(pathOfScheme(DERIVATION_SCHEMES[0] ?? ({} as never), 0)).toBe(FIRST_KEY_PATH);
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => pathOfScheme(DERIVATION_SCHEMES[0] ?? ({} as never), index)).toThrow(expect.objectContaining({ code: 'path-range' }));
  });

  it('are read as BIP-32 numbers', () => {
    const hardened = 2 ** 31;
    expect(parseDerivationPath("m/44'/461h/0H/0/2147483647")).toEqual([hardened + 44, hardened + 461, hardened, 0, 2147483647]);
    expect(parseDerivationPath('m')).toEqual([]);
  });

  it('are written in one way, which reads as the same numbers', () => {
    expect(formatDerivationPath(parseDerivationPath('m/44h/461H/0/1'))).toBe("m/44'/461'/0/1");
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 32 - 1 }), { maxLength: 20 }), (indexes) => {
        expect(parseDerivationPath(formatDerivationPath(indexes))).toEqual(indexes);
      }),
    );
  });

  it.each([
    ['', 'path-root'],
    ["44'/461'/0'/0/0", 'path-root'],
    ["/44'", 'path-root'],
    ["M/44'", 'path-root'],
    ['m/', 'path-number'],
    ["m/44'//0", 'path-number'],
    ["m/44''", 'path-number'],
    ['m/-1', 'path-number'],
    ['m/1.5', 'path-number'],
    ['m/0x1', 'path-number'],
    ['m/044', 'path-number'],
    ["m/44' /0", 'path-number'],
    ['m/i', 'path-number'],
    ['m/44’/461’/0’/0/0', 'path-mark'],
    ['m/2147483648', 'path-range'],
    ["m/99999999999999999999'", 'path-range'],
    [`m${'/0'.repeat(256)}`, 'path-depth'],
  ])('refuse "%s"', (path, code) => {
    expect(() => deriveKey(ZONDAX, 'secp256k1', path)).toThrow(expect.objectContaining({ code }));
  });

  it('give the same keys one by one and together', () => {
    const paths = DERIVATION_SCHEMES.slice(0, 4).flatMap((scheme) => [0, 1, 2].map((index) => pathOfScheme(scheme, index)));
    const together = deriveKeys(ZONDAX, 'secp256k1', paths);
    // The first key of the first two schemes is one and the same.
    expect(new Set(together.map(({ address }) => address)).size).toBe(11);
    for (const [index, path] of paths.entries()) expect(deriveKey(ZONDAX, 'secp256k1', path)).toEqual(together[index]);
  });
});
