import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALL_FILTER_LANGUAGE, parseCallFilter } from '../../../../shared/inspector/call-filter.ts';
import { compileCallFilter } from '../../../../shared/inspector/compile-call-filter.ts';
import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';

function call(change: Partial<CallSummary> = {}): CallSummary {
  return {
    id: 17,
    atMs: 0,
    connectionId: 'c-1',
    connectionName: 'Practice harbour',
    method: 'Filecoin.StateMinerPower',
    transport: 'http',
    kind: 'call',
    status: 'ok',
    paramsPreview: '["f01000", [{"/":"bafyhead"}]]',
    tookMs: 12,
    requestBytes: 90,
    responseBytes: 1500,
    cause: 'overview: power',
    ...change,
  };
}

const matches = (text: string, change: Partial<CallSummary> = {}): boolean => compileCallFilter(parseCallFilter(text))(call(change));

describe('terms', () => {
  test.each<[string, Partial<CallSummary>, boolean]>([
    ['', {}, true],
    ['minerpower', {}, true],
    ['F01000', {}, true],
    ['17', {}, true],
    ['18', {}, false],
    ['-32601', { errorMessage: 'code -32601' }, true],
    ['"power: "', { cause: 'x power: y' }, true],
    ['method:State*', {}, true],
    ['method:StateMiner', {}, true],
    ['method:*Power', {}, true],
    ['method:State*Deadline', {}, false],
    ['method=StateMinerPower', {}, true],
    ['method=Filecoin.StateMinerPower', {}, true],
    ['method=StateMiner', {}, false],
    ['METHOD:STATE*', {}, true],
    ['method:S.ate*', {}, false],
    ['endpoint:harbour', {}, true],
    ['endpoint:"practice harbour"', {}, true],
    ['endpoint:c-1', {}, true],
    ['status:error', {}, false],
    ['status:error', { status: 'error' }, true],
    ['dur:>10ms', {}, true],
    ['dur:>12', {}, false],
    ['dur:>=12', {}, true],
    ['took>0.01s', {}, true],
    ['took<1e3', {}, true],
    ['took:12', {}, true],
    ['dur:10..20', {}, true],
    ['dur:>1', { tookMs: undefined as never }, false],
    ['size:>1kB', {}, true],
    ['size:>1 kB', {}, true],
    ['size:>1 MB', {}, false],
    ['dur:>5 ms', {}, true],
    ['dur:>5 ms minerpower', {}, true],
    ['dur:>5 s', {}, false],
    ['dur:>5 minerpower', {}, true],
    ['!minerpower', {}, false],
    ['!status:error', {}, true],
    ['!(status:ok or status:error)', {}, false],
    ['size:>1.5KiB', {}, false],
    ['size>=1500B', {}, true],
    ['sent:<100', {}, true],
    ['code:-32601', { errorCode: -32601 }, true],
    ['code:−32601', { errorCode: -32601 }, true],
    ['code:-32601', {}, false],
    ['http:429', { httpStatus: 429 }, true],
    ['http:5xx', { httpStatus: 503 }, true],
    ['http:5xx', { httpStatus: 404 }, false],
    ['layer:dns', { layer: 'dns' }, true],
    ['id:17', {}, true],
    ['id:>=18', {}, false],
    ['parent:3', { parentId: 3 }, true],
    ['attempt:>1', { attempt: 2 }, true],
    ['attempt:1', {}, true],
    ['kind:frame', { kind: 'frame' }, true],
    ['via:ws', { transport: 'ws' }, true],
    ['transport:http', {}, true],
    ['cause:overview', {}, true],
    ['param:f01000', {}, true],
    ['tipset:bafy*', { tipsetKey: ['bafyone', 'x'] }, true],
    ['tipset:bafy*', {}, false],
    ['error:refused', { errorMessage: 'Connection REFUSED' }, true],
    ['is:pinned', { isPinned: true }, true],
    ['is:pinned', {}, false],
    ['is:cached', { transport: 'cache' }, true],
    ['is:repeated', { attempt: 2 }, true],
    ['has:note', { hasNote: true }, true],
    ['has:answer', {}, true],
    ['has:parent', {}, false],
  ])('%s', (text, change, expected) => {
    const { problems } = parseCallFilter(text);
    expect([problems, matches(text, change)]).toEqual([[], expected]);
  });

  test('every field of the list is understood in its own example', () => {
    for (const { example, aliases, name } of CALL_FILTER_LANGUAGE.fields) {
      const filter = parseCallFilter(example);
      expect(filter.problems, example).toEqual([]);
      expect(compileCallFilter(filter)(call()), example).toEqual(expect.any(Boolean));
      for (const alias of aliases ?? []) expect(parseCallFilter(example.replace(name, alias)).problems).toEqual([]);
    }
  });
});

describe('joining', () => {
  test.each<[string, boolean]>([
    ['state status:ok', true],
    ['state status:error', false],
    ['state and status:ok', true],
    ['status:error or status:ok', true],
    // `and` binds tighter than `or`.
    ['status:ok or status:error and nowhere', true],
    ['status:error and nowhere or status:ok', true],
    ['(status:ok or status:error) and nowhere', false],
    ['not status:error', true],
    ['-status:ok', false],
    ['not not status:ok', true],
    // `not` binds tighter than `and`.
    ['not nowhere status:error', false],
    ['not (nowhere or status:error)', true],
    ['-(status:ok nowhere)', true],
    ['NOT nowhere AND (power OR nothing)', true],
    ['"or"', false],
    ['((power))', true],
  ])('%s', (text, expected) => expect([parseCallFilter(text).problems, matches(text)]).toEqual([[], expected]));
});

