import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  addressFromBytes,
  addressFromEthAddress,
  addressProtocol,
  addressToBytes,
  delegatedAddress,
  ethAddressFromAddress,
  formatAddress,
  idAddress,
  idOfAddress,
  isAddressText,
  parseAddress,
  tryParseAddress,
} from '../../../../shared/domain/address.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

describe('published addresses', () => {
  const valid = readSharedJson<{ mainnet: string; testnet: string; protocol: number; bytesHex: string }[]>('addresses/valid.json');

  it('reads and writes all seventeen in both letters', () => {
    expect(valid).toHaveLength(17);
    for (const { mainnet, testnet, protocol, bytesHex } of valid) {
      const address = parseAddress(mainnet);
      expect(parseAddress(testnet)).toBe(address);
      expect(formatAddress(address, 'f')).toBe(mainnet);
      expect(formatAddress(address, 't')).toBe(testnet);
      expect(addressProtocol(address)).toBe(protocol);
      expect(bytesToHex(addressToBytes(address))).toBe(bytesHex);
      expect(addressFromBytes(hexToBytes(bytesHex))).toBe(address);
    }
  });

  it('refuses every text and byte string that go-address refuses', () => {
    const { strings, bytes } = readSharedJson<{ strings: { input: string }[]; bytes: { bytesHex: string }[] }>('addresses/invalid.json');
    expect([strings.length, bytes.length]).toEqual([17, 6]);
    for (const { input } of strings) expect(() => parseAddress(input), input).toThrow(DomainError);
    for (const { bytesHex } of bytes) expect(() => addressFromBytes(hexToBytes(bytesHex)), bytesHex).toThrow(DomainError);
  });

  it('maps to and from Ethereum addresses', () => {
    const pairs = readSharedJson<{ filecoin: string; eth: string }[]>('addresses/eth.json');
    expect(pairs).toHaveLength(16);
    for (const { filecoin, eth } of pairs) {
      expect(addressFromEthAddress(eth)).toBe(parseAddress(filecoin));
      expect(ethAddressFromAddress(parseAddress(filecoin))).toBe(eth.toLowerCase());
    }
  });

  it('reads the addresses that a real network uses', () => {
    const pairs = readSharedJson<{ id: string; robust: string }[]>('addresses/id-robust.json');
    expect(pairs).toHaveLength(30);
    for (const { id, robust } of pairs) {
      expect(formatAddress(parseAddress(id), 'f')).toBe(id);
      expect(formatAddress(parseAddress(robust), 'f')).toBe(robust);
    }
  });
});

describe('strictness', () => {
  const good = 'f2i4llai5x72clnz643iydyplvjmni74x4vyme7ny';

  it.each([
    ['upper case', good.toUpperCase()],
    ['upper case after the kind', `f2${good.slice(2).toUpperCase()}`],
    ['padding', `${good}=`],
    ['a changed character', `${good.slice(0, -1)}a`],
    ['an id of 2^63', 'f09223372036854775808'],
    ['a negative id', 'f0-1'],
    ['another network letter', `g${good.slice(1)}`],
    ['protocol 5', 'f5abc'],
    ['white space', ` ${good}`],
    ['the undefined address', '<empty>'],
    ['a namespace of 2^63', 'f49223372036854775808faaaaaaa'],
    ['no sub-address separator', 'f410'],
  ])('refuses %s', (_name, text) => {
    expect(tryParseAddress(text)).toBeUndefined();
    expect(isAddressText(text)).toBe(false);
  });

  it('accepts the largest id and refuses a trailing byte after an id', () => {
    expect(bytesToHex(addressToBytes(parseAddress('f09223372036854775807')))).toBe('00ffffffffffffffff7f');
    expect(() => addressFromBytes(hexToBytes('00d20900'))).toThrow(DomainError);
    expect(() => addressFromBytes(hexToBytes('008000'))).toThrow(DomainError);
  });

  it('refuses spare bits in the last character of the base32 text', () => {
    // 54-byte sub-addresses leave spare bits: the same bytes would have several texts otherwise.
    const text = delegatedAddress(10n, new Uint8Array(20).fill(7));
    const last = text.at(-1) ?? '';
    const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
    const others = [...alphabet].filter((letter) => letter !== last).map((letter) => text.slice(0, -1) + letter);
    expect(others.filter(isAddressText)).toEqual([]);
  });

  it('gives no Ethereum form to masked ids inside f410 and to f1', () => {
    const masked = delegatedAddress(10n, concatBytes(Uint8Array.of(0xff), new Uint8Array(11), hexToBytes('00000000000004d2')));
    expect(ethAddressFromAddress(masked)).toBeUndefined();
    expect(ethAddressFromAddress(parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba'))).toBeUndefined();
    expect(addressFromEthAddress('0xff000000000000000000000000000000000004d2')).toBe('f01234');
  });
});

describe('round trips', () => {
  const anyAddress: fc.Arbitrary<Address> = fc.oneof(
    fc.bigInt(0n, (1n << 63n) - 1n).map(idAddress),
    fc
      .tuple(fc.constantFrom(1, 2), fc.uint8Array({ minLength: 20, maxLength: 20 }))
      .map(([protocol, hash]) => addressFromBytes(concatBytes(Uint8Array.of(protocol), hash))),
    fc.uint8Array({ minLength: 48, maxLength: 48 }).map((key) => addressFromBytes(concatBytes(Uint8Array.of(3), key))),
    fc
      .tuple(fc.bigInt(0n, (1n << 63n) - 1n), fc.uint8Array({ maxLength: 54 }))
      .map(([namespace, subAddress]) => delegatedAddress(namespace, subAddress)),
  );

  it('any address survives text in both letters and bytes', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(parseAddress(formatAddress(address, 't'))).toBe(address);
        expect(addressFromBytes(addressToBytes(address))).toBe(address);
      }),
    );
  });

  it('an id survives its address', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 63n) - 1n), (id) => {
        expect(idOfAddress(idAddress(id))).toBe(id);
      }),
    );
  });

  it('arbitrary text never gets past with anything but a DomainError', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => tryParseAddress(text)).not.toThrow();
      }),
    );
  });
});
