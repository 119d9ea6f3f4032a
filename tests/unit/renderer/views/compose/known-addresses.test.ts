import { describe, expect, it } from 'vitest';
import { addressByLabel } from '../../../../../renderer/views/compose/use-known-addresses.ts';

const KNOWN = [
  { address: 'f01', label: 'Main key', note: '' },
  { address: 'f02', label: 'Twin', note: '' },
  { address: 'f03', label: 'twin', note: '' },
  { address: 'f04', label: '', note: '' },
];

describe('a label that is typed as an address', () => {
  it('means the one address that has it', () => {
    expect(addressByLabel(KNOWN, ' main KEY ')).toBe('f01');
    expect(addressByLabel(KNOWN, 'main')).toBeUndefined();
    expect(addressByLabel(KNOWN, 'twin')).toBeUndefined();
    expect(addressByLabel(KNOWN, '')).toBeUndefined();
  });
});
