import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  type AddressRefusal,
  addressFromBytes,
  addressProtocol,
  addressToBytes,
  delegatedAddress,
  delegatedParts,
  formatAddress,
  idAddress,
  idOfAddress,
  parseAddress,
  tryParseAddress,
} from '../../../../../shared/domain/addresses/address.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

/** Our codes for each error of go-address. */
const CODES_OF_GO_ERROR: Readonly<Record<string, readonly AddressRefusal[]>> = {
  'unknown address network': ['address-letter'],
  'unknown address protocol': ['address-protocol'],
  'invalid address checksum': ['address-checksum'],
  'invalid address length': ['address-length', 'address-payload'],
  'invalid (payload length)': ['address-payload'],
  'invalid address payload': ['address-id', 'address-varint'],
  'illegal base32 data at input byte 14': ['address-case'],
  'invalid encoding': ['address-spare-bits'],
};

const ID_LIMIT = 1n << 63n;
const anyId = fc.oneof(
  fc.bigInt(0n, ID_LIMIT - 1n),
  fc.bigInt(0n, 100_000n),
  fc.constantFrom(0n, 127n, 128n, (1n << 49n) - 1n, 1n << 49n, ID_LIMIT - 1n),
);
const hashed = (protocol: number, length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((payload) => addressFromBytes(concatBytes(Uint8Array.of(protocol), payload)));
const anyDelegated = fc
  .tuple(anyId, fc.uint8Array({ maxLength: 54 }))
  .map(([namespace, subAddress]) => delegatedAddress(namespace, subAddress));
const anyChecksummed = fc.oneof(hashed(1, 20), hashed(2, 20), hashed(3, 48), anyDelegated);
const anyAddress: fc.Arbitrary<Address> = fc.oneof(anyId.map(idAddress), anyChecksummed);

describe('published addresses', () => {
  it('are read and written in both letters', () => {
    const valid = readSharedJson<{ mainnet: string; testnet: string; protocol: number; bytesHex: string }[]>('addresses/valid.json');
    for (const { mainnet, testnet, protocol, bytesHex } of valid) {
      const address = parseAddress(mainnet);
      expect(parseAddress(testnet)).toBe(address);
      expect(formatAddress(address, 'f')).toBe(mainnet);
      expect(formatAddress(address, 't')).toBe(testnet);
      expect(addressProtocol(address)).toBe(protocol);
      expect(bytesToHex(addressToBytes(address))).toBe(bytesHex);
      expect(addressFromBytes(hexToBytes(bytesHex))).toBe(address);
    }
    checked(valid.length, 17, 'published addresses in both letters and as bytes');
  });

  it('are refused where go-address refuses them, for the same reason', () => {
    const { strings, bytes } = readSharedJson<{
      strings: { input: string; goError: string }[];
      bytes: { bytesHex: string; goError: string }[];
    }>('addresses/invalid.json');
    for (const { input, goError } of strings) expect(CODES_OF_GO_ERROR[goError], input).toContain(codeOf(() => parseAddress(input)));
    for (const { bytesHex, goError } of bytes) {
      expect(CODES_OF_GO_ERROR[goError], bytesHex).toContain(codeOf(() => addressFromBytes(hexToBytes(bytesHex))));
    }
    checked(strings.length + bytes.length, 23, 'texts and byte strings that go-address refuses');
  });

  it('come back as a real network wrote them', () => {
    const pairs = readSharedJson<{ id: string; robust: string }[]>('addresses/id-robust.json');
    for (const text of pairs.flatMap(({ id, robust }) => [id, robust])) expect(formatAddress(parseAddress(text), 'f')).toBe(text);
    checked(pairs.length, 30, 'pairs of an id and a robust address');
  });

  it('come back from every traced message', () => {
    let count = 0;
    for (const file of listSharedFiles('chain/messages').filter((name) => name.endsWith('.gz'))) {
      const { Trace } = readSharedJson<{ Trace: { Msg: { From: string; To: string } }[] }>(`chain/messages/${file}`);
      for (const { Msg } of Trace) {
        for (const text of [Msg.From, Msg.To]) {
          const address = parseAddress(text);
          expect(formatAddress(address, 'f')).toBe(text);
          expect(addressFromBytes(addressToBytes(address))).toBe(address);
        }
        count += 1;
      }
    }
    checked(count, 463, 'traced messages with sender and receiver');
  });
});

describe('strictness', () => {
  const good = 'f2i4llai5x72clnz643iydyplvjmni74x4vyme7ny';
  const body = good.slice(2);

  it.each<[AddressRefusal, string]>([
    ['address-empty', ''],
    ['address-empty', '<empty>'],
    ['address-length', 'f0'],
    ['address-length', `f0${'1'.repeat(114)}`],
    ['address-space', ` ${good}`],
    ['address-space', `${good}\n`],
    ['address-space', `${good.slice(0, 10)}\u200b${good.slice(10)}`],
    ['address-space', 'f0 1234'],
    ['address-letter', 'Main key'],
    ['address-scheme', `filecoin:${good}`],
    ['address-scheme', `https://example.invalid/address/${good}`],
    ['address-eth', '0xd388ab098ed3e84c0d808776440b48f685198498'],
    ['address-case', good.toUpperCase()],
    ['address-case', `f2${body.toUpperCase()}`],
    ['address-case', 'F01234'],
    ['address-case', 'f410F2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy'],
    ['address-padding', `${good}=`],
    ['address-letter', `g${good.slice(1)}`],
    ['address-letter', '1234'],
    ['address-protocol', `f5${body}`],
    ['address-protocol', 'f-1'],
    ['address-id', 'f09223372036854775808'],
    ['address-id', 'f018446744073709551615'],
    ['address-id', 'f000000000000000000001'],
    ['address-id', 'f0-1'],
    ['address-id', 'f0+1'],
    ['address-id', 'f01_000'],
    ['address-id', 'f00x12'],
    ['address-id', 'f0١٢'],
    ['address-namespace', 'f410'],
    ['address-namespace', `f4f${body}`],
    ['address-namespace', 'f49223372036854775808faaaaaaa'],
    ['address-namespace', 'f400000000000000000010faaaaaaa'],
    ['address-encoding', `f2${body.slice(0, -1)}1`],
    ['address-encoding', `f2${body.slice(0, -1)}é`],
    ['address-payload', `f1${body}aaaaaaaa`],
    ['address-payload', `${good}a`],
    ['address-payload', 'f410faaaa'],
    ['address-payload', 'f410f'],
    ['address-payload', 'f1aaaaa'],
    ['address-checksum', `f1${body}`],
    ['address-checksum', `${good.slice(0, 5)}a${good.slice(6)}`],
  ])('%s: %j', (code, text) => {
    expect(codeOf(() => parseAddress(text))).toBe(code);
    expect(tryParseAddress(text)).toBeUndefined();
  });

  it('takes leading zeros of ids and namespaces as Go does, within 19 digits', () => {
    expect(parseAddress('f00000000000000001234')).toBe('f01234');
    expect(parseAddress('t0000')).toBe('f00');
    const delegated = delegatedAddress(10n, new Uint8Array(20));
    expect(parseAddress(delegated.replace('f410f', 'f40000000000000000010f'))).toBe(delegated);
  });

  it('takes the largest id, and no byte form of it that is not the shortest', () => {
    expect(bytesToHex(addressToBytes(parseAddress('f09223372036854775807')))).toBe('00ffffffffffffffff7f');
    expect(addressFromBytes(hexToBytes('00ffffffffffffffff7f'))).toBe('f09223372036854775807');
    expect(codeOf(() => idAddress(-1))).toBe('address-id');
    expect(codeOf(() => idAddress(ID_LIMIT))).toBe('address-id');
  });

  it.each<[AddressRefusal, string]>([
    ['address-empty', ''],
    ['address-payload', '00'],
    ['address-payload', '04'],
    ['address-payload', '00d20900'],
    ['address-varint', '008000'],
    ['address-varint', '00ff80'],
    ['address-id', '00ffffffffffffffffff01'],
    ['address-id', '0080808080808080808001'],
    ['address-varint', '048a00'],
    ['address-namespace', '04ffffffffffffffffff01'],
    ['address-namespace', '04ffffffffffffffffff'],
    ['address-payload', `040a${'00'.repeat(55)}`],
    ['address-payload', `01${'00'.repeat(21)}`],
    ['address-payload', `03${'00'.repeat(49)}`],
    ['address-protocol', 'ff00'],
  ])('%s: bytes %s', (code, hex) => {
    expect(codeOf(() => addressFromBytes(hexToBytes(hex)))).toBe(code);
  });

  it('keeps every namespace and 0 to 54 bytes of sub-address', () => {
    for (let length = 0; length <= 54; length += 1) {
      for (const namespace of [0n, 10n, 32n, ID_LIMIT - 1n]) {
        const subAddress = new Uint8Array(length).fill(length);
        const address = delegatedAddress(namespace, subAddress);
        expect(parseAddress(address)).toBe(address);
        expect(delegatedParts(address)).toEqual({ namespace, subAddress });
      }
    }
    expect(codeOf(() => delegatedAddress(10n, new Uint8Array(55)))).toBe('address-payload');
    expect(codeOf(() => delegatedAddress(ID_LIMIT, new Uint8Array(1)))).toBe('address-namespace');
    expect(codeOf(() => delegatedAddress(-1n, new Uint8Array(1)))).toBe('address-namespace');
    expect(delegatedParts(idAddress(1))).toBeUndefined();
  });

  it('refuses spare bits in the last character: the same bytes would have several texts', () => {
    const last = 'abcdefghijklmnopqrstuvwxyz234567';
    const codes = [...last].map((letter) => codeOf(() => parseAddress(good.slice(0, -1) + letter)));
    // 24 bytes are 38 characters and two bits: three spare bits leave one letter in eight.
    expect(codes.filter((code) => code === 'address-spare-bits')).toHaveLength(28);
    expect(codes.filter((code) => code === 'address-checksum')).toHaveLength(3);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });
});

describe('any address', () => {
  it('survives text in both letters, and bytes', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(parseAddress(address)).toBe(address);
        expect(parseAddress(formatAddress(address, 't'))).toBe(address);
        const bytes = addressToBytes(address);
        expect(bytes[0]).toBe(addressProtocol(address));
        expect(bytes.length).toBeLessThanOrEqual(64);
        expect(addressFromBytes(bytes)).toBe(address);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps its id', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        expect(idOfAddress(idAddress(id))).toBe(id);
        expect(idOfAddress(addressFromBytes(addressToBytes(idAddress(id))))).toBe(id);
      }),
    );
  });

  it('with a checksum does not bear another character', () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567019ABZ= é');
    fc.assert(
      fc.property(anyChecksummed, fc.nat(), letters, (address, place, letter) => {
        const start = addressProtocol(address) === 4 ? address.indexOf('f', 2) + 1 : 2;
        const at = start + (place % (address.length - start));
        fc.pre(address[at] !== letter);
        expect(tryParseAddress(address.slice(0, at) + letter + address.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('with another character anywhere is refused or another address', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(), fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }), (address, place, character) => {
        const at = 1 + (place % (address.length - 1));
        fc.pre(address[at] !== character);
        expect(tryParseAddress(address.slice(0, at) + character + address.slice(at + 1))).not.toBe(address);
      }),
      { numRuns: 1000 },
    );
  });

  it('with another byte is refused or another address', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(), fc.integer({ min: 1, max: 255 }), (address, place, change) => {
        const bytes = addressToBytes(address);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        let changed: Address | undefined;
        const code = codeOf(() => {
          changed = addressFromBytes(bytes);
        });
        expect(code !== undefined || changed !== address).toBe(true);
        if (changed !== undefined) expect(addressToBytes(changed)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });
});

it('arbitrary text and bytes are an address in canonical form or a DomainError', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'ft01234abz7=A \n') }),
    fc.stringMatching(/^[ft][0-4]\d{0,21}f?[a-z2-7]{0,50}$/),
  );
  fc.assert(
    fc.property(text, fc.uint8Array({ maxLength: 66 }), (typed, bytes) => {
      const address = tryParseAddress(typed);
      if (address !== undefined) expect(parseAddress(address)).toBe(address);
      codeOf(() => expect(addressToBytes(addressFromBytes(bytes))).toEqual(bytes));
    }),
    { numRuns: 2000 },
  );
});
