import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCalls } from '../../../../../electron/services/inspector/compare-calls.ts';
import { compareValues } from '../../../../../electron/services/inspector/compare-values.ts';
import { parseLosslessJson } from '../../../../../shared/rpc/lossless-json.ts';
import { recordedBody, recordedCall } from '../../../../builders/recorded-call.ts';

const LIMITS = { differences: 100, values: 10_000 };

function compare(left: string, right: string, limits = LIMITS) {
  return compareValues(parseLosslessJson(left), parseLosslessJson(right), limits);
}

describe('values', () => {
  test('fields are equal in any order, and numbers to the last digit', () => {
    expect(compare('{"a":1,"b":[true,null,"x"]}', '{"b":[true,null,"x"],"a":1.0}')).toMatchObject({ differences: [], equalCount: 4 });
    expect(compare('[9007199254740993]', '[9007199254740992]').differences).toEqual([
      { path: '[0]', kind: 'changed', left: '9007199254740993', right: '9007199254740992' },
    ]);
    expect(compare('[1e21]', '[1000000000000000000000]').differences).toEqual([]);
  });

  test('what is only on one side is named with its value', () => {
    expect(compare('{"a":{"b":1},"c":null}', '{"a":{"d":[1]},"c":0}').differences).toEqual([
      { path: 'a.b', kind: 'removed', left: '1' },
      { path: 'a.d', kind: 'added', right: '[1]' },
      { path: 'c', kind: 'changed', left: 'null', right: '0' },
    ]);
    expect(compare('[1]', '{"0":1}').differences).toMatchObject([{ path: '', kind: 'changed' }]);
  });

  test('lists are compared by index, or by what their items are known by', () => {
    expect(compare('["a","b"]', '["b","a","c"]').differences).toHaveLength(3);
    const left = '[{"CID":{"/":"bafy1"},"n":1},{"CID":{"/":"bafy2"},"n":2}]';
    const right = '[{"CID":{"/":"bafy2"},"n":3},{"CID":{"/":"bafy1"},"n":1},{"CID":{"/":"bafy3"},"n":9}]';
    expect(compare(left, right).differences).toEqual([
      { path: '[1].n', kind: 'changed', left: '2', right: '3' },
      { path: '[2]', kind: 'added', right: '{"CID":{"/":"bafy3"},"n":9}' },
    ]);
    expect(compare('[{"ID":1},{"ID":1,"a":2}]', '[{"ID":1},{"ID":1,"a":3}]').differences).toMatchObject([{ path: '[1].a' }]);
  });

  test('names that are no plain words are quoted in paths, and the prototype is nobody’s field', () => {
    const left = '{"__proto__":{"x":1},"a b":1,"constructor":2}';
    expect(compare(left, '{"a b":2}').differences).toEqual([
      { path: '__proto__', kind: 'removed', left: '{"x":1}' },
      { path: '["a b"]', kind: 'changed', left: '1', right: '2' },
      { path: 'constructor', kind: 'removed', left: '2' },
    ]);
  });

  test('what is masked on both sides is neither equal nor different', () => {
    expect(compare('{"Data":"[masked]"}', '{"Data":"[masked]"}')).toMatchObject({ differences: [], equalCount: 0, maskedCount: 1 });
    expect(compare('{"Data":"[masked]"}', '{"Data":"AA=="}').differences).toHaveLength(1);
  });

  test('differences, values and texts are bounded', () => {
    const many = JSON.stringify(Array.from({ length: 500 }, (_, index) => index));
    const others = JSON.stringify(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(compare(many, others)).toMatchObject({ isTruncated: true, differences: { length: 100 } });
    expect(compare(many, many, { differences: 5, values: 50 })).toMatchObject({ isTruncated: true, differences: [] });
    const long = compare(JSON.stringify('x'.repeat(5000)), '""').differences[0];
    expect(long?.left?.length).toBeLessThanOrEqual(400);
  });

  test('of any two values nothing differs exactly where they are the same, whatever the order of fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const limits = { differences: 100_000, values: 1_000_000 };
        expect(compareValues(left, shuffled(left), limits).differences).toEqual([]);
        const forth = compareValues(left, right, limits).differences.length;
        expect(forth > 0).toBe(compareValues(right, left, limits).differences.length > 0);
      }),
    );
  });
});

/** The same value with the fields of every object the other way round. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shuffled);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, field]) => [name, shuffled(field)]),
      )
    : value;
}

describe('calls', () => {
  test('requests and answers are compared, without the number of the call', async () => {
    const left = recordedCall({ summary: { id: 3 }, request: '{"id":1,"params":[5]}', response: '{"id":1,"result":{"Height":5}}' });
    const right = recordedCall({ summary: { id: 9 }, request: '{"id":2,"params":[6]}', response: '{"id":2,"result":{"Height":6}}' });
    expect(await compareCalls(left, right)).toMatchObject({
      left: { id: 3 },
      right: { id: 9 },
      request: [{ path: 'params[0]', kind: 'changed', left: '5', right: '6' }],
      response: [{ path: 'result.Height', kind: 'changed', left: '5', right: '6' }],
      isTruncated: false,
    });
  });

  test('a number that nothing can hold is compared as text', async () => {
    const { response, note } = await compareCalls(
      recordedCall({ response: '{"result":1e400}' }),
      recordedCall({ response: '{"result":1}' }),
    );
    expect(response).toHaveLength(1);
    expect(note).toContain('compared as text');
  });

  test('what cannot be compared says why', async () => {
    const huge = recordedBody('', { recordedBytes: 9 * 1024 * 1024 });
    const tooLarge = await compareCalls(recordedCall({ response: huge }), recordedCall({ response: '{}' }));
    expect(tooLarge).toMatchObject({ isTruncated: true, note: expect.stringContaining('larger than 8 MB') });
    const page = await compareCalls(recordedCall({ response: '<html>a</html>' }), recordedCall({ response: '<html>b</html>' }));
    expect(page).toMatchObject({ response: [{ kind: 'changed' }], note: expect.stringContaining('as text') });
    const cut = await compareCalls(
      recordedCall({ response: recordedBody('{"a":', { isTruncated: true }) }),
      recordedCall({ response: '{}' }),
    );
    expect(cut).toMatchObject({ isTruncated: true, note: expect.stringContaining('not recorded in full') });
  });

  test('an answer that is missing on one side is a difference', async () => {
    expect((await compareCalls(recordedCall(), recordedCall({ response: '{"result":1}' }))).response).toEqual([
      { path: '', kind: 'added', right: '{"result":1}' },
    ]);
  });

  test('masked values are counted in the note', async () => {
    const signed = '{"params":[{"Signature":{"Data":"[masked]"}}]}';
    expect((await compareCalls(recordedCall({ request: signed }), recordedCall({ request: signed }))).note).toContain(
      'masked on both sides',
    );
  });
});