describe('what is not understood', () => {
  test.each([
    ['took>abc', 'took>abc', '"abc" is not a valid duration for dur. Example: dur:>500ms.'],
    ['code:abc', 'code:abc', '"abc" is not a valid number for code. Example: code:-32601.'],
    ['x size:1xb', 'size:1xb', '"1xb" is not a valid size for size. Example: size:>1MB.'],
    ['dur:', 'dur:', 'dur needs a value, for example dur:>500ms.'],
    ['dur:>', 'dur:>', 'dur needs a value, for example dur:>500ms.'],
    ['dur:>1..2', 'dur:>1..2', '"1..2" is not a valid duration for dur. Example: dur:>500ms.'],
    ['status:bad', 'status:bad', 'status must be one of ok, error, pending; not "bad".'],
    ['status:1', 'status:1', 'status must be one of ok, error, pending; not "1". For the JSON-RPC error code, use code:1.'],
    ['status:429', 'status:429', 'status must be one of ok, error, pending; not "429". For the HTTP status, use http:429.'],
    ['time:>12:30', 'time:>12:30', 'Time is not a field. Drag across the timeline above the list to select a time range.'],
    ['size:>1 xb size:', 'size:', 'size needs a value, for example size:>1MB.'],
    ['method>x', 'method>x', 'method cannot be compared with >.'],
    ['localhost:1234', 'localhost:1234', 'Unknown field "localhost". Put it in quotes to search for it as text.'],
    ['a "b c', '"b c', 'Unclosed quote.'],
    ['""', '""', 'Empty quotes.'],
    ['(dur:>5ms', '(', 'Unclosed parenthesis.'],
    ['( a', '(', 'Unclosed parenthesis.'],
    ['a) b', ')', 'Closing parenthesis without an opening one.'],
    ['()', '()', 'Empty parentheses.'],
    ['a or', 'or', '"or" needs a term after it.'],
    ['or a', 'or', '"or" needs a term before it.'],
    ['and a', 'and', '"and" needs a term on both sides.'],
    ['a not', 'not', '"not" needs a term after it.'],
  ])('%s is named with its place, and matches nothing', (text, place, message) => {
    const { problems } = parseCallFilter(text);
    expect(problems.map((problem) => [text.slice(problem.from, problem.to), problem.message])).toContainEqual([place, message]);
    if (!text.includes('or')) expect(matches(text)).toBe(false);
  });

  test('turned round it matches nothing either; the other side of an or still does', () => {
    expect(matches('not took>abc')).toBe(false);
    expect(matches('not (power or took>abc)')).toBe(false);
    expect(matches('took>abc or power')).toBe(true);
  });

  test('no nesting is too deep to be told', () => {
    const { problems } = parseCallFilter(`${'('.repeat(900)}a${')'.repeat(900)}`);
    expect(problems[0]?.message).toBe('Groups are nested too deeply.');
  });
});

test('tokens cover every letter but the spaces, in order, and texts are never thrown at', () => {
  const word = fc.constantFrom(
    'method',
    ':',
    '>',
    '<=',
    'State*',
    ' ',
    '(',
    ')',
    '"',
    '-',
    'or',
    'not',
    'and',
    'dur',
    '5',
    'ms',
    'x',
    'status',
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 14 }).map((parts) => parts.join('')),
      (text) => {
        const { tokens, problems } = parseCallFilter(text);
        let at = 0;
        for (const { from, to } of tokens) {
          expect(text.slice(at, from).trim()).toBe('');
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(text.slice(at).trim()).toBe('');
        for (const { from, to } of problems) expect(to).toBeGreaterThan(from);
        expect(matches(text)).toEqual(expect.any(Boolean));
      },
    ),
    { numRuns: 2000 },
  );
});

test('parts of a term are told apart', () => {
  const text = 'not method:State* (dur:>5ms)';
  expect(parseCallFilter(text).tokens.map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([
    ['keyword', 'not'],
    ['field', 'method'],
    ['operator', ':'],
    ['value', 'State*'],
    ['parenthesis', '('],
    ['field', 'dur'],
    ['operator', ':>'],
    ['value', '5ms'],
    ['parenthesis', ')'],
  ]);
});

test.each([
  ['revert(0x08c379a0', 'revert(0x08c379a0 at'],
  ['f(a,b)', 'call of f(a,b) failed'],
  ['(a,b', 'call of f(a,b) failed'],
  ['((a or nothing-of-it', 'call of f((a) failed'],
  ['(failed) (a', 'call of f(a) failed'],
])('a parenthesis inside of a word, or one that nothing closes, is text: %s', (filter, errorMessage) => {
  const parsed = parseCallFilter(filter);
  expect(parsed.problems).toEqual([]);
  const test = compileCallFilter(parsed);
  expect(test(call({ errorMessage }))).toBe(true);
  expect(test(call())).toBe(false);
});
