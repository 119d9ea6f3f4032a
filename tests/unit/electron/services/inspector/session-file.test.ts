import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallSessions, MAX_SESSIONS } from '../../../../../electron/services/inspector/call-sessions.ts';
import type { CallSource, RecordedBody, RecordedCall } from '../../../../../electron/services/inspector/call-source.ts';
import { bodyText } from '../../../../../electron/services/inspector/recorded-text.ts';
import { readSession, SESSION_LIMITS } from '../../../../../electron/services/inspector/session-reader.ts';
import { SessionSource } from '../../../../../electron/services/inspector/session-source.ts';
import { sessionLines } from '../../../../../electron/services/inspector/session-writer.ts';
import { TemporaryFiles } from '../../../../../electron/services/inspector/temporary-files.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { zCallSummary } from '../../../../../shared/ipc/schemas/inspector.ts';
import { recordedCall } from '../../../../builders/recorded-call.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const ALL = 512 * 1024 ** 2;

let folder: string;
let files: TemporaryFiles;
let sessions: CallSessions;
let sources: Map<string, CallSource>;
let changes: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-session-'));
  files = new TemporaryFiles(join(folder, 'temporary'));
  changes = 0;
  sources = new Map();
  sessions = new CallSessions({
    files,
    sources,
    clock: { nowMs: () => 7 },
    onChange: () => {
      changes += 1;
    },
  });
});

afterEach(async () => {
  await sessions.stop();
  await files.stop();
  await rm(folder, { recursive: true });
});

async function textOf(calls: readonly RecordedCall[]): Promise<string> {
  const options = {
    version: '1.2.3',
    savedAtMs: 5,
    callCount: calls.length,
    calls,
    requestOf: async (call: RecordedCall): Promise<RecordedBody> => call.request,
  };
  let text = '';
  for await (const line of sessionLines(options)) {
    text += line;
  }
  return text;
}

async function open(file: Uint8Array, name = 'calls.gz'): Promise<SessionSource> {
  const { sessionId = '' } = await sessions.importPiece({ name, base64: Buffer.from(file).toString('base64'), isLast: true });
  const source = sources.get(sessionId);
  if (!(source instanceof SessionSource)) {
    throw new Error('not opened');
  }
  return source;
}

const openText = (text: string): Promise<SessionSource> => open(gzipSync(text));

async function contentOf(call: RecordedCall | undefined) {
  if (call === undefined) {
    return undefined;
  }
  const { request, response, ...rest } = call;
  const textIn = async (body: RecordedBody | undefined) =>
    body === undefined ? undefined : { facts: body.facts, text: await bodyText(body, ALL) };
  return { ...rest, request: await textIn(request), response: await textIn(response) };
}

