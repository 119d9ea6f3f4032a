import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { addressFromBlsPublicKey } from '../../../../shared/domain/keys/key-address.ts';
import { parseDraft } from '../../../../shared/validation/forms.ts';

const draft = {
  from: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
  to: 'f01234',
  value: '1.5',
  method: '0',
  params: { kind: 'none' },
} as const;

const hex = (text: string) => ({ kind: 'bytes', encoding: 'hex', text }) as const;

describe('a draft', () => {
  it('becomes exact fields', () => {
    const result = parseDraft({ ...draft, gasFeeCap: '2 nanoFIL', gasPremium: '100000 attoFIL', gasLimit: '2000000', params: hex('0x80') });
    expect(result).toEqual({
      ok: true,
      fields: {
        from: 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
        to: 'f01234',
        value: 1_500_000_000_000_000_000n,
        method: 0n,
        params: { kind: 'bytes', bytes: Uint8Array.of(0x80) },
        gasFeeCap: 2_000_000_000n,
        gasPremium: 100_000n,
        gasLimit: 2_000_000n,
        isHeld: false,
      },
    });
  });

  it('reads prices of gas as nanoFIL where no unit is named', () => {
    const result = parseDraft({ ...draft, gasFeeCap: '2', gasPremium: '0.5 ' });
    expect(result.ok && [result.fields.gasFeeCap, result.fields.gasPremium]).toEqual([2_000_000_000n, 500_000_000n]);
  });

  it('says the unit of a price of gas where it cannot be read', () => {
    const result = parseDraft({ ...draft, gasFeeCap: '$1', gasPremium: '1e3' });
    expect(result.ok || result.errors.gasFeeCap).toMatch(/nanoFIL per gas, or an amount with a unit/);
    expect(result.ok || result.errors.gasPremium).toBe('Write the number without an exponent: 1000.');
    const negative = parseDraft({ ...draft, gasFeeCap: '-1' });
    expect(negative.ok || negative.errors.gasFeeCap).toBe('The amount must not be negative.');
  });

  it.each(['4300e807', '0x4300e807', '0X4300E807', '43 00e807', ' 0x43 00e8\t07\n'])('takes parameters written as %j', (text) => {
    const result = parseDraft({ ...draft, params: hex(text) });
    expect(result.ok && result.fields.params).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0x43, 0x00, 0xe8, 0x07) });
  });

  it('refuses the BLS address of zeros, which nodes refuse as a receiver', () => {
    const result = parseDraft({
      ...draft,
      to: addressFromBlsPublicKey(Uint8Array.of(0xc0, ...new Uint8Array(47))),
    });
    expect(result.ok || result.errors.to).toMatch(/No one has the key/);
  });

  it('leaves gas to the estimate where nothing is typed', () => {
    const result = parseDraft({ ...draft, gasLimit: ' ', gasFeeCap: '' });
    expect(result.ok && Object.keys(result.fields)).toEqual(['from', 'to', 'value', 'method', 'params', 'isHeld']);
  });

  it('takes an Ethereum address as receiver', () => {
    const result = parseDraft({ ...draft, to: '0xd388ab098ed3e84c0d808776440b48f685198498' });
    expect(result.ok && result.fields.to).toBe('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
  });

  it.each([
    ['from', { from: '' }],
    ['from', { from: 'f01234' }],
    ['from', { from: 'f2i4llai5x72clnz643iydyplvjmni74x4vyme7ny' }],
    ['to', { to: '' }],
    ['to', { to: 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxbb' }],
    ['value', { value: '' }],
    ['value', { value: '-1' }],
    ['value', { value: '2000000000' }],
    ['value', { value: '1 DOGE' }],
    ['method', { method: '18446744073709551616' }],
    ['method', { method: 'send' }],
    ['params', { params: hex('123') }],
    ['params', { params: hex('ff') }],
    ['params', { params: { kind: 'bytes', encoding: 'base64', text: '?' } as const }],
    ['params', { method: '2', params: { kind: 'fields', json: '{' } as const }],
    ['params', { params: { kind: 'fields', json: '{}' } as const }],
    ['params', { params: { kind: 'contract', declaration: 'f()', argumentsJson: '[]' } as const }],
    ['nonce', { nonce: '-1' }],
    ['offline', { offline: { genesisCid: 'bafy', actorType: 'wizard' }, nonce: '1', gasLimit: '1', gasFeeCap: '1', gasPremium: '1' }],
    ['gasFeeCap', { gasFeeCap: '99 attoFIL' }],
    ['gasPremium', { gasFeeCap: '1 nanoFIL', gasPremium: '2 nanoFIL' }],
    ['gasLimit', { gasLimit: '0' }],
    ['gasLimit', { gasLimit: '10000000001' }],
  ])('is refused at %s: %j', (field, change) => {
    const result = parseDraft({ ...draft, ...change });
    expect(result.ok).toBe(false);
    expect(!result.ok && Object.keys(result.errors)).toEqual([field]);
  });

  it('names every field that is wrong at once', () => {
    const result = parseDraft({ from: 'x', to: 'y', value: 'z', method: 'w', params: hex('v') });
    expect(!result.ok && Object.keys(result.errors).sort()).toEqual(['from', 'method', 'to', 'value']);
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (to, value, text, gasLimit) => {
        expect(() => parseDraft({ ...draft, to, value, params: hex(text), gasLimit })).not.toThrow();
        expect(() => parseDraft({ ...draft, method: '2', params: { kind: 'fields', json: text } })).not.toThrow();
        expect(() =>
          parseDraft({ ...draft, method: '3844450837', params: { kind: 'contract', declaration: text, argumentsJson: value } }),
        ).not.toThrow();
      }),
    );
  });

  it('takes f1, f3 and f410f senders, and makes a call of what f410f sends', () => {
    const from = 'f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';
    const bls = parseDraft({ ...draft, from: addressFromBlsPublicKey(Uint8Array.of(0xa0, ...new Uint8Array(47))) });
    expect(bls.ok).toBe(true);
    const plain = parseDraft({ ...draft, from });
    expect(plain.ok && plain.fields.method).toBe(3_844_450_837n);
    const other = parseDraft({ ...draft, from, method: '16' });
    expect(!other.ok && other.errors.method).toMatch(/send FIL and call contracts/);
    expect(parseDraft({ ...draft, from, to: 'f010', method: '4', params: hex('4101') }).ok).toBe(true);
    expect(parseDraft({ ...draft, from, to: 'f010', method: '0' }).ok).toBe(false);
  });

  it('leaves the highest value open', () => {
    const result = parseDraft({ ...draft, value: 'whatever', isMaximumValue: true });
    expect(result.ok && 'value' in result.fields).toBe(false);
  });

  it('wants everything that nobody can be asked for', () => {
    const result = parseDraft({ ...draft, isMaximumValue: true, offline: { genesisCid: 'bafy' } });
    expect(!result.ok && Object.keys(result.errors).sort()).toEqual(['gasFeeCap', 'gasLimit', 'gasPremium', 'nonce', 'value']);
  });

  it('calls a function of a contract with its arguments', () => {
    const params = { kind: 'contract', declaration: 'transfer(address to, uint256 amount)', argumentsJson: '["f01234", "5"]' } as const;
    const result = parseDraft({ ...draft, method: '3844450837', params });
    const word = (tail: string) => tail.padStart(64, '0');
    expect(result.ok && result.fields.params.kind === 'bytes' && bytesToHex(result.fields.params.bytes)).toBe(
      `5844a9059cbb${word('ff000000000000000000000000000000000004d2')}${word('5')}`,
    );
  });
});
