import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInRecordedBody } from '../../../../../electron/services/inspector/body-reading.ts';
import { openBody } from '../../../../../electron/services/inspector/body-tree.ts';
import { findInBody } from '../../../../../electron/services/inspector/find-in-body.ts';
import { MemoryBody } from '../../../../../electron/services/inspector/recorded-body.ts';

const BODY = Buffer.from('{"id":1,"result":[{"Miner":"f01000","Note":"größe"},{"miner":"F01000 f01000","a.b":{"x":[1,"f01000"]}}]}');
const find = (text: string, index = 0) => findInBody(BODY, { text, index });

describe('a text in a body', () => {
  test.each([
    ['f01000', 0, 4, 'result[0].Miner'],
    ['F01000', 1, 4, 'result[1].miner'],
    ['f01000', 3, 4, 'result[1]["a.b"].x[1]'],
    ['MINER', 1, 2, 'result[1].miner'],
    ['größe', 0, 1, 'result[0].Note'],
    ['GRÖSSE', 0, 0, undefined],
    ['a.b', 0, 1, 'result[1]["a.b"]'],
    [']}', 1, 2, 'result'],
    ['{"id"', 0, 1, ''],
    ['nowhere', 0, 0, undefined],
    ['', 0, 0, undefined],
  ])('%s, match %i of %i, stands in %s', (text, index, count, path) => {
    const found = find(text, index);
    expect(found).toMatchObject({ count, isCountExact: true });
    expect(found.path).toBe(path);
  });

  test('is found over the seams of its pieces, and once', () => {
    const padding = 'x'.repeat(4 * 1024 * 1024 - 9);
    const body = Buffer.from(`["${padding}","needle","needle"]`);
    expect(findInBody(body, { text: 'needle', index: 0 })).toEqual({
      count: 2,
      isCountExact: true,
      offset: padding.length + 5,
      path: '[1]',
    });
    expect(findInBody(Buffer.from('aaaa'.repeat(2 * 1024 * 1024)), { text: 'aaa', index: 9 })).toMatchObject({
      count: 10_000,
      isCountExact: false,
    });
  });

  test('in a body that is kept is found there; of one that was cut the count is a minimum', async () => {
    const question = { text: 'x', index: 0 };
    const cut = { facts: { sizeBytes: 9, recordedBytes: 9, isTruncated: false, isJson: true }, read: async () => new Uint8Array() };
    expect(await findInRecordedBody(cut, question)).toEqual({ count: 0, isCountExact: false });
    const kept = { ...cut, find: async () => ({ count: 7, isCountExact: true }) };
    expect((await findInRecordedBody(kept, question)).count).toBe(7);
    expect(await findInRecordedBody(new MemoryBody('"abc"', 5), { text: 'B', index: 0 })).toMatchObject({ count: 1, path: '' });
  });

  test('of any JSON leads to a value that holds it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(200), (json, at) => {
        const bytes = Buffer.from(json);
        const text = json.slice(at % json.length, (at % json.length) + 3);
        const { offset, path = '' } = findInBody(bytes, { text, index: 0 });
        if (offset === undefined || path === '') return;
        const { node, problem } = openBody(bytes, { path, limit: 1 });
        // Of fields with the same name the last is opened.
        if (problem === undefined && node.start <= offset) expect(offset).toBeLessThan(node.end);
      }),
    );
  });

  test('in bytes that are no JSON is found without a value, and depth costs no stack', () => {
    expect(findInBody(Buffer.from('<html>502 Bad Gateway'), { text: 'bad', index: 0 })).toEqual({
      count: 1,
      isCountExact: true,
      offset: 10,
      path: '',
    });
    const deep = Buffer.from(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`);
    expect(findInBody(deep, { text: '1', index: 0 }).path?.length).toBe(300);
  });
});
