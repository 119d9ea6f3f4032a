import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressToBytes, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { bitfieldOf, encodeRlePlus } from '../../../../shared/domain/encoding/bitfield.ts';
import { bytesToHex, utf8ToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { CborWriter } from '../../../../shared/domain/encoding/cbor.ts';
import { methodsOf } from '../../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { type DecodeContext, decodeParams, decodeReturn } from '../../../../shared/domain/methods/method-decode.ts';
import { type DecodedView, type ValueView, zDecodedView } from '../../../../shared/ipc/schemas/decoded.ts';
import { SCREEN_LIMITS, SIGNER_LIMITS, type ViewLimits, viewOfDecoded } from '../../../../shared/validation/decoded-view.ts';
import { checked } from '../../../builders/checked.ts';

/** What a block can hold: the hostile sender's room. */
const MESSAGE_BYTES = 64 * 1024;
const MINER = parseAddress('f01234');
const CLOCK = { genesisTimeMs: 1_598_306_400_000, blockDelaySeconds: 30 };

function shown(type: ActorType | undefined, method: bigint, bytes: Uint8Array, context: DecodeContext = {}, limits = SCREEN_LIMITS) {
  return crossing(viewOfDecoded(decodeParams(type, method, bytes, context), { letter: 'f', clock: CLOCK, limits }));
}

/** The view as the other side gets it: through JSON and the contract's schema. */
function crossing(view: DecodedView): DecodedView {
  const parsed = zDecodedView.parse(JSON.parse(JSON.stringify(view)));
  expect(parsed).toEqual(view);
  return parsed;
}

function propose(method: bigint, params: Uint8Array, value = 0n): Uint8Array {
  return new CborWriter().array(4).bytes(addressToBytes(MINER)).bigInteger(value).integer(method).bytes(params).finish();
}

const isMiner: DecodeContext = { actorTypeOf: () => 'storageminer' };

describe('a decoded tree on its way to a document', () => {
  it('marks calls that do nothing, outside and inside: the exported Propose of a multisig', () => {
    const outer = shown('multisig', 1_696_838_335n, propose(0n, new Uint8Array()), isMiner);
    expect(outer.isWithoutEffect).toBe(true);
    expect(shown('multisig', 2n, propose(0n, new Uint8Array()), isMiner).isWithoutEffect).toBeUndefined();
    const inner = shown('multisig', 2n, propose(1_696_838_335n, new Uint8Array()), { actorTypeOf: () => 'multisig' });
    expect(JSON.stringify(inner)).toContain('"isWithoutEffect":true');
    expect(inner.isWithoutEffect).toBeUndefined();
  });

  it('gives the code of a proposal no words where it was not applied', () => {
    const proposed = (isApplied: boolean, code: number) => {
      const bytes = new CborWriter().array(4).integer(5n).boolean(isApplied).integer(BigInt(code)).bytes(new Uint8Array()).finish();
      return JSON.stringify(crossing(viewOfDecoded(decodeReturn('multisig', 2n, bytes, {}), { letter: 'f', limits: SCREEN_LIMITS })));
    };
    expect(proposed(true, 0)).toContain('"words":"Ok"');
    expect(proposed(true, 6)).toContain('"words":"SysErrInsufficientFunds"');
    expect(proposed(false, 0)).toContain('"name":"Applied","value":{"kind":"boolean","value":false}');
    expect(proposed(false, 0)).not.toContain('Ok');
  });

  it('says what a multisig proposes, with its value and the inner parameters', () => {
    const withdraw = new CborWriter().array(1).bigInteger(attoFil(2_500_000_000_000_000_000n)).finish();
    const view = shown('multisig', 2n, propose(16n, withdraw, 7n), isMiner);
    expect(view).toEqual({
      form: 'typed',
      value: {
        kind: 'record',
        count: 4,
        fields: [
          { name: 'To', value: { kind: 'address', value: 'f01234' } },
          { name: 'Value', value: { kind: 'amount', value: '7' } },
          { name: 'Method', value: { kind: 'integer', value: '16', unit: 'method' } },
          {
            name: 'Params',
            value: {
              kind: 'call',
              to: 'f01234',
              actorType: 'storageminer',
              method: '16',
              methodName: 'WithdrawBalance',
              value: '7',
              params: {
                form: 'typed',
                value: {
                  kind: 'record',
                  count: 1,
                  fields: [{ name: 'AmountRequested', value: { kind: 'amount', value: '2500000000000000000' } }],
                },
              },
            },
          },
        ],
      },
    });
  });

  it('writes numbers beyond 2^53 exactly, dates epochs, and gives sets as ranges', () => {
    const sectors = encodeRlePlus(bitfieldOf([3, 4, 5, 9n, (1n << 62n) + 1n]));
    const terminate = new CborWriter()
      .array(1)
      .array(1)
      .array(3)
      .integer(7n)
      .integer((1n << 64n) - 1n)
      .bytes(sectors)
      .finish();
    const [item] = listOf(fieldOf(shown('storageminer', 9n, terminate), 'Terminations'));
    expect(item).toMatchObject({
      fields: [
        { name: 'Deadline', value: { value: '7' } },
        { name: 'Partition', value: { value: '18446744073709551615' } },
        {
          name: 'Sectors',
          value: {
            kind: 'bitfield',
            count: '5',
            rangeCount: 3,
            ranges: [
              { first: '3', last: '5' },
              { first: '9', last: '9' },
              { first: '4611686018427387905', last: '4611686018427387905' },
            ],
          },
        },
      ],
    });
    const lock = new CborWriter().array(3).integer(2880n).integer(2880n).bigInteger(1n).finish();
    const view = shown('multisig', 9n, lock);
    expect(fieldOf(view, 'StartEpoch')).toMatchObject({ value: '2880', timeMs: CLOCK.genesisTimeMs + 86_400_000 });
    expect(fieldOf(view, 'UnlockDuration')).toMatchObject({ value: '2880', words: '1 day' });
  });

  it('says in which words a contract gave up', () => {
    const says = '08c379a0'.concat(
      32n.toString(16).padStart(64, '0'),
      4n.toString(16).padStart(64, '0'),
      bytesToHex(utf8ToBytes('nope')).padEnd(64, '0'),
    );
    const returned = new CborWriter().bytes(Uint8Array.from(Buffer.from(says, 'hex'))).finish();
    const view = crossing(
      viewOfDecoded(decodeReturn('evm', 3844450837n, returned, { exitCode: 33 }), { letter: 'f', limits: SCREEN_LIMITS }),
    );
    expect(view.value).toMatchObject({ kind: 'revert', reason: 'message', text: 'nope' });
  });

  it('has no value where there are no bytes', () => {
    expect(shown('account', 0n, new Uint8Array())).toEqual({ form: 'typed' });
  });
});

/** Messages as large as a block takes, each made to be as costly as it can. */
const HOSTILE: readonly (readonly [what: string, kind: ValueView['kind'], bytes: () => Uint8Array, type?: ActorType, method?: bigint])[] = [
  ['a list of 65,000 numbers', 'list', () => manyOf(65_000, 0)],
  ['65,000 empty lists', 'list', () => manyOf(65_000, 0x80)],
  ['65,000 texts', 'list', () => manyOf(65_000, 0x60)],
  ['lists 127 deep', 'list', () => Uint8Array.from([...Array.from({ length: 127 }, () => 0x81), 0])],
  ['one text', 'text', () => textOf(65_000)],
  ['one byte string', 'bytes', () => new CborWriter().bytes(new Uint8Array(65_000)).finish()],
  ['a map of 9,000 names', 'record', () => mapOf(9000)],
  ['a set of 130,000 ranges', 'record', () => everyOtherSector(260_000), 'storageminer', 20n],
  ['proposals in proposals', 'record', () => proposals(40), 'multisig', 2n],
  ['bytes that are nothing', 'bytes', () => new Uint8Array(65_000).fill(0xff)],
];

describe('a hostile message', () => {
  const hostile = HOSTILE.map(([what, kind, make, type, method = 999n]) => ({ what, kind, make, type, method }));

  it.each(hostile)('$what stays small, and what is left out is counted', ({ kind, make, type, method }) => {
    const message = make();
    expect(message.length).toBeLessThanOrEqual(MESSAGE_BYTES);
    const context: DecodeContext = { actorTypeOf: () => 'multisig' };
    expect(shown(type, method, message, context).value?.kind).toBe(kind);
    expect(JSON.stringify(shown(type, method, message, context, SCREEN_LIMITS)).length).toBeLessThan(600_000);
    expect(JSON.stringify(shown(type, method, message, context, SIGNER_LIMITS)).length).toBeLessThan(2_000_000);
  });

  it('ends in words where lists are nested deeper than the schema has levels', () => {
    const deep = Uint8Array.from([...Array.from({ length: 127 }, () => 0x81), 0]);
    expect(JSON.stringify(shown(undefined, 999n, deep))).toContain('tooDeep');
  });

  it('tells how many items, ranges and bytes there are beyond those given', () => {
    const list = shown(undefined, 999n, manyOf(65_000, 0)).value;
    expect(list).toMatchObject({ kind: 'list', count: 65_000 });
    expect(list?.kind === 'list' && list.items).toHaveLength(SCREEN_LIMITS.items);
    const set = fieldOf(shown('storageminer', 20n, everyOtherSector(260_000)), 'MaskSectorNumbers');
    expect(set).toMatchObject({ kind: 'bitfield', count: '130000', rangeCount: 130_000 });
    expect(set.kind === 'bitfield' && set.ranges).toHaveLength(SCREEN_LIMITS.items);
    const few: ViewLimits = { values: 10, items: 10, characters: 20 };
    expect(shown(undefined, 999n, new CborWriter().bytes(new Uint8Array(64)).finish(), {}, few).value).toEqual({
      kind: 'bytes',
      hex: '00'.repeat(10),
      sizeBytes: 64,
    });
    expect(shown(undefined, 999n, textOf(64), {}, few).value).toEqual({ kind: 'text', value: 'a'.repeat(20), length: 64 });
  });

  it('always gives the fields of a known shape, whatever came before them', () => {
    const view = shown('multisig', 2n, propose(999n, manyOf(60_000, 0), 5n), isMiner, { values: 3, items: 3, characters: 10 });
    expect(view.value?.kind === 'record' && view.value.fields.map(({ name }) => name)).toEqual(['To', 'Value', 'Method', 'Params']);
  });

  it('gives signers every byte of the largest message, and every deal of it', () => {
    expect(shown(undefined, 999n, new Uint8Array(MESSAGE_BYTES).fill(0xff), {}, SIGNER_LIMITS).value).toMatchObject({
      hex: 'ff'.repeat(MESSAGE_BYTES),
      sizeBytes: MESSAGE_BYTES,
    });
    const list = shown(undefined, 999n, manyOf(15_000, 0), {}, SIGNER_LIMITS).value;
    expect(list?.kind === 'list' && list.items).toHaveLength(15_000);
  });

  it('crosses whatever any method is called with, or returns', () => {
    const methods = ACTOR_TYPES.flatMap((type) => methodsOf(type).map(({ number }) => ({ type, number })));
    let count = 0;
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.uint8Array({ maxLength: 200 }), ({ type, number }, bytes) => {
        shown(type, number, bytes);
        crossing(viewOfDecoded(decodeReturn(type, number, bytes, { exitCode: 33 }), { letter: 't', limits: SCREEN_LIMITS }));
        count += 2;
      }),
      { numRuns: 500 },
    );
    checked(count, 1000, 'views of random bytes');
  });
});

