import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBody } from '../../../../../electron/services/inspector/body-tree.ts';
import type { BodyNode } from '../../../../../shared/ipc/schemas/inspector.ts';

const open = (text: string, question: Partial<Parameters<typeof openBody>[1]> = {}) =>
  openBody(new TextEncoder().encode(text), { limit: 500, ...question });
const keys = (nodes: readonly BodyNode[]) => nodes.map(({ key }) => key);

/** The value that the tree shows, put together again from its nodes, page by page. */
function rebuild(bytes: Uint8Array, at: number, limit: number): unknown {
  const { node } = openBody(bytes, { at, limit });
  if (node.kind !== 'object' && node.kind !== 'array') return JSON.parse(node.text ?? '');
  const children: BodyNode[] = [];
  let from: number | undefined;
  do {
    const page = openBody(bytes, { at, from, limit });
    children.push(...page.children);
    from = page.next;
  } while (from !== undefined);
  expect([node.count, node.isCountExact]).toEqual([children.length, true]);
  if (node.kind === 'array') {
    expect(keys(children)).toEqual(children.map((_, index) => String(index)));
    return children.map((child) => rebuild(bytes, child.start, limit));
  }
  return Object.fromEntries(children.map((child) => [child.key, rebuild(bytes, child.start, limit)]));
}

