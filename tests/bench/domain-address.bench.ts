/**
 * Addresses as used by the message codec and parsers: parse with checksum, format, encode. Compared with iso-filecoin where it has the
 * same operation, and with the one blake2b-32 of a checksum. No operation repeats the previous input.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import {
  type Address,
  addressFromBytes,
  addressToBytes,
  delegatedAddress,
  idAddress,
  parseAddress,
} from '../../shared/domain/addresses/address.ts';
import { concatBytes, equalBytes } from '../../shared/domain/encoding/bytes.ts';
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
  for (const [index, text] of texts.entries()) {
    if (isoParseAddress(text) !== text || !equalBytes(isoAddressToBytes(text), forms[index] ?? new Uint8Array())) {
      throw new Error(`iso-filecoin reads ${text} otherwise.`);
    }
  }
  const text = (index: number): Address => texts[index % SAMPLES] ?? ('' as Address);
  const bytes = (index: number): Uint8Array => forms[index % SAMPLES] ?? new Uint8Array();
  const parse = (index: number) => parseAddress(text(index));
  beside(`address ${kind}: parse`, parse, 'iso-filecoin', (index) => isoParseAddress(text(index)), '≥ 1.5');
  // An ID address has no checksum, so there is no hash to compare with.
  if (kind !== 'f0') {
    beside(
      `address ${kind}: parse`,
      parse,
      'blake2b-32 of its bytes',
      (index) => blake2b(bytes(index), { dkLen: 4 }),
      'near 1: the rest is ours',
    );
  }
  const write = (index: number) => addressFromBytes(bytes(index));
  beside(`address ${kind}: bytes to text`, write, 'iso-filecoin', (index) => isoAddressFromBytes(bytes(index), 'f'), 'above 1');
  const encode = (index: number) => addressToBytes(text(index));
  beside(`address ${kind}: text to bytes`, encode, 'iso-filecoin, which checks again', (index) => isoAddressToBytes(text(index)), '≥ 1.5');
}

function beside(
  bench: string,
  operation: (index: number) => unknown,
  name: string,
  baseline: (index: number) => unknown,
  aim: string,
): void {
  const { perSecond, baselinePerSecond, ratio } = compare({ calls: CALLS, operation, baseline });
  report({ bench, unit: 'calls/s', measured: perSecond, baseline: { name, value: baselinePerSecond }, ratio, aim });
}
