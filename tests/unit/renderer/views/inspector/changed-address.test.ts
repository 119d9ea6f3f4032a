import { describe, expect, it } from 'vitest';
import { changedAddress, readInspectorAddress, writeInspectorAddress } from '../../../../../renderer/views/inspector/inspector-address.ts';

describe('the comparison in the address', () => {
  const choosing = readInspectorAddress('7', 'compare=choose&filter=x');

  it('takes the next selection as its other side, and leaves the first where it is', () => {
    const chosen = changedAddress(choosing, { selected: '9' });
    expect(writeInspectorAddress(chosen)).toBe('/inspector/7?filter=x&compare=9');
    expect(readInspectorAddress('7', 'compare=9').compare).toBe(9);
  });

  it('is not made of a call with itself, and ends with the pane or with another selection', () => {
    expect(changedAddress(choosing, { selected: '7' }).compare).toBe('choose');
    expect(changedAddress(choosing, { selected: undefined }).compare).toBeUndefined();
    expect(changedAddress(readInspectorAddress('7', 'compare=9'), { selected: '8' }).compare).toBeUndefined();
  });

  it('is nothing where the address names no call', () => {
    expect(readInspectorAddress('7', 'compare=abc').compare).toBeUndefined();
  });
});
