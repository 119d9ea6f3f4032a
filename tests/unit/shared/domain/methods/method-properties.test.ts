import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, delegatedAddress, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { bytesToHex, concatBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import type { Decoded, DecodedValue } from '../../../../../shared/domain/encoding/decoded-value.ts';
import { ACTOR_METHODS, COMMON_METHODS, UNHANDLED_METHODS } from '../../../../../shared/domain/methods/actor-method-table.ts';
import { type ActorMethod, methodForms, methodsOf } from '../../../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../../shared/domain/methods/method-encode.ts';
import { decodedFromJson, decodedToJson } from '../../../../../shared/domain/methods/method-json.ts';
import type { MethodShape, ScalarShape, Shape, ShapeField } from '../../../../../shared/domain/methods/method-shape.ts';
import { checked } from '../../../../builders/checked.ts';

const RUNS = 25;

interface Side {
  readonly name: string;
  readonly shape: MethodShape;
  decode(bytes: Uint8Array): Decoded;
}

describe('every row of the table', () => {
  const common = [...COMMON_METHODS, ...UNHANDLED_METHODS].flatMap(([number]) => methodForms(undefined, BigInt(number)));
  const sides = [
    ...ACTOR_TYPES.flatMap((type) => everyForm(type).flatMap((method) => sidesOf(type, method))),
    ...common.flatMap((method) => sidesOf(undefined, method)),
  ];

  it('reads what it writes: value, bytes, tree, JSON, the same bytes', () => {
    for (const { name, shape, decode } of sides) {
      fc.assert(
        fc.property(decodedOf(shape), (value) => {
          const bytes = encodeDecoded(value);
          const decoded = decode(bytes);
          expect(decoded.form, name).toBe('typed');
          expect(bytesToHex(encodeDecoded(decoded)), name).toBe(bytesToHex(bytes));
          expect(decodedToJson(decoded, 'f'), name).toEqual(decodedToJson(value, 'f'));
          expect(bytesToHex(encodeDecoded(decodedFromJson(shape, decodedToJson(decoded, 't')))), name).toBe(bytesToHex(bytes));
        }),
        { numRuns: RUNS },
      );
    }
    checked(sides.length, 466, `shapes of parameters and return values, ${RUNS} random values each`);
  });

  it('takes any change of one byte as another value or as none, and keeps every byte', () => {
    for (const { name, shape, decode } of sides) {
      fc.assert(
        fc.property(decodedOf(shape), fc.nat(), fc.integer({ min: 1, max: 255 }), (value, position, difference) => {
          const bytes = encodeDecoded(value);
          if (bytes.length === 0) return;
          const changed = bytes.map((byte, index) => (index === position % bytes.length ? byte ^ difference : byte));
          expect(bytesToHex(encodeDecoded(decode(changed))), name).toBe(bytesToHex(changed));
        }),
        { numRuns: 10 },
      );
    }
  });
});

describe('any bytes', () => {
  it('are read without a fault and written again as they were', () => {
    const types = fc.constantFrom(undefined, ...ACTOR_TYPES);
    const method = fc.oneof(fc.nat({ max: 40 }), fc.constantFrom(3844450837, 1696838335, 3726118371, 80475954)).map(BigInt);
    const cborLike = fc.array(fc.constantFrom(0x40, 0x80, 0x81, 0x82, 0x83, 0x84, 0x8a, 0xd8, 0x2a, 0xf6, 0x00, 0x01, 0x42, 0x58, 0x60), {
      maxLength: 60,
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      cborLike.map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(types, method, bytes, (type, number, input) => {
        for (const decoded of [decodeParams(type, number, input), decodeReturn(type, number, input, { params: input, exitCode: 33 })]) {
          expect(bytesToHex(encodeDecoded(decoded))).toBe(bytesToHex(input));
        }
      }),
      { numRuns: 3000 },
    );
  });
});

function everyForm(type: ActorType): ActorMethod[] {
  const forms = new Set<ActorMethod>();
  for (let version = 0; version <= 29; version += 1) for (const method of methodsOf(type, version)) forms.add(method);
  expect(forms.size).toBe(ACTOR_METHODS[type].length);
  return [...forms];
}

function sidesOf(type: ActorType | undefined, { number, name, since, params, returns }: ActorMethod): Side[] {
  const context = { networkVersion: since };
  return [
    { name: `${type} ${name} ${since} params`, shape: params, decode: (bytes) => decodeParams(type, number, bytes, context) },
    { name: `${type} ${name} ${since} return`, shape: returns, decode: (bytes) => decodeReturn(type, number, bytes, context) },
  ];
}

function decodedOf({ isRaw, isOptional, fields }: MethodShape): fc.Arbitrary<Decoded> {
  const nothing = fc.constant<Decoded>({ form: 'typed', value: { kind: 'nothing' } });
  const [first] = fields;
  if (first === undefined) return nothing;
  const something = isRaw
    ? valueFor(first.shape).map((value): Decoded => ({ form: 'typed', label: first.name, value }))
    : recordOf(fields).map((value): Decoded => ({ form: 'typed', value }));
  return isOptional ? fc.oneof(nothing, something) : something;
}

function recordOf(fields: readonly ShapeField[]): fc.Arbitrary<DecodedValue> {
  return fc
    .tuple(...fields.map(({ name, shape }) => valueFor(shape).map((value) => ({ name, value }))))
    .map((values) => ({ kind: 'record', fields: values }));
}

function valueFor(shape: Shape): fc.Arbitrary<DecodedValue> {
  switch (shape.type) {
    case 'scalar':
      return scalarOf(shape);
    case 'optional':
      return fc.oneof(fc.constant<DecodedValue>({ kind: 'none' }), valueFor(shape.of));
    case 'list':
      return fc.array(valueFor(shape.item), { maxLength: 4 }).map((items) => ({ kind: 'list', items }));
    case 'tuple':
      return recordOf(shape.fields);
    case 'embedded':
      return fc.oneof(
        valueFor(shape.of).map((value): DecodedValue => ({ kind: 'embedded', value })),
        fc.uint8Array({ maxLength: 20 }).map((value): DecodedValue => ({ kind: 'bytes', value })),
      );
    default:
      return shape satisfies never;
  }
}

const ADDRESS = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(idAddress),
  fc.constantFrom(idAddress(5), idAddress(6), idAddress(7)),
  fc
    .tuple(fc.constantFrom(1, 2), fc.uint8Array({ minLength: 20, maxLength: 20 }))
    .map(([protocol, hash]) => addressFromBytes(concatBytes(Uint8Array.of(protocol), hash))),
  fc.uint8Array({ minLength: 48, maxLength: 48 }).map((key) => addressFromBytes(concatBytes(Uint8Array.of(3), key))),
  fc.uint8Array({ minLength: 0, maxLength: 54 }).map((sub) => delegatedAddress(10n, concatBytes(Uint8Array.of(1), sub).slice(0, 54))),
);
const BIG = fc.bigInt({ min: -(1n << 200n), max: 1n << 200n });

function scalarOf({ kind, unit, size }: ScalarShape): fc.Arbitrary<DecodedValue> {
  const withUnit = unit === undefined ? {} : { unit };
  switch (kind) {
    case 'A':
      return ADDRESS.map((value) => ({ kind: 'address', value }));
    case 'T':
      return BIG.map((value) => ({ kind: 'amount', value: attoFil(value) }));
    case 'N':
      return BIG.map((value) => ({ kind: 'integer', isBig: true, value, ...withUnit }));
    case 'U':
      return fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map((value) => ({ kind: 'integer', isBig: false, value, ...withUnit }));
    case 'I':
      return fc
        .bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n })
        .map((value) => ({ kind: 'integer', isBig: false, value, ...withUnit }));
    case 'B':
      return fc
        .uint8Array(size === undefined ? { maxLength: 40 } : { minLength: size, maxLength: size })
        .map((value) => ({ kind: 'bytes', value, ...withUnit, ...(size === undefined ? {} : { size }) }));
    case 'C':
      return fc.uint8Array({ maxLength: 10 }).map((bytes) => ({ kind: 'cid', value: cidOfDagCbor(bytes) }));
    case 'F':
      return fc
        .array(fc.nat({ max: 100_000 }), { maxLength: 10 })
        .map((members) => ({ kind: 'bitfield', value: bitfieldOf(members), ...withUnit }));
    case 'L':
      return fc.boolean().map((value) => ({ kind: 'boolean', value }));
    case 'S':
      return fc.string({ unit: 'binary', maxLength: 20 }).map((value) => ({ kind: 'text', value }));
    case 'D':
      return fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }).map((value): DecodedValue => ({ kind: 'text', value })),
        fc.uint8Array({ maxLength: 20 }).map((value): DecodedValue => ({ kind: 'bytes', value, isLabel: true })),
      );
    case 'G':
      return fc
        .tuple(fc.constantFrom(1, 2, 3), fc.uint8Array({ maxLength: 96 }))
        .map(([type, data]) => ({ kind: 'signature', type, data }));
    default:
      return kind satisfies never;
  }
}