function manyOf(count: number, item: number): Uint8Array {
  const bytes = new Uint8Array(3 + count).fill(item);
  bytes.set([0x99, count >> 8, count & 0xff]);
  return bytes;
}

function textOf(length: number): Uint8Array {
  const bytes = new Uint8Array(3 + length).fill(0x61);
  bytes.set(length < 256 ? [0x78, length] : [0x79, length >> 8, length & 0xff]);
  return length < 256 ? bytes.subarray(0, length + 2) : bytes;
}

/** Names of two letters in canonical order, each with an empty list; at most 95 × 95 of them. */
function mapOf(count: number): Uint8Array {
  const bytes = [0xb9, count >> 8, count & 0xff];
  for (let index = 0; index < count; index++) bytes.push(0x62, 0x20 + Math.floor(index / 95), 0x20 + (index % 95), 0x80);
  return Uint8Array.from(bytes);
}

/** One bit for each run: every second sector up to `end`. */
function everyOtherSector(end: number): Uint8Array {
  const rle = new Uint8Array(Math.ceil((end + 3) / 8)).fill(0xff);
  rle[0] = 0b1111_1000;
  rle[rle.length - 1] = (1 << ((end + 3) % 8)) - 1 || 0xff;
  return new CborWriter().array(1).bytes(rle).finish();
}

function proposals(depth: number): Uint8Array {
  let params: Uint8Array = new Uint8Array();
  for (let level = 0; level < depth; level++) params = propose(2n, params);
  return params;
}

function fieldOf(view: DecodedView, name: string): ValueView {
  const field = view.value?.kind === 'record' ? view.value.fields.find((candidate) => candidate.name === name) : undefined;
  if (field === undefined) throw new Error(`There is no ${name} in ${JSON.stringify(view).slice(0, 200)}`);
  return field.value;
}

function listOf(value: ValueView): readonly ValueView[] {
  if (value.kind !== 'list') throw new Error(`${value.kind} is no list`);
  return value.items;
}
