import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutJson } from '../../../../renderer/components/json-lines.ts';

function textOf(json: string): string[] {
  return layOutJson(json, 1000).lines.map((line) => `${'  '.repeat(line.depth)}${line.pieces.map((piece) => piece.text).join('')}`);
}

describe('JSON laid out in lines', () => {
  it('indents and tells keys from strings', () => {
    expect(textOf('{"a":[1,"b",null],"c":{}}')).toEqual(['{', '  "a": [', '    1,', '    "b",', '    null', '  ],', '  "c": {}', '}']);
    const [, line] = layOutJson('{"a":"b"}', 10).lines;
    expect(line?.pieces.map((piece) => piece.kind)).toEqual(['key', 'mark', 'string']);
  });

  it('keeps integers that JavaScript cannot hold', () => {
    expect(textOf('{"n":18446744073709551615}')).toContain('  "n": 18446744073709551615');
  });

  it('shows what is not JSON, and cuts what is long', () => {
    expect(textOf('502 Bad Gateway').join('')).toContain('Bad');
    expect(textOf('"open string')).not.toHaveLength(0);
    expect(layOutJson(JSON.stringify(Array.from({ length: 50 }, (_, index) => index)), 10)).toMatchObject({ isCut: true });
  });

  it('loses nothing of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const laidOut = layOutJson(json, 100_000)
          .lines.map((line) => line.pieces.map((piece) => piece.text).join(''))
          .join('\n');
        expect(JSON.stringify(JSON.parse(laidOut))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });
});
