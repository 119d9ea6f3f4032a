import { describe, expect, it } from 'vitest';
import { emptyParams, emptyValue, hasUnreadable, layOutJson, readJson } from '../../../../../renderer/views/compose/params/params-json.ts';
import { scalarFromText, scalarToText, unreadableText } from '../../../../../renderer/views/compose/params/scalar-text.ts';
import { ACTOR_METHODS } from '../../../../../shared/domain/methods/actor-method-table.ts';
import { decodedFromJson } from '../../../../../shared/domain/methods/method-json.ts';
import { parseShape, type ScalarShape } from '../../../../../shared/domain/methods/method-shape.ts';

function scalar(text: string): ScalarShape {
  const shape = parseShape(`raw X ${text}`).fields[0]?.shape;
  if (shape?.type !== 'scalar') throw new Error('the test wants one value');
  return shape;
}

describe('a field of a form', () => {
  it.each([
    ['T', '2500', '2500000000000000000000'],
    ['T', '20 nanoFIL', '20000000000'],
    ['U', '1,204', 1204],
    ['U', '18446744073709551615', 18446744073709551615n],
    ['I:epoch', '-3', -3],
    ['N:dataCap', '32 GiB', '34359738368'],
    ['N:dataCapToken', '1 GiB', '1073741824000000000000000000'],
    ['B', '0x0102', 'AQI='],
    ['B', '', null],
    ['B20', `0x${'00'.repeat(19)}ff`, [...new Array(19).fill(0), 255]],
    ['F:sector', '5-7, 10', [5, 3, 2, 1]],
    ['F:sector', '7, 5-6', [5, 3]],
    ['A', ' t01000 ', 't01000'],
    ['A', '0xff00000000000000000000000000000000000001', 'f01'],
    ['G', '0x01aabb', { Type: 1, Data: 'qrs=' }],
    ['S', 'a text', 'a text'],
  ] as const)('%s reads %j and shows it again', (kind, text, json) => {
    const shape = scalar(kind);
    const read = scalarFromText(shape, text);
    expect(read).toEqual({ json });
    // What is shown means the same again.
    expect(scalarFromText(shape, scalarToText(shape, read.json)).json).toEqual(json);
  });

  it.each([
    ['T', '1,5'],
    ['T', ''],
    ['U', '-1'],
    ['U', 'two'],
    ['B', '0xabc'],
    ['B', 'AQI='],
    ['B32', '0x00'],
    ['F', '7-5'],
    ['A', 'f1nonsense'],
    ['C', 'bafy'],
    ['G', '0x99'],
  ] as const)('%s keeps %j as typed, says why, and no encoder takes it', (kind, text) => {
    const shape = scalar(kind);
    const read = scalarFromText(shape, text);
    expect(read.problem).toMatch(/\.$/);
    expect(unreadableText(read.json)).toBe(text);
    expect(scalarToText(shape, read.json)).toBe(text);
    expect(() => decodedFromJson(parseShape(`raw X ${kind}`), read.json)).toThrow();
  });

  it('writes bytes for contracts as their tools do', () => {
    expect(scalarFromText(scalar('B'), '', 'contract').json).toBe('0x');
    const eth = '0x52908400098527886e0f7030069857d2e4169ee7';
    expect(scalarFromText(scalar('A'), eth, 'contract').json).toBe(eth);
  });
});

describe('empty parameters', () => {
  it('of every method are complete, or say that something is to be filled in', () => {
    for (const rows of Object.values(ACTOR_METHODS)) {
      for (const [, name, params] of rows) {
        const shape = parseShape(params);
        const empty = emptyParams(shape);
        if (hasUnreadable(empty)) continue;
        expect(() => decodedFromJson(shape, empty), name).not.toThrow();
      }
    }
  });

  it('of a contract have bytes in its own form', () => expect(emptyValue({ type: 'scalar', kind: 'B' }, 'contract')).toBe('0x'));

  it('are laid out with every digit, and with text as it was typed', () => {
    expect(layOutJson('{"a":18446744073709551615,"b":{"?":"1,5"},"c":[]}')).toBe(
      '{\n  "a": 18446744073709551615,\n  "b": "1,5",\n  "c": []\n}',
    );
    expect(readJson('{')).toBeUndefined();
  });
});
