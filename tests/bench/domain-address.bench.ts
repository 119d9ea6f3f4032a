/**
 * Addresses as the message codec and the parsers of node answers use them: text read with its checksum, bytes written as text,
 * text written as bytes. Beside iso-filecoin where it has the same operation, and beside the one blake2b-32 that a checksum costs:
 * what is above that is ours. No operation repeats the input of the call before.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressFromBytes, addressToBytes, delegatedAddress, idAddress, parseAddress } from '../../shared/domain/address.ts';
import { concatBytes } from '../../shared/domain/bytes.ts';
import { isoAddressFromBytes, isoAddressToBytes, isoParseAddress } from '../clients/iso-filecoin.ts';
import { compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const SAMPLES = 256;
const CALLS = 2000;

const hashed = (protocol: number, length: number) => (index: number) =>
  addressFromBytes(concatBytes(Uint8Array.of(protocol), blake2b(Uint8Array.of(index), { dkLen: length })));
const kinds: readonly (readonly [name: string, make: (index: number) => Address])[] = [
  ['f0', (index) => idAddress(1000 + index * 7919)],
  ['f1', hashed(1, 20)],
  ['f2', hashed(2, 20)],
  ['f3', hashed(3, 48)],
  ['f410', (index) => delegatedAddress(10n, blake2b(Uint8Array.of(index), { dkLen: 20 }))],
];

for (const [kind, make] of kinds) {
  const texts = Array.from({ length: SAMPLES }, (_, index) => make(index));
  const forms = texts.map(addressToBytes);
  const text = (index: number): Address => texts[index % SAMPLES] ?? ('' as Address);
  const bytes = (index: number): Uint8Array => forms[index % SAMPLES] ?? new Uint8Array();
  for (const index of texts.keys()) {
    if (isoParseAddress(text(index)) !== text(index)) throw new Error(`iso-filecoin reads ${text(index)} otherwise.`);
  }
  const hash = (index: number) => blake2b(bytes(index), { dkLen: 4 });
  const rows = [
    ['parse', (index: number) => parseAddress(text(index)), (index: number) => isoParseAddress(text(index)), 'iso-filecoin parse', '≥ 1.5'],
    [
      'bytes to text',
      (index: number) => addressFromBytes(bytes(index)),
      (index: number) => isoAddressFromBytes(bytes(index), 'f'),
      'iso-filecoin',
      'above 1: both hash once',
    ],
    [
      'text to bytes',
      (index: number) => addressToBytes(text(index)),
      (index: number) => isoAddressToBytes(text(index)),
      'iso-filecoin, which checks again',
      '≥ 1.5',
    ],
    // An id has no checksum: there is no hash inside it to stand beside.
    ...(kind === 'f0'
      ? []
      : [['parse', (index: number) => parseAddress(text(index)), hash, 'blake2b-32 of the same bytes', 'as near 1 as it gets'] as const]),
  ] as const;
  for (const [what, operation, baseline, name, aim] of rows) {
    const { perSecond, baselinePerSecond, ratio } = compare({ calls: CALLS, operation, baseline });
    report({
      bench: `address ${kind}: ${what}`,
      unit: 'calls/s',
      measured: perSecond,
      baseline: { name, value: baselinePerSecond },
      ratio,
      aim,
    });
  }
}
