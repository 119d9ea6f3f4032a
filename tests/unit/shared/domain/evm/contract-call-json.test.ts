import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, equalBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeContractCall, readContractDeclaration } from '../../../../../shared/domain/evm/contract-call-json.ts';
import { decodeArguments } from '../../../../../shared/domain/evm/evm-abi.ts';
import { contentOf } from '../../../../../shared/domain/methods/method-encode.ts';

const call = (declaration: string, ...values: unknown[]) => bytesToHex(encodeContractCall(readContractDeclaration(declaration), values));
const word = (hex: string) => hex.padStart(64, '0');

describe('a call of a contract', () => {
  it.each([
    'transfer(address to, uint256 amount)',
    'transfer(address,uint256)',
    'function transfer(address to, uint amount) external returns (bool)',
    ' function  transfer ( address  to , uint256 amount ) public virtual override returns ( bool success , bytes memory ) ',
  ])('is read from %j', (declaration) => {
    expect(readContractDeclaration(declaration)).toMatchObject({ signature: 'transfer(address,uint256)', selector: '0xa9059cbb' });
  });

  it('leaves places of data and names alone', () => {
    expect(
      readContractDeclaration('f(bytes calldata data, string memory name, (uint a, int b)[] calldata list, uint256[2] two)').signature,
    ).toBe('f(bytes,string,(uint256,int256)[],uint256[2])');
    expect(readContractDeclaration('deposit() payable').signature).toBe('deposit()');
  });

  it.each([
    '',
    'transfer',
    'transfer(',
    'transfer)',
    '(address)',
    'f(uint7 a)',
    'f(bytes33 a)',
    'f(thing a)',
    'f(address,)',
    'f(a b c)',
    'f(address) ; g()',
    `f${'('.repeat(40)}${')'.repeat(40)}`,
  ])('is not read from %j', (declaration) => {
    expect(() => readContractDeclaration(declaration)).toThrowError(/Write it as/);
  });

  // docs.soliditylang.org, "Contract ABI Specification", the examples of `bar` and `sam`.
  it('is written as the specification has it', () => {
    expect(call('baz(uint32 x, bool y)', 69, true)).toBe(`cdcd77c0${word('45')}${word('1')}`);
    expect(call('bar(bytes3[2] xy)', ['0x616263', '0x646566'])).toBe(`fce353f6${'616263'.padEnd(64, '0')}${'646566'.padEnd(64, '0')}`);
    expect(call('sam(bytes name, bool z, uint[] data)', '0x64617665', true, [1, '2', '0x3'])).toBe(
      `a5643bf2${word('60')}${word('1')}${word('a0')}${word('4')}${'64617665'.padEnd(64, '0')}${word('3')}${word('1')}${word('2')}${word('3')}`,
    );
  });

  it('takes addresses in every form that a contract knows', () => {
    const eth = '0xd388ab098ed3e84c0d808776440b48f685198498';
    expect(call('f(address a)', eth)).toBe(call('f(address a)', 'f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy'));
    expect(call('f(address a)', 't01234')).toMatch(/ff000000000000000000000000000000000004d2$/);
  });

  it('takes tuples by name', () => {
    expect(call('f((uint8 a, bool b) pair)', { b: true, a: 7 })).toBe(call('f((uint8 a, bool b) pair)', [7, true]));
  });

  it.each([
    ['f(uint8 a)', [256], 'a: out of range for uint8.'],
    ['f(int8 a)', [-129], 'a: out of range for int8.'],
    ['f(uint8 a)', ['1.5'], 'a: expected an integer.'],
    ['f(address a)', ['f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba'], /^a: expected a 0x, f410f or f0 address/],
    ['f(bool a)', ['yes'], 'a: expected true or false.'],
    ['f(bytes2 a)', ['0x01'], 'a: expected 2 bytes, not 1.'],
    ['f(uint8[2] a)', [[1]], 'a: expected a list of 2 values, not 1.'],
    ['f((uint8 b)[] a)', [[[1], ['x']]], 'a[1].b: expected an integer.'],
    ['f((uint8 b) a)', [{ c: 1 }], 'a.c: unknown value.'],
    ['f(uint8 a)', [], 'Expected 1 values (a), not 0.'],
  ])('says what is wrong with the arguments of %s: %j', (declaration, values, message) => {
    expect(() => call(declaration, ...(values as unknown[]))).toThrowError(message);
  });

  it('reads back', () => {
    const codec = { decode: (bytes: Uint8Array) => ({ kind: 'bytes', value: bytes }) as const, encode: contentOf };
    const values = fc.tuple(
      fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      fc.array(fc.boolean()),
    );
    const declared = readContractDeclaration('f(uint256 a, string b, bytes c, bool[] d)');
    fc.assert(
      fc.property(values, ([a, b, c, d]) => {
        fc.pre(b.isWellFormed());
        const bytes = encodeContractCall(declared, [a.toString(), b, `0x${bytesToHex(c)}`, d]);
        const fields = decodeArguments(declared.parameters, bytes.slice(4), codec);
        expect(fields[0]?.value).toMatchObject({ value: a });
        expect(fields[1]?.value).toMatchObject({ value: b });
        expect(fields[2]?.value.kind === 'bytes' && equalBytes(fields[2].value.value, c)).toBe(true);
      }),
    );
  });
});
