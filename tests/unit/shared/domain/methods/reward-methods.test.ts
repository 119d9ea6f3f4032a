import { describe, expect, it } from 'vitest';
import { addressFromBytes, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import type { Decoded, DecodedValue } from '../../../../../shared/domain/encoding/decoded-value.ts';
import { methodForms, methodsOf } from '../../../../../shared/domain/methods/actor-methods.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../../shared/domain/methods/method-encode.ts';
import { decodedFromJson, decodedToJson } from '../../../../../shared/domain/methods/method-json.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Vector {
  readonly type: string;
  readonly name: string;
  readonly hex: string;
  readonly value: unknown;
}

const VERSION = 29;
const { vectors } = readSharedJson<{ vectors: readonly Vector[] }>('nv29/reward-cbor.json');
const METHOD_VECTOR = /^(.+?)(Params|Return)$/;

function numberOf(name: string): bigint {
  const found = methodsOf('reward', VERSION).find((method) => method.name === name);
  if (found === undefined) throw new Error(`the reward actor has no ${name}`);
  return found.number;
}

/** A decoded tree in the conventions of the vectors: tuples as arrays, big integers as text, addresses in their own form. */
function plain(value: DecodedValue): unknown {
  switch (value.kind) {
    case 'record':
      return value.fields.map((field) => plain(field.value));
    case 'list':
      return value.items.map(plain);
    case 'integer':
      return value.isBig ? value.value.toString() : value.value;
    case 'amount':
      return value.value.toString();
    case 'address':
      return value.value;
    case 'none':
      return null;
    default:
      throw new Error(`unexpected ${value.kind}`);
  }
}

/** The published value with its addresses parsed and its integers exact. Big integers of tuples stay text, as in `plain`. */
function expected(published: unknown, like: unknown): unknown {
  if (Array.isArray(published) && Array.isArray(like)) return published.map((item, index) => expected(item, like[index]));
  if (typeof published === 'number') return BigInt(published);
  if (typeof published === 'string' && published.startsWith('bytes:')) return addressFromBytes(hexToBytes(published.slice(6)));
  if (typeof published === 'string' && published.startsWith('f')) return parseAddress(published);
  return typeof like === 'bigint' && typeof published === 'string' ? BigInt(published) : published;
}

describe('methods of the reward actor in network version 29', () => {
  const ofMethods = vectors.filter(({ type }) => METHOD_VECTOR.test(type));

  it.each(ofMethods)('decodes $type ($name) and encodes the same bytes', ({ type, hex, value }) => {
    const [, name = '', part] = METHOD_VECTOR.exec(type) ?? [];
    const method = numberOf(name);
    const bytes = hexToBytes(hex);
    const decoded: Decoded =
      part === 'Params'
        ? decodeParams('reward', method, bytes, { networkVersion: VERSION })
        : decodeReturn('reward', method, bytes, { networkVersion: VERSION });
    expect(decoded.form).toBe('typed');
    const read = plain(decoded.value);
    expect(read).toEqual(expected(value, read));
    expect(bytesToHex(encodeDecoded(decoded))).toBe(hex);
    const [form] = methodForms('reward', method, VERSION);
    const shape = part === 'Params' ? form?.params : form?.returns;
    if (shape === undefined) throw new Error(`${name} has no form`);
    expect(bytesToHex(encodeDecoded(decodedFromJson(shape, decodedToJson(decoded, 'f'))))).toBe(hex);
  });

  it('are those of all published vectors that are of methods', () => {
    checked(ofMethods.length, 28, 'published encodings of parameters and returns of the reward actor');
    // The others are of state, and of the payloads that the queue keeps: the codecs of the state read those.
    const others = new Set(vectors.filter((vector) => !ofMethods.includes(vector)).map(({ type }) => type));
    expect(others).toEqual(
      new Set(['State', 'StreamsState', 'WeightRecord', 'RegisterStreamPayload', 'SetDistributionPayload', 'PendingWrite']),
    );
  });

  it('takes both returns of ReplaceAddress', () => {
    const method = numberOf('ReplaceAddress');
    expect(decodeReturn('reward', method, new Uint8Array(), { networkVersion: VERSION })).toEqual({
      form: 'typed',
      value: { kind: 'nothing' },
    });
    for (const result of [0n, 1n]) {
      const decoded = decodeReturn('reward', method, Uint8Array.of(Number(result)), { networkVersion: VERSION });
      expect(decoded).toMatchObject({ form: 'typed', label: 'Result', value: { kind: 'integer', value: result } });
    }
  });

  it('read the parameters of UpgradeSectorQuality', () => {
    const json = {
      Upgrades: [
        { Deadline: 3, Partition: 1, Sectors: [5, 3], NewExpiration: null },
        { Deadline: 4, Partition: 0, Sectors: [0, 1], NewExpiration: 7_000_000 },
      ],
    };
    const [form] = methodForms('storageminer', 37n, VERSION);
    if (form === undefined) throw new Error('method 37 has no form');
    const bytes = encodeDecoded(decodedFromJson(form.params, json));
    // [[[3, 1, bitfield, null], [4, 0, bitfield, 7000000]]]
    expect(bytesToHex(bytes)).toMatch(/^818284030144?.*f6840400.*1a006acfc0$/);
    const decoded = decodeParams('storageminer', 37n, bytes, { networkVersion: VERSION });
    expect(decoded.form).toBe('typed');
    expect(decodedToJson(decoded, 'f')).toEqual(json);
  });
});