describe('saved and opened', () => {
  test('calls come back with all that is recorded of them', async () => {
    const calls = [
      recordedCall({
        summary: {
          id: 4,
          attempt: 2,
          parentId: 3,
          tookMs: 1.5,
          httpStatus: 200,
          tipsetKey: ['bafy2bzacea'],
          isPinned: true,
          hasNote: true,
        },
        responseHeaders: { 'content-type': 'application/json' },
        isConnectionReused: true,
        phases: { queuedMs: 0, waitMs: 1.25 },
        note: 'look here',
        response: '{"jsonrpc":"2.0","id":1,"result":{"Height":5}}',
      }),
      recordedCall({
        summary: { id: 9, kind: 'frame', transport: 'ws', status: 'error', errorCode: -32601, errorMessage: 'no', parentId: 4 },
        request: '',
        failure: { layer: 'rpc', code: 'method-not-served', message: 'no', retryable: false, isTransient: false, nodeCode: -32601 },
      }),
    ];
    const source = await openText(await textOf(calls));
    expect(source.session).toMatchObject({ name: 'calls.gz', openedAtMs: 7, savedAtMs: 5, version: '1.2.3', problems: [] });
    expect(source.session).toMatchObject({ callCount: 2, errorCount: 1 });
    expect(source.size).toBe(2);
    for (const call of calls) {
      expect(await contentOf(source.get(call.summary.id))).toEqual(await contentOf(call));
    }
    expect([...source.summaries()].map(({ id }) => id)).toEqual([4, 9]);
    expect(source.childrenOf(4).map(({ id }) => id)).toEqual([9]);
    expect(changes).toBe(1);
  });

  test('large bodies pass in pieces and come back whole, whatever characters stand at the seams', async () => {
    const text = `["${'aß😀'.repeat(300_000)}"]`;
    const line = await textOf([recordedCall({ request: text, response: text })]);
    expect(Math.max(...line.split('\n').map((part) => part.length))).toBeLessThan(300_000);
    const source = await openText(line);
    expect(source.session.problems).toEqual([]);
    const call = await contentOf(source.get(1));
    expect(call?.request?.text === text && call.response?.text === text).toBe(true);
    expect(await source.get(1)?.response?.read(2, 3)).toEqual(new Uint8Array(Buffer.from('aß')));
    expect(await source.get(1)?.response?.read(1e9, 3)).toHaveLength(0);
    expect(await source.get(1)?.request.open?.({ path: '[0]', limit: 1 })).toMatchObject({ node: { kind: 'string', start: 1 } });
  });

  test('any calls come back equal', async () => {
    const arbitraryText = fc.string({ unit: 'grapheme', maxLength: 60 });
    const arbitraryCall = fc
      .record({
        atMs: fc.integer({ min: 0 }),
        method: arbitraryText,
        cause: arbitraryText,
        paramsPreview: arbitraryText,
        connectionName: arbitraryText,
        kind: fc.constantFrom('call', 'frame', 'batch', 'event'),
        status: fc.constantFrom('pending', 'ok', 'error'),
        tookMs: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        url: fc.webUrl(),
        request: fc.oneof(fc.json(), arbitraryText),
        response: fc.option(fc.json(), { nil: undefined }),
        headers: fc.dictionary(fc.constantFrom('a', 'content-type', 'constructor'), arbitraryText),
      })
      .map(({ url, request, response, headers, ...summary }) => ({
        summary,
        url,
        request,
        requestHeaders: headers,
        ...(response === undefined ? {} : { response }),
      }));
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCall, { maxLength: 8 }), async (parts) => {
        const calls = parts.map((part, index) => recordedCall({ ...part, summary: { ...part.summary, id: index * 3 } }));
        const source = await openText(await textOf(calls));
        try {
          expect(source.session.problems).toEqual([]);
          for (const call of calls) {
            expect(await contentOf(source.get(call.summary.id))).toEqual(await contentOf(call));
          }
        } finally {
          await sessions.close(source.id);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('what a file cannot do', () => {
  test('bring secrets in: they are masked again', async () => {
    const signature = 'c2lnbmF0dXJlLWJ5dGVz'.repeat(4);
    const calls = [
      recordedCall({
        url: `http://h/?token=${JWT}`,
        requestHeaders: { Authorization: `Bearer ${JWT}` },
        response: `{"result":"${JWT}"}`,
        note: JWT,
      }),
      recordedCall({
        summary: { id: 2, method: 'Filecoin.MpoolPush', errorMessage: JWT, paramsPreview: `[${JWT}]` },
        request: `{"method":"Filecoin.MpoolPush","params":[{"Signature":{"Type":1,"Data":"${signature}"}}]}`,
      }),
      recordedCall({ summary: { id: 3, method: 'Filecoin.WalletExport' }, response: '{"result":{"PrivateKey":"opaque-key"}}' }),
      recordedCall({ summary: { id: 4 }, response: `["${'x,'.repeat(700_000)}","${JWT}"]` }),
      recordedCall({ summary: { id: 5, method: 'Filecoin.WalletExport' }, response: `{"result":"opaque-key${'x,'.repeat(700_000)}"}` }),
    ];
    const source = await openText(await textOf(calls));
    const all = JSON.stringify(await Promise.all(calls.map(({ summary }) => contentOf(source.get(summary.id)))));
    expect([all.includes(JWT.slice(0, 30)), all.includes(signature.slice(0, 20)), all.includes('opaque-key')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(source.get(5)?.response?.facts).toMatchObject({ recordedBytes: 0, isTruncated: true });
    expect(source.get(4)?.response?.facts).toMatchObject({ isTruncated: false });
  });

  test('bring fields in, or reach the prototype', async () => {
    const [header, call, end] = (await textOf([recordedCall()])).split('\n');
    const parsed = JSON.parse(call ?? '');
    parsed.summary.extra = 1;
    parsed.isPinned = true;
    const hostile = JSON.stringify(parsed).replace(
      '{"type"',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"type"',
    );
    const source = await openText(`${header}\n${hostile}\n${end}\n`);
    expect(await contentOf(source.get(1))).toEqual(await contentOf(recordedCall()));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(source.session.problems).toEqual(['The file was changed after it was saved: its checksum does not match.']);
  });

  test('take two calls for one: the second gets a new number', async () => {
    const source = await openText(
      await textOf([recordedCall({ note: 'a' }), recordedCall({ summary: { id: 8 } }), recordedCall({ note: 'b' })]),
    );
    expect([source.get(1)?.note, source.get(9)?.note, source.get(9)?.summary.id]).toEqual(['a', 'b', 9]);
    expect(source.session.problems).toEqual(['One call had a duplicate number and got a new one.']);
  });

  test.each([
    ['neither a saved session nor a HAR file', Buffer.from('{"log":{}}')],
    ['neither a saved session nor a HAR file', Buffer.alloc(0)],
    ['not a saved session', gzipSync('')],
    ['not a saved session', gzipSync('hello\n')],
    ['not a saved session', gzipSync('{"format":"other","version":1}\n')],
    ['not a saved session', gzipSync(`${'['.repeat(100_000)}\n`)],
    ['not a saved session', gzipSync('{"format":"sextant-session","version":1}\n')],
    ['newer Sextant', gzipSync('{"format":"sextant-session","version":2,"what":"ever"}\n')],
  ])('be opened when it is no session: %s', async (words, file) => {
    await expect(open(file)).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(words) });
    expect(sessions.list()).toEqual([]);
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  });

  test('end in nothing when it is cut or damaged: what can be read is shown', async () => {
    const whole = await textOf(
      Array.from({ length: 200 }, (_, id) => recordedCall({ summary: { id }, response: JSON.stringify(`${Math.sin(id)}`.repeat(100)) })),
    );
    const packed = gzipSync(whole);
    const cut = await open(packed.subarray(0, packed.length / 2));
    expect(cut.session.problems).toEqual([
      'The file is damaged or truncated. The part before the damage is shown.',
      `${cut.size} of 200 calls could be read.`,
    ]);
    expect(cut.size).toBeGreaterThan(20);
    const unfinished = await openText(whole.slice(0, whole.lastIndexOf('{"type":"end"')));
    expect(unfinished.size).toBe(200);
    expect(unfinished.session.problems).toEqual([expect.stringContaining('The end of the file is missing')]);
    const bad = await openText(whole.replace('"status":"ok"', '"status":"great"'));
    expect(bad.size).toBe(199);
    expect(bad.session.problems).toContain('One line could not be read and was omitted.');
  });

  test('put the body of one call into another: what follows a line that cannot be read is left out', async () => {
    const long = (letter: string) => JSON.stringify(letter.repeat(150_000));
    const whole = await textOf([
      recordedCall({ summary: { id: 1 }, response: long('a') }),
      recordedCall({ summary: { id: 2, status: 'error' }, response: long('b') }),
    ]);
    const answerOf = async (text: string, id: number) => (await contentOf((await openText(text)).get(id)))?.response;
    // The line that begins the second call: its pieces are not those of the first, which is whole.
    const first = await answerOf(whole.replace('"status":"error"', '"status":"great"'), 1);
    expect(first?.text?.includes('b')).toBe(false);
    // A piece in the middle: what comes behind it must not close the gap.
    const lines = whole.split('\n');
    lines[2] = lines[2]?.replace('"side":"response"', '"side":"neither"') ?? '';
    const holed = await answerOf(lines.join('\n'), 1);
    expect(holed).toMatchObject({ facts: { isTruncated: true } });
    expect(long('a').startsWith(holed?.text ?? 'x')).toBe(true);
    expect(await answerOf(lines.join('\n'), 2)).toMatchObject({ text: long('b'), facts: { isTruncated: false } });
    // The file ends within a body.
    expect(await answerOf(`${lines.slice(0, 2).join('\n')}\n`, 1)).toMatchObject({ facts: { isTruncated: true } });
    // A short body has no other pieces.
    const short = await textOf([recordedCall({ response: '[1]' })]);
    expect(await answerOf(short.replace('{"type":"end"', '{"type":"what"'), 1)).toMatchObject({ facts: { isTruncated: false } });
  });

  test('fill memory or disk: a bomb, a long line, many lines and many calls end the reading', async () => {
    const header = `${(await textOf([])).split('\n')[0]}\n`;
    const [, line = ''] = (await textOf([recordedCall()])).split('\n');
    const read = async (text: string, limits = {}) => {
      const [file, bodies] = await Promise.all([files.create(), files.create()]);
      await file.handle.writeFile(gzipSync(text));
      const { records, problems } = await readSession(file.handle, bodies.handle, { ...SESSION_LIMITS, ...limits });
      await Promise.all([file.remove(), bodies.remove()]);
      return { count: records.length, problem: problems.join() };
    };
    expect(await read(`${header}${line}\n${'a'.repeat(50_000_000)}`)).toEqual({
      count: 1,
      problem: expect.stringContaining('A line exceeds'),
    });
    expect(await read(`${header}${line}\n${'\n'.repeat(10_000_000)}`)).toEqual({
      count: 1,
      problem: expect.stringContaining('Too many lines'),
    });
    expect(await read(header + `${line}\n`.repeat(1000), { unpackedBytes: 100_000 })).toMatchObject({
      problem: expect.stringContaining('unpacked file exceeds'),
    });
    expect(await read(header + `${line}\n`.repeat(50), { calls: 20 })).toEqual({
      count: 20,
      problem: expect.stringContaining('exceeds the limit of calls'),
    });
    expect(await read(header + `${line}\n`.repeat(50), { memoryCharacters: 5000 })).toMatchObject({
      problem: expect.stringContaining('exceeds the limit of calls'),
    });
    const more = '{"type":"more","side":"request","text":"x"}\n';
    expect(await read(`${header}${line}\n${more.repeat(5000)}`, { lines: 1000 })).toEqual({
      count: 1,
      problem: expect.stringContaining('exceeds the limit of lines'),
    });
  });

  test('throw anything but a clear refusal, or leave files behind, whatever its bytes', async () => {
    const text = await textOf([recordedCall({ response: '{"result":1}' }), recordedCall({ summary: { id: 2 }, note: 'n' })]);
    const attempt = async (file: Uint8Array): Promise<void> => {
      try {
        const source = await open(file);
        for (const summary of source.summaries()) {
          zCallSummary.parse(summary);
          await contentOf(source.get(summary.id));
        }
        await sessions.close(source.id);
      } catch (error) {
        expect(error).toBeInstanceOf(SextantError);
        expect((error as SextantError).code).toBe('invalid-input');
      }
      expect(await readdir(join(folder, 'temporary'))).toEqual([]);
    };
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 });
    const changed = (bytes: Uint8Array, changes_: readonly (readonly [number, number])[]): Uint8Array => {
      const copy = Uint8Array.from(bytes);
      for (const [place, value] of changes_) {
        copy[place % copy.length] = value;
      }
      return copy;
    };
    const packed = gzipSync(text);
    await fc.assert(
      fc.asyncProperty(change, (changes_) => attempt(changed(packed, changes_))),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(change, (changes_) => attempt(gzipSync(changed(Buffer.from(text), changes_)))),
      { numRuns: 200 },
    );
    expect(gunzipSync(packed).toString()).toBe(text);
  });
});

describe('taking in', () => {
  test('a file may come in pieces', async () => {
    const packed = gzipSync(await textOf([recordedCall()]));
    const half = Math.floor(packed.length / 2);
    const { importId } = await sessions.importPiece({ name: 'x', base64: packed.subarray(0, half).toString('base64'), isLast: false });
    const rest = packed.subarray(half).toString('base64');
    const { sessionId } = await sessions.importPiece({ importId, name: 'x', base64: rest, isLast: true });
    expect(sessions.list()).toMatchObject([{ id: sessionId, name: 'x', sizeBytes: packed.length }]);
    await expect(sessions.importPiece({ importId, name: 'x', base64: rest, isLast: true })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a file that is too large is refused while it comes in, and nothing of it stays', async () => {
    const capped = new CallSessions({ files, sources, clock: { nowMs: () => 7 }, onChange: () => undefined, maxFileBytes: 8 });
    const { importId } = await capped.importPiece({ name: 'x', base64: 'AAAAAAAA', isLast: false });
    const rest = { importId, name: 'x', base64: 'AAAA', isLast: false };
    await expect(capped.importPiece(rest)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('larger than'),
    });
    await expect(capped.importPiece(rest)).rejects.toMatchObject({ code: 'not-found' });
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  });

  test('imports that are abandoned make room, and only so many sessions are open', async () => {
    const begin = () => sessions.importPiece({ name: 'x', base64: '', isLast: false });
    const { importId } = await begin();
    await begin();
    await begin();
    await begin();
    await expect(sessions.importPiece({ importId, name: 'x', base64: '', isLast: true })).rejects.toMatchObject({ code: 'not-found' });
    const packed = gzipSync(await textOf([]));
    for (let count = 0; count < MAX_SESSIONS; count += 1) {
      await open(packed, `s${count}`);
    }
    await expect(open(packed)).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('Close one') });
    await sessions.close(sessions.list()[0]?.id ?? '');
    expect((await open(packed)).size).toBe(0);
  });

  test('a closed session is gone with its file; stopping takes all away', async () => {
    const source = await openText(await textOf([recordedCall()]));
    expect(await readdir(join(folder, 'temporary'))).toHaveLength(1);
    const call = source.get(1);
    await sessions.close(source.id);
    await sessions.close(source.id);
    await expect(call?.request.read(0, 10)).rejects.toMatchObject({ code: 'not-found' });
    expect(await readdir(join(folder, 'temporary'))).toEqual([]);
    await openText(await textOf([recordedCall()]));
    await sessions.stop();
    await files.stop();
    expect(await readdir(folder)).toEqual([]);
  });
});
