import { describe, expect, it } from 'vitest';
import { changedRoute, readInspectorRoute, writeInspectorRoute } from '../../../../../renderer/views/inspector/inspector-route.ts';

describe('the comparison in the address', () => {
  const choosing = readInspectorRoute('7', 'compare=choose&filter=x');

  it('takes the next selection as its other side, and leaves the first where it is', () => {
    const chosen = changedRoute(choosing, { selected: '9' });
    expect(writeInspectorRoute(chosen)).toBe('/inspector/7?filter=x&compare=9');
    expect(readInspectorRoute('7', 'compare=9').compare).toBe(9);
  });

  it('is not made of a call with itself, and ends with the pane or with another selection', () => {
    expect(changedRoute(choosing, { selected: '7' }).compare).toBe('choose');
    expect(changedRoute(choosing, { selected: undefined }).compare).toBeUndefined();
    expect(changedRoute(readInspectorRoute('7', 'compare=9'), { selected: '8' }).compare).toBeUndefined();
  });

  it('is nothing where the address names no call', () => {
    expect(readInspectorRoute('7', 'compare=abc').compare).toBeUndefined();
  });
});