describe('a body as a tree', () => {
  test('every JSON text comes back as the value that it is, whatever its spaces and pages', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 5 }), (value, spaces, limit) => {
        const text = JSON.stringify(value, undefined, spaces);
        expect(rebuild(new TextEncoder().encode(text), 0, limit)).toEqual(JSON.parse(text));
      }),
      { numRuns: 150 },
    );
  });

  test('names places, kinds and counts, and texts as they are written', () => {
    const text = ' {"a": [1, 18446744073709551615, -1.50e3], "b\\u0041": "x\\n\\"y", "c": {}, "d": null, "e": true} ';
    const { node, children } = open(text);
    expect(node).toEqual({ kind: 'object', start: 1, end: text.length - 1, count: 5, isCountExact: true });
    expect(children.map(({ start, end, ...rest }) => ({ ...rest, is: text.slice(start, end) }))).toEqual([
      { key: 'a', kind: 'array', count: 3, isCountExact: true, is: '[1, 18446744073709551615, -1.50e3]' },
      { key: 'bA', kind: 'string', text: '"x\\n\\"y"', is: '"x\\n\\"y"' },
      { key: 'c', kind: 'object', count: 0, isCountExact: true, is: '{}' },
      { key: 'd', kind: 'null', text: 'null', is: 'null' },
      { key: 'e', kind: 'boolean', text: 'true', is: 'true' },
    ]);
    expect(open(text, { path: 'a' }).children.map(({ text: shown }) => shown)).toEqual(['1', '18446744073709551615', '-1.50e3']);
  });

  test('a path leads to a value; its ancestors are told', () => {
    const text = '{"id":1,"result":{"Blocks":[{"Height":5},{"Height":6,"/":"bafy","a b":[7]}]}}';
    const found = open(text, { path: 'result.Blocks[1].Height' });
    expect(found.node).toMatchObject({ key: 'Height', text: '6' });
    expect(keys(found.ancestors)).toEqual([undefined, 'result', 'Blocks', '1']);
    expect(open(text, { path: 'result.Blocks[1]["/"]' }).node.text).toBe('"bafy"');
    expect(open(text, { path: '$.result.Blocks[1]["a b"][0]' }).node.text).toBe('7');
    expect(open(text, { path: '' }).node.kind).toBe('object');
    const lost = open(text, { path: 'result.Blocks[7].Height' });
    expect(lost).toMatchObject({ node: { key: 'Blocks', kind: 'array' }, problem: 'There is no item 7 here.' });
    expect(open(text, { path: 'result.Blocks.length' }).problem).toBe('There is no field "length" here.');
  });

  test('fields of the same name are all shown, also __proto__', () => {
    const { children } = open('{"a":1,"__proto__":{"x":1},"a":2}');
    expect(children.map(({ key, text }) => [key, text])).toEqual([
      ['a', '1'],
      ['__proto__', undefined],
      ['a', '2'],
    ]);
  });

  test('of fields of the same name a path leads to the last, which is the one that is read', () => {
    const text = '{"result":{"Height":1},"x":[{"a":1,"a":2}],"result":{"Height":5,"H\\u0065ight":6}}';
    expect(open(text, { path: 'result.Height' }).node.text).toBe(String(JSON.parse(text).result.Height));
    expect(open(text, { path: 'x[a=2].a' }).node.text).toBe('2');
    expect(open(text, { path: 'x[a=1]' }).problem).toBe('There is no item whose a is 1 here.');
    const filler = 'y'.repeat(300_000);
    for (const [again, expected] of [
      ['"result":"late"', '"late"'],
      ['"r\\u0065sult":"escaped"', '"escaped"'],
      ['"said":"\\u003cresult\\u003e"', undefined],
      ['"id":1', undefined],
    ]) {
      expect(open(`{"result":["${filler}"],"more":["${filler}"],${again}}`, { path: 'result' }).node.text).toBe(expected);
    }
  });

  test.each([
    ['', [], 'This body is empty.'],
    ['<html>no</html>', [], 'Not valid JSON.'],
    ['{"a":1,"b":"cut of', ['a', 'b'], 'The text is cut off here.'],
    ['{"a":1,"b":[1,2', ['a', 'b'], 'The text is cut off here.'],
    ['{"a":1,"b"', ['a'], 'The text is cut off here.'],
    ['{"a":1,', ['a'], 'The text is cut off here.'],
    ['{"a":1 "b":2}', ['a'], 'Invalid JSON from here on.'],
    ['{"a":1,b:2}', ['a'], 'Invalid JSON from here on.'],
    ['[1,,2]', ['0', '1'], 'Invalid JSON from here on.'],
    ['"half', [], 'The text is cut off here.'],
  ])('%s gives what can be read, and the reason', (text, names, problem) => {
    const { children, problem: told } = open(text);
    expect([keys(children), told]).toEqual([names, problem]);
  });

  test('depth costs no stack', () => {
    const text = `${'[{"a":'.repeat(200_000)}1`;
    expect(open(text)).toMatchObject({ node: { kind: 'array', count: 1, isCountExact: false }, problem: 'The text is cut off here.' });
  });

  test('long leaves and keys are cut', () => {
    const { children } = open(`{"${'k'.repeat(9000)}":"${'é'.repeat(9000)}"}`);
    expect(children[0]?.text).toHaveLength(2000);
    expect(children[0]?.text).not.toContain('\ufffd');
    expect(children[0]?.key?.length).toBeLessThan(4100);
  });

  test('no question makes it throw, wherever it points', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]",:\\a1 é') }),
        fc.nat(60),
        fc.option(fc.nat(90), { nil: undefined }),
        (text, at, from) => {
          const { children } = open(text, { at, from, limit: 3 });
          expect(children.length).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a large value is not read to its end for the first page, and can be passed', () => {
    const rows = 400_000;
    const text = `{"result":[${'{"a":1,"b":"cccccccccccccc"},'.repeat(rows)}{}],"id":1}`;
    const bytes = new TextEncoder().encode(text);
    const root = openBody(bytes, { limit: 100 });
    expect(keys(root.children)).toEqual(['result']);
    expect(root.children[0]).toMatchObject({ isCountExact: false });
    expect(root.children[0]?.end).toBeLessThan(bytes.length / 2);
    expect(keys(openBody(bytes, { at: 0, from: root.next, limit: 100 }).children)).toEqual(['id']);
    const first = openBody(bytes, { path: 'result', limit: 100 });
    expect(first.children).toHaveLength(100);
    const second = openBody(bytes, { at: first.node.start, from: first.next, limit: 100 });
    expect([second.children[0]?.key, second.children[99]?.key]).toEqual(['100', '199']);
    expect(openBody(bytes, { path: `result[${rows}]`, limit: 1 }).node).toMatchObject({ kind: 'object', count: 0 });
  });
});
