import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { base64ToBytes, bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import type { DecodedValue } from '../../../../../shared/domain/encoding/decoded-value.ts';
import {
  type AbiFunction,
  type AbiType,
  type CalldataCodec,
  decodeArguments,
  encodeTuple,
  parseAbiFunction,
} from '../../../../../shared/domain/evm/evm-abi.ts';
import { decodeContractCall, decodeRevert } from '../../../../../shared/domain/evm/evm-call.ts';
import { KNOWN_FUNCTIONS, knownFunction } from '../../../../../shared/domain/evm/evm-selectors.ts';
import { actorTypeFromCode } from '../../../../../shared/domain/methods/actor-code.ts';
import { decodeParams, decodeReturn } from '../../../../../shared/domain/methods/method-decode.ts';
import { contentOf } from '../../../../../shared/domain/methods/method-encode.ts';
import { checked } from '../../../../builders/checked.ts';
import { tracedCalls } from '../../../../builders/traced-calls.ts';

const TOKEN_OWNER = `0x${'11'.repeat(20)}`;
const CODEC: CalldataCodec = { decode: decodeContractCall, encode: contentOf };
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const TRANSFER = `a9059cbb${word(BigInt(TOKEN_OWNER))}${word(1000)}`;

describe('selectors', () => {
  it('are the published ones', () => {
    // ERC-20, ERC-721, ERC-1155, Multicall3, Safe and Solidity's own documentation
    const published: Readonly<Record<string, string>> = {
      'transfer(address,uint256)': '0xa9059cbb',
      'transferFrom(address,address,uint256)': '0x23b872dd',
      'approve(address,uint256)': '0x095ea7b3',
      'balanceOf(address)': '0x70a08231',
      'allowance(address,address)': '0xdd62ed3e',
      'totalSupply()': '0x18160ddd',
      'safeTransferFrom(address,address,uint256)': '0x42842e0e',
      'safeTransferFrom(address,address,uint256,bytes)': '0xb88d4fde',
      'safeTransferFrom(address,address,uint256,uint256,bytes)': '0xf242432a',
      'setApprovalForAll(address,bool)': '0xa22cb465',
      'supportsInterface(bytes4)': '0x01ffc9a7',
      'multicall(bytes[])': '0xac9650d8',
      'aggregate3((address,bool,bytes)[])': '0x82ad56cb',
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': '0x6a761202',
      'handle_filecoin_method(uint64,uint64,bytes)': '0x868e10c4',
    };
    for (const [signature, selector] of Object.entries(published)) expect(knownFunction(selector)?.signature).toBe(signature);
    expect(parseAbiFunction('Error(string reason)').selector).toBe('0x08c379a0');
    expect(parseAbiFunction('Panic(uint256 code)').selector).toBe('0x4e487b71');
    expect(new Set(KNOWN_FUNCTIONS.map(({ selector }) => selector)).size).toBe(KNOWN_FUNCTIONS.length);
    for (const text of ['transfer', 'transfer(', 'transfer(word a)', 'transfer(uint256[2)', 'transfer(address a) b']) {
      expect(() => parseAbiFunction(text), text).toThrow(SyntaxError);
    }
  });
});

describe('arguments', () => {
  it('of every known function are read as they are written', () => {
    for (const known of KNOWN_FUNCTIONS) {
      fc.assert(
        fc.property(argumentsFor(known), (fields) => {
          const data = encodeTuple(known.parameters, fields, CODEC);
          const call = decodeContractCall(concatBytes(hexToBytes(known.selector), data));
          expect(call).toMatchObject({ kind: 'contractCall', signature: known.signature });
          expect(decodeArguments(known.parameters, data, CODEC)).toEqual(fields);
        }),
        { numRuns: 30 },
      );
    }
    checked(KNOWN_FUNCTIONS.length, 67, 'known functions with 30 random calls each');
  });

  it('of a transfer are the receiver, as a Filecoin address, and the amount', () => {
    expect(decodeContractCall(hexToBytes(TRANSFER))).toMatchObject({
      selector: '0xa9059cbb',
      signature: 'transfer(address,uint256)',
      arguments: [
        { name: 'to', value: { kind: 'address', value: addressFromEthAddress(TOKEN_OWNER) } },
        { name: 'amount', value: { kind: 'integer', value: 1000n } },
      ],
    });
    const masked = decodeContractCall(hexToBytes(`a9059cbb${word((0xffn << 152n) | 1234n)}${word(1)}`));
    expect(masked).toMatchObject({ arguments: [{ value: { value: idAddress(1234) } }, {}] });
  });

  it('that hold calls of the same contract are read on, to a bounded depth', () => {
    const wrapped = (inner: string) => {
      const length = inner.length / 2;
      return `ac9650d8${word(32)}${word(1)}${word(32)}${word(length)}${inner.padEnd(Math.ceil(length / 32) * 64, '0')}`;
    };
    expect(decodeContractCall(hexToBytes(wrapped(TRANSFER)))).toMatchObject({
      signature: 'multicall(bytes[])',
      arguments: [{ value: { items: [{ signature: 'transfer(address,uint256)' }] } }],
    });
    let nested = TRANSFER;
    for (let level = 0; level < 40; level += 1) nested = wrapped(nested);
    expect(depthOf(decodeContractCall(hexToBytes(nested)))).toBe(9);
  });

  it('that are not what an encoder writes are left as they are', () => {
    const strict = [
      TRANSFER.slice(0, -2),
      `${TRANSFER}00`,
      `a9059cbb${word(1n << 160n)}${word(1)}`,
      `a22cb465${word(BigInt(TOKEN_OWNER))}${word(2)}`,
      `ac9650d8${word(64)}${word(0)}${word(0)}`,
      `ac9650d8${word(32)}${word(1n << 255n)}`,
      `01ffc9a7${'01'.repeat(32)}`,
    ];
    for (const hex of strict) {
      const call = decodeContractCall(hexToBytes(hex));
      expect(call, hex).not.toHaveProperty('arguments');
      expect(bytesToHex(contentOf(call))).toBe(hex);
    }
    expect(decodeContractCall(hexToBytes('a9059c'))).toEqual({ kind: 'bytes', value: hexToBytes('a9059c'), unit: 'calldata' });
    expect(decodeContractCall(hexToBytes('deadbeef01'))).toEqual({ kind: 'contractCall', selector: '0xdeadbeef', data: Uint8Array.of(1) });
  });

  it('cannot unfold into more than they are', () => {
    // Every list of a list of lists is the same words once more: 1,000 times 1,000 values out of 2,000 words.
    const many = 1000;
    const inner = word(many) + word(0).repeat(many);
    const data = hexToBytes(word(32) + word(many) + word(many * 32).repeat(many) + inner);
    const lists = parseAbiFunction('lists(uint256[][] values)');
    expect(() => decodeArguments(lists.parameters, data, CODEC)).toThrow(expect.objectContaining({ code: 'abi' }));
  });

  it('may be more than a call of a JavaScript function can take', () => {
    const count = 150_000;
    const { parameters } = parseAbiFunction('list(bool[] values)');
    const data = hexToBytes(word(32) + word(count) + word(1).repeat(count));
    const [list] = decodeArguments(parameters, data, CODEC);
    expect(list?.value.kind === 'list' && list.value.items.length).toBe(count);
  });
});

describe('reverts', () => {
  const calls = tracedCalls().map(({ call }) => call);

  it('say why', () => {
    const message = `08c379a0${word(32)}${word(3)}${bytesToHex(Uint8Array.of(0x61, 0x62, 0x63)).padEnd(64, '0')}`;
    expect(decodeRevert(hexToBytes(message)).reason).toEqual({ type: 'message', text: 'abc' });
    expect(decodeRevert(hexToBytes(`4e487b71${word(0x11)}`)).reason).toEqual({
      type: 'panic',
      code: 0x11n,
      meaning: 'arithmetic overflow or underflow',
    });
    expect(decodeRevert(hexToBytes(`4e487b71${word(0x99)}`)).reason).toMatchObject({ type: 'panic', code: 0x99n });
    expect(decodeRevert(hexToBytes('12345678')).reason).toEqual({ type: 'custom', selector: '0x12345678' });
    expect(decodeRevert(hexToBytes('08c379a0')).reason).toEqual({ type: 'custom', selector: '0x08c379a0' });
    expect(decodeRevert(new Uint8Array()).reason).toEqual({ type: 'none' });
    expect(decodeRevert(Uint8Array.of(1)).reason).toEqual({ type: 'bytes' });
  });

  it('and calls are known in the traces, with their reasons', () => {
    const found = { calls: 0, known: 0, reverts: 0 };
    for (const { Msg, MsgRct, InvokedActor } of calls) {
      const code = InvokedActor?.State?.Code?.['/'];
      if (code === undefined || actorTypeFromCode(code) !== 'evm' || BigInt(Msg.Method) !== 3844450837n) continue;
      const { value } = decodeParams('evm', 3844450837n, base64ToBytes(Msg.Params ?? ''), { codec: Msg.ParamsCodec });
      expect(value.kind).toBe('contractCall');
      found.calls += 1;
      if (value.kind === 'contractCall' && value.signature !== undefined) found.known += 1;
      if (MsgRct.ExitCode !== 33) continue;
      const returned = decodeReturn('evm', 3844450837n, base64ToBytes(MsgRct.Return ?? ''), { codec: MsgRct.ReturnCodec, exitCode: 33 });
      expect(returned.value).toMatchObject({ kind: 'revert', reason: { type: 'message', text: 'insufficient balance' } });
      found.reverts += 1;
    }
    checked(found.calls, 39, 'calls of contracts in traces');
    checked(found.known, 17, 'calls of contracts in traces: well-known functions, with their arguments');
    checked(found.reverts, 2, 'calls of contracts in traces: reverted, with the reason');
  });
});

function depthOf(value: DecodedValue): number {
  const list = value.kind === 'contractCall' ? value.arguments?.[0]?.value : undefined;
  const inner = list?.kind === 'list' ? list.items[0] : undefined;
  return inner === undefined ? 0 : 1 + depthOf(inner);
}

function argumentsFor({ parameters }: Pick<AbiFunction, 'parameters'>) {
  return fc.tuple(...parameters.map(({ name, type }) => argumentFor(type).map((value) => ({ name, value }))));
}

function argumentFor(type: AbiType): fc.Arbitrary<DecodedValue> {
  const integer = (min: bigint, max: bigint) =>
    fc.bigInt({ min, max }).map((value): DecodedValue => ({ kind: 'integer', isBig: true, value }));
  switch (type.type) {
    case 'address':
      return fc
        .uint8Array({ minLength: 20, maxLength: 20 })
        .filter((bytes) => bytes[0] !== 0xff)
        .map((bytes) => ({ kind: 'address', value: addressFromEthAddress(`0x${bytesToHex(bytes)}`) }));
    case 'bool':
      return fc.boolean().map((value) => ({ kind: 'boolean', value }));
    case 'uint':
      return integer(0n, (1n << BigInt(type.bits)) - 1n);
    case 'int':
      return integer(-(1n << BigInt(type.bits - 1)), (1n << BigInt(type.bits - 1)) - 1n);
    case 'fixedBytes':
      return fc.uint8Array({ minLength: type.size, maxLength: type.size }).map((value) => ({ kind: 'bytes', value, size: type.size }));
    case 'bytes':
      return fc.uint8Array({ maxLength: 70 }).map((value) => ({ kind: 'bytes', value }));
    case 'calldata':
      return fc.uint8Array({ maxLength: 70 }).map(decodeContractCall);
    case 'string':
      return fc.string({ unit: 'binary', maxLength: 40 }).map((value) => ({ kind: 'text', value }));
    case 'list':
      return fc
        .array(argumentFor(type.item), type.length === undefined ? { maxLength: 3 } : { minLength: type.length, maxLength: type.length })
        .map((items) => ({ kind: 'list', items }));
    case 'tuple':
      return argumentsFor({ parameters: type.fields }).map((fields) => ({ kind: 'record', fields }));
    default:
      return type satisfies never;
  }
}
