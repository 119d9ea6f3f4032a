import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText, layoutJson } from '../../../../renderer/lib/json-layout.ts';

describe('JSON laid out for editing', () => {
  it('keeps every digit and every escape as it was written', () => {
    const text = '{"params":[123456789012345678901234567890,1.50,"\\u202e",1e400]}';
    expect(layoutJson(text)).toBe('{"params": [123456789012345678901234567890, 1.50, "\\u202e", 1e400]}');
  });

  it('puts what is long on lines of its own', () => {
    const cid = `{"/":"bafy2bzace${'a'.repeat(52)}"}`;
    expect(layoutJson(`[${cid},[${cid}],[],null]`)).toBe(
      `[\n  {\n    "/": "bafy2bzace${'a'.repeat(52)}"\n  },\n  [\n    {\n      "/": "bafy2bzace${'a'.repeat(52)}"\n    }\n  ],\n  [],\n  null\n]`,
    );
  });

  it('means the same as before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(layoutJson(text) ?? 'nothing')).toEqual(JSON.parse(text));
      }),
    );
  });

  it('answers nothing where there is no JSON', () => {
    expect(layoutJson('[1,')).toBeUndefined();
    expect(layoutJson('')).toBeUndefined();
  });

  it('finds a field as it was written, of equal names the last one', () => {
    expect(fieldText('{"a":1,"params": [ 1.0 ],"params":[2.0]}', 'params')).toBe('[2.0]');
    expect(fieldText('{"a":1}', 'params')).toBeUndefined();
    expect(fieldText('[1]', 'params')).toBeUndefined();
  });
});