describe('hostile parameters', () => {
  it('are read to a bounded depth', () => {
    // Proposals inside proposals, thousands deep: each is the parameters of a call of the same multisig.
    let params = new Uint8Array();
    const to = Uint8Array.of(0, 0xe8, 0x07);
    for (let level = 0; level < 5000; level += 1) params = new Uint8Array(encodeCbor([to, new Uint8Array(), 2, params]));
    const decoded = decodeParams('multisig', 2n, params, { actorTypeOf: () => 'multisig' });
    expect(decoded.form).toBe('typed');
    expect(callDepthOf(decoded)).toBe(9);
    expect(bytesToHex(encodeDecoded(decoded))).toBe(bytesToHex(params));
    // Lists inside lists.
    const lists = concatBytes(new Uint8Array(100_000).fill(0x81), Uint8Array.of(0x80));
    expect(decodeParams(undefined, 5n, lists).form).toBe('hex');
  });

  it('are read by one form each inside of others, so that calls inside calls take no longer than their bytes', () => {
    // Each voucher has a call of the same channel inside, and at its end what fits neither of the forms.
    const to = Uint8Array.of(0, 0xe8, 0x07);
    const none = new Uint8Array();
    let params = none;
    for (let level = 0; level < 8; level += 1)
      params = new Uint8Array(encodeCbor([[to, 0, 0, none, [to, 2, params], 0, 0, none, 0, [], 7], none]));
    let asked = 0;
    const actorTypeOf = () => {
      asked += 1;
      return 'paymentchannel' as const;
    };
    expect(decodeParams('paymentchannel', 2n, params, { actorTypeOf }).form).toBe('cbor');
    // 3 forms of the outermost, of which the oldest has another number of fields
    expect(asked).toBe(2 * 8);
  });

  it('do not unfold into more than they are', () => {
    // A list that says it has 2^32 items, a bitfield of close to 2^64 members, a byte string longer than what is there.
    for (const hex of ['9affffffff', '819affffffff', '5b7fffffffffffffff', '815affffffff00']) {
      const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
      expect(decodeParams('storageminer', 9n, bytes).form).toBe('hex');
    }
    const members = { ranges: [{ start: 0n, end: (1n << 64n) - 2n }], count: (1n << 64n) - 2n };
    const huge: Decoded = { form: 'typed', label: 'DealIDs', value: { kind: 'bitfield', value: members } };
    const decoded = decodeParams('storagemarket', 1900091594n, encodeDecoded(huge));
    expect(decoded).toMatchObject({ form: 'typed', value: { kind: 'bitfield', value: { count: members.count } } });
  });
});

function callDepthOf({ value }: Decoded): number {
  if (value.kind !== 'record') return 0;
  const call = value.fields.find((field) => field.value.kind === 'call')?.value;
  return call?.kind === 'call' ? 1 + callDepthOf(call.params) : 0;
}
