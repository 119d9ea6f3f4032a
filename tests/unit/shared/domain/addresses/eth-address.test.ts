import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delegatedAddress, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import {
  addressFromEthAddress,
  checksumEthAddress,
  ethAddressFromAddress,
  parseEthAddress,
} from '../../../../../shared/domain/addresses/eth-address.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const any20Bytes = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  // A mask would make an id of it.
  .filter((bytes) => !bytesToHex(bytes).startsWith(`ff${'0'.repeat(22)}`));

it('published pairs map both ways, in every case that people write', () => {
  const pairs = readSharedJson<{ filecoin: string; eth: string; checksummed?: string }[]>('addresses/eth.json');
  let checksums = 0;
  for (const { filecoin, eth, checksummed } of pairs) {
    const address = parseAddress(filecoin);
    const lower = eth.toLowerCase();
    expect(ethAddressFromAddress(address)).toBe(lower);
    for (const text of [lower, `0x${lower.slice(2).toUpperCase()}`, lower.toUpperCase(), checksumEthAddress(lower)]) {
      expect(addressFromEthAddress(text), text).toBe(address);
    }
    if (checksummed === undefined) continue;
    expect(checksumEthAddress(lower)).toBe(checksummed);
    checksums += 1;
  }
  expect(checksums).toBe(1);
  checked(pairs.length, 16, 'pairs of a Filecoin and an Ethereum address');
});

it.each([
  // The test cases of EIP-55: all upper, all lower, mixed.
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s is its own checksum', (text) => {
  expect(checksumEthAddress(text.toLowerCase())).toBe(text);
});

describe('refusals', () => {
  const good = '0xd388aB098ed3E84c0D808776440B48F685198498';

  it.each([
    ['eth-address-prefix', good.slice(2)],
    ['eth-address-prefix', 'f01234'],
    ['eth-address-prefix', ''],
    ['eth-address-length', good.slice(0, -1)],
    ['eth-address-length', `${good}0`],
    ['eth-address-length', '0x'],
    ['eth-address-digits', `${good.slice(0, -1)}g`],
    ['eth-address-digits', `${good} `],
    ['eth-address-checksum', good.replace('aB', 'ab')],
    ['eth-address-checksum', good.replace('d388', 'd389')],
    ['eth-address-id', '0xff00000000000000000000008000000000000000'],
  ])('%s: %j', (code, text) => {
    expect(codeOf(() => addressFromEthAddress(text))).toBe(code);
  });

  it('gives no Ethereum form to masked ids inside f410, other namespaces, other lengths and other protocols', () => {
    const masked = concatBytes(Uint8Array.of(0xff), new Uint8Array(11), hexToBytes('00000000000004d2'));
    for (const address of [
      delegatedAddress(10n, masked),
      delegatedAddress(11n, new Uint8Array(20)),
      delegatedAddress(10n, new Uint8Array(19)),
      parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba'),
      parseAddress('f2i4llai5x72clnz643iydyplvjmni74x4vyme7ny'),
    ]) {
      expect(ethAddressFromAddress(address)).toBeUndefined();
    }
  });

  it('reads the largest masked id', () => {
    expect(addressFromEthAddress('0xff00000000000000000000007fffffffffffffff')).toBe('f09223372036854775807');
    expect(ethAddressFromAddress(idAddress((1n << 63n) - 1n))).toBe('0xff00000000000000000000007fffffffffffffff');
  });
});

describe('any address', () => {
  it('comes back from its Ethereum form', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          any20Bytes.map((bytes) => delegatedAddress(10n, bytes)),
          fc.bigInt(0n, (1n << 63n) - 1n).map(idAddress),
        ),
        (address) => {
          const eth = ethAddressFromAddress(address);
          expect(eth).toBeDefined();
          expect(addressFromEthAddress(eth ?? '')).toBe(address);
          expect(ethAddressFromAddress(addressFromEthAddress(checksumEthAddress(eth ?? '')))).toBe(eth);
        },
      ),
    );
  });

  it('has a checksum that any other capital breaks', () => {
    fc.assert(
      fc.property(any20Bytes, fc.nat(), (bytes, place) => {
        const text = checksumEthAddress(`0x${bytesToHex(bytes)}`);
        expect(checksumEthAddress(text)).toBe(text);
        const at = 2 + (place % 40);
        const letter = text[at] ?? '';
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const digits = changed.slice(2);
        fc.pre(other !== letter && digits !== digits.toLowerCase() && digits !== digits.toUpperCase());
        expect(codeOf(() => parseEthAddress(changed))).toBe('eth-address-checksum');
      }),
    );
  });
});
