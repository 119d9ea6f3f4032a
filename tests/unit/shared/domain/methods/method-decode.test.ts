import { describe, expect, it } from 'vitest';
import { idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import type { Decoded, DecodedValue } from '../../../../../shared/domain/encoding/decoded-value.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import type { ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../../shared/domain/methods/method-encode.ts';
import { decodedToJson, encodeParams, type Json } from '../../../../../shared/domain/methods/method-json.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const SIGNER = parseAddress('f1onakap7ouvco4zidbyjo2oyyy4pisju47twkrra');
const ADD_SIGNER = 'glUBc0CgP+6lRO5lAw4S7TsYxx6JJpz1';

interface Recorded {
  readonly [field: string]: Json | undefined;
  readonly Receipt?: { readonly Return: string };
  readonly ReturnDec?: Json;
}

describe('published vectors', () => {
  it('of multisig and init, both ways', () => {
    const vectors = readSharedJson<{ params?: Json; decoded?: Json; what?: string; cborBase64: string }[]>('messages/actor-params.json');
    const methods: readonly (readonly [ActorType, bigint, version?: number])[] = [
      ['multisig', 1n],
      ['init', 2n],
      ['multisig', 2n],
      ['multisig', 2n],
      ['multisig', 4n],
      ['multisig', 2n],
      ['multisig', 5n],
    ];
    vectors.forEach(({ params, decoded, what, cborBase64 }, index) => {
      const [type, method] = methods[index] ?? ['account', 0n];
      const bytes = base64ToBytes(cborBase64);
      const isReturn = what === 'ProposeReturn';
      const tree = isReturn ? decodeReturn(type, method, bytes) : decodeParams(type, method, bytes);
      expect(tree.form).toBe('typed');
      expect(bytesToHex(encodeDecoded(tree))).toBe(bytesToHex(bytes));
      const json = lotusForm(params ?? decoded);
      if (isReturn) expect(decodedToJson(tree, 'f')).toEqual({ ...(isObject(json) ? json : {}), Ret: null });
      else expect(bytesToBase64(encodeParams(type, method, json))).toBe(cborBase64);
    });
    checked(vectors.length, 7, 'published vectors of parameters and return values');
  });

  it('of the protocol reference, both ways', () => {
    const vectors: readonly (readonly [type: ActorType, method: bigint, base64: string, json: Json])[] = [
      ['storagemarket', 2n, 'QwDSCQ==', 'f01234'],
      ['storageminer', 16n, 'gUkADeC2s6dkAAA=', { AmountRequested: '1000000000000000000' }],
      ['multisig', 2n, 'hEMA0glJAA3gtrOnZAAAAEA=', { To: 'f01234', Value: '1000000000000000000', Method: 0, Params: null }],
      ['multisig', 3n, 'ggNA', { ID: 3, ProposalHash: null }],
    ];
    for (const [type, method, base64, json] of vectors) {
      expect(decodedToJson(decodeParams(type, method, base64ToBytes(base64)), 'f')).toEqual(json);
      expect(bytesToBase64(encodeParams(type, method, json))).toBe(base64);
    }
  });

  it('of recorded answers: a decoded return and decoded parameters', () => {
    const { answers } = readSharedJson<{ answers: { id: string; result: Recorded }[] }>('rpc-recorded.json');
    let compared = 0;
    for (const { id, result } of answers) {
      if (result?.Receipt !== undefined && result.ReturnDec !== undefined && result.ReturnDec !== null) {
        expect(decodedToJson(decodeReturn('multisig', 2n, base64ToBytes(result.Receipt.Return)), 'f'), id).toEqual(result.ReturnDec);
        compared += 1;
      }
      if (id.startsWith('decode-params')) {
        expect(decodedToJson(decodeParams('multisig', 3n, encodeParams('multisig', 3n, result)), 'f'), id).toEqual(result);
        compared += 1;
      }
    }
    checked(compared, 2, 'recorded answers with decoded values');
  });
});

/** One vector has its CID as text, where a node has a link. */
function lotusForm(json: Json | undefined): Json | undefined {
  return isObject(json) && typeof json.CodeCid === 'string' ? { ...json, CodeCid: { '/': json.CodeCid } } : json;
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

describe('calls inside calls', () => {
  const proposal = (to: string, method: number, params: Uint8Array) =>
    encodeParams('multisig', 2n, { To: to, Value: '0', Method: method, Params: bytesToBase64(params) });

  it('of a proposal are read by the type of whom it calls', () => {
    const bytes = proposal('f02000', 5, base64ToBytes(ADD_SIGNER));
    const known = fieldOf(decodeParams('multisig', 2n, bytes, { actorTypeOf: () => 'multisig' }), 'Params');
    expect(known).toMatchObject({ kind: 'call', to: 'f02000', actorType: 'multisig', methodName: 'AddSigner', params: { form: 'typed' } });
    expect(known?.kind === 'call' && fieldOf(known.params, 'Signer')).toEqual({ kind: 'address', value: SIGNER });
    // without a word about the receiver the call is what CBOR says, and no name is made up
    expect(fieldOf(decodeParams('multisig', 2n, bytes), 'Params')).toMatchObject({ kind: 'call', method: 5n, params: { form: 'cbor' } });
  });

  it('of singletons are read without asking, to allocations in datacap', () => {
    const requests = encodeCbor([[], [[1000, 7, 2000]]]);
    const transfer = encodeParams('datacap', 80475954n, { To: 'f06', Amount: '1', OperatorData: bytesToBase64(requests) });
    const call = fieldOf(decodeParams('multisig', 2n, proposal('f07', 80475954, transfer)), 'Params');
    const data = call?.kind === 'call' ? fieldOf(call.params, 'OperatorData') : undefined;
    expect(data).toMatchObject({ kind: 'embedded', value: { kind: 'record', fields: [{ name: 'Allocations' }, { name: 'Extensions' }] } });
    // the same bytes sent to anyone else are no allocation
    const elsewhere = encodeParams('datacap', 80475954n, { To: 'f01000', Amount: '1', OperatorData: bytesToBase64(requests) });
    expect(fieldOf(decodeParams('datacap', 80475954n, elsewhere), 'OperatorData')).toMatchObject({ kind: 'bytes' });
  });

  it('of a new actor are read by its code', () => {
    const [, vector] = readSharedJson<{ cborBase64: string }[]>('messages/actor-params.json');
    const bytes = base64ToBytes(vector?.cborBase64 ?? '');
    // the constructor of this vector has 3 fields, as before network version 4
    const call = fieldOf(decodeParams('init', 2n, bytes, { networkVersion: 0, actorTypeOfCode: actorTypeFromCode }), 'ConstructorParams');
    expect(call).toMatchObject({ kind: 'call', actorType: 'multisig', methodName: 'Constructor', params: { form: 'typed' } });
    expect(call?.kind === 'call' && fieldOf(call.params, 'NumApprovalsThreshold')).toMatchObject({ value: 1n });
  });

  it('tell what they returned where the parameters are known', () => {
    const params = proposal('f01000', 16, encodeParams('storageminer', 16n, { AmountRequested: '5' }));
    const returned = encodeCbor([3, true, 0, encodeCbor(Uint8Array.of(0, 5))]);
    const context = { params, actorTypeOf: () => 'storageminer' as const };
    expect(fieldOf(decodeReturn('multisig', 2n, returned, context), 'Ret')).toMatchObject({
      kind: 'callReturn',
      methodName: 'WithdrawBalance',
      returned: { form: 'typed', label: 'AmountWithdrawn', value: { kind: 'amount', value: 5n } },
    });
    expect(fieldOf(decodeReturn('multisig', 2n, returned), 'Ret')).toMatchObject({ kind: 'bytes' });
  });

  it('tell why a contract gave up that a multisig called', () => {
    const params = proposal('f01000', 3844450837, encodeCbor(hexToBytes('18160ddd')));
    const panic = hexToBytes(`4e487b71${'11'.padStart(64, '0')}`);
    const returned = (exitCode: number) => encodeCbor([3, true, exitCode, encodeCbor(panic)]);
    const output = (exitCode: number) =>
      fieldOf(decodeReturn('multisig', 2n, returned(exitCode), { params, actorTypeOf: () => 'evm' }), 'Ret');
    expect(output(33)).toMatchObject({ returned: { value: { kind: 'revert', reason: { type: 'panic', code: 17n } } } });
    expect(output(0)).toMatchObject({ returned: { value: { kind: 'bytes', value: panic } } });
  });
});

describe('what does not fit', () => {
  const form = (type: ActorType | undefined, method: bigint, hex: string) => decodeParams(type, method, hexToBytes(hex)).form;

  it('is CBOR structure, then bytes, and the result says which', () => {
    expect(form('storageminer', 16n, '814900 0de0b6b3a7640000'.replace(' ', ''))).toBe('typed');
    // too few fields, a field of another type, a sign byte that is none
    expect([form('storageminer', 16n, '80'), form('storageminer', 16n, '8101'), form('storageminer', 16n, '81420205')]).toEqual([
      'cbor',
      'cbor',
      'cbor',
    ]);
    // not CBOR, bytes after the end, a longer head than needed, an indefinite list
    expect(['ff', '814000', '815800', '9f40ff'].map((hex) => form('storageminer', 16n, hex))).toEqual(['hex', 'hex', 'hex', 'hex']);
    expect(form(undefined, 2n, '8101')).toBe('cbor');
    expect(form('storagemarket', 9n, '40')).toBe('cbor');
    // a method that takes something, called with nothing
    expect(decodeParams('storageminer', 16n, new Uint8Array())).toEqual({ form: 'hex', value: { kind: 'nothing' } });
    expect(decodeParams('account', 0n, new Uint8Array())).toEqual({ form: 'typed', value: { kind: 'nothing' } });
  });

  it('keeps every kind of CBOR', () => {
    const bytes = hexToBytes('a3616101616282f5f661634161');
    expect(decodeParams(undefined, 99n, bytes)).toEqual({
      form: 'cbor',
      value: {
        kind: 'map',
        entries: [
          { name: 'a', value: { kind: 'integer', isBig: false, value: 1n } },
          { name: 'b', value: { kind: 'list', items: [{ kind: 'boolean', value: true }, { kind: 'none' }] } },
          { name: 'c', value: { kind: 'bytes', value: Uint8Array.of(0x61) } },
        ],
      },
    });
    expect(bytesToHex(encodeDecoded(decodeParams(undefined, 99n, bytes)))).toBe(bytesToHex(bytes));
    expect(decodeParams(undefined, 99n, hexToBytes('fb3ff8000000000000')).form).toBe('hex');
    // A map that looks like the CID objects of multiformats.
    const likeCid = encodeCbor({ '/': 1, bytes: 1 });
    expect(decodeParams(undefined, 99n, likeCid)).toMatchObject({
      form: 'cbor',
      value: { kind: 'map', entries: [{ name: '/' }, { name: 'bytes' }] },
    });
  });

  it('is not what a value is that stands in an old form: its bytes are kept', () => {
    // a zero with a sign byte, and a label that is no UTF-8
    const zero = decodeParams('storageminer', 16n, hexToBytes('81420000'));
    expect(zero).toMatchObject({
      form: 'typed',
      value: { fields: [{ value: { kind: 'amount', value: 0n, encoding: Uint8Array.of(0, 0) } }] },
    });
    const label = decodeReturn('storagemarket', 46363526n, hexToBytes('6261ff'));
    expect(label).toMatchObject({
      form: 'typed',
      label: 'Label',
      value: { kind: 'text', value: 'a\uFFFD', encoding: Uint8Array.of(0x61, 0xff) },
    });
    expect(bytesToHex(encodeDecoded(zero))).toBe('81420000');
  });
});

describe('calls of contracts between each other', () => {
  it('have no CBOR head, which their codec says', () => {
    const input = hexToBytes('18160ddd');
    expect(decodeParams('evm', 3844450837n, input, { codec: 0x55 })).toMatchObject({
      form: 'typed',
      isUnwrapped: true,
      value: { signature: 'totalSupply()' },
    });
    expect(decodeParams('evm', 3844450837n, encodeCbor(input), { codec: 0x51 })).toMatchObject({
      form: 'typed',
      value: { signature: 'totalSupply()' },
    });
    expect(decodeParams('evm', 3844450837n, input).form).toBe('hex');
  });
});

function fieldOf({ value }: Decoded, name: string): DecodedValue | undefined {
  return value.kind === 'record' ? value.fields.find((field) => field.name === name)?.value : undefined;
}

describe('the receiver', () => {
  it('is asked for by the address in the parameters', () => {
    const asked: string[] = [];
    const bytes = encodeParams('multisig', 2n, { To: 'f01000', Value: '0', Method: 2, Params: null });
    decodeParams('multisig', 2n, bytes, { actorTypeOf: (address) => void asked.push(address) as undefined });
    decodeParams('multisig', 2n, encodeParams('multisig', 2n, { To: 'f05', Value: '0', Method: 2, Params: null }), {
      actorTypeOf: (address) => void asked.push(address) as undefined,
    });
    expect(asked).toEqual([idAddress(1000)]);
  });
});
