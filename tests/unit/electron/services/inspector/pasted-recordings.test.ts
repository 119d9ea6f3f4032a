/** What is pasted, or read from a HAR file, is explained as a call of Sextant's own, and nothing secret of it is kept. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callDetail } from '../../../../../electron/services/inspector/call-detail.ts';
import { CallSessions } from '../../../../../electron/services/inspector/call-sessions.ts';
import type { CallSource } from '../../../../../electron/services/inspector/call-source.ts';
import { bodyText } from '../../../../../electron/services/inspector/recorded-text.ts';
import { TemporaryFiles } from '../../../../../electron/services/inspector/temporary-files.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { type CallDetail, zCallDetail } from '../../../../../shared/ipc/schemas/inspector.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const URL = 'https://node.example/rpc/v1';
const request = (method: string, params: unknown, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method: `Filecoin.${method}`, params });
const failed = (code: number, message: string, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

let folder: string;
let files: TemporaryFiles;
let sources: Map<string, CallSource>;
let sessions: CallSessions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-pasted-'));
  files = new TemporaryFiles(join(folder, 'temporary'));
  sources = new Map();
  sessions = new CallSessions({ files, sources, clock: { nowMs: () => 7 }, onChange: () => undefined });
});
afterEach(async () => {
  await sessions.stop();
  await files.stop();
  await rm(folder, { recursive: true });
});

async function open(text: string, isPasted = true): Promise<CallSource> {
  const base64 = Buffer.from(text).toString('base64');
  const { sessionId = '' } = await sessions.importPiece({ name: 'Pasted', base64, isLast: true, isPasted });
  const source = sources.get(sessionId);
  if (source === undefined) throw new Error('not opened');
  return source;
}

async function detailOf(source: CallSource, id = 1): Promise<CallDetail> {
  const call = source.get(id);
  if (call === undefined) throw new Error('no such call');
  const detail = await callDetail(source, call, {
    head: { connectionId: 'c', head: undefined, strip: [] },
    active: undefined,
    urlsOf: () => undefined,
  } as never);
  return zCallDetail.parse(detail);
}

const explained = async (text: string) => (await detailOf(await open(text))).explanation;

describe('a pasted text', () => {
  test.each([
    ['an error text', "method 'Filecoin.StateListMiners' not found (-32601)", 'The endpoint does not serve this method', 'method'],
    ['a reply', failed(-32601, "method 'Filecoin.ChainNotify' not found"), 'The endpoint does not serve this method', 'method'],
    [
      'a request with its reply',
      `${request('StateGetActor', ['f01'])}\n${failed(-32602, 'wrong param count: 1 != 2')}`,
      'Wrong number of parameters',
      'rpc',
    ],
    ['a reply with another id', `${request('ChainHead', [])}\n${failed(1, 'x', 9)}`, 'The response id does not match the call', 'json'],
    ['a body of a proxy', '{"message":"API rate limit exceeded"}', 'Rate-limited by the service', 'http'],
    ['a sentence of Sextant', 'The answer of node.example broke off after 100 of 5,040 bytes.', 'The response was cut off', 'network'],
    [
      'a line of the Lotus CLI',
      'ERROR: could not get API info: RPC client error: sendRequest failed: Post "http://x": EOF',
      'A client could not reach its node',
      'network',
    ],
    ['the words of a client', 'dial tcp: lookup node.example: no such host', 'Host name not found', 'dns'],
    [
      'curl with its output',
      `curl -i ${URL} -d '${request('ChainHead', [])}'\nHTTP/1.1 429 Too Many Requests\nRetry-After: 30\n\n`,
      'Rate-limited by the endpoint',
      'http',
    ],
    ['a GET', `curl -i -X GET ${URL}\nHTTP/1.1 405 Method Not Allowed\n\n`, 'Only POST is supported', 'http'],
  ])('of %s is explained', async (_name, text, title, layer) => {
    expect(await explained(text)).toMatchObject({ title, layer });
  });

  test('has the repair, the delay and the permissions that a call of ours would have', async () => {
    expect((await explained(`${request('StateGetActor', ['f01'])}\n${failed(-32602, 'wrong param count: 1 != 2')}`))?.repair).toMatchObject(
      {
        kind: 'request',
        request: expect.stringContaining('["f01",null]'),
      },
    );
    expect((await explained(`curl -i ${URL} -d '${request('ChainHead', [])}'\nHTTP/1.1 429 Too\nRetry-After: 30\n\n`))?.fix).toContain(
      'after 30 seconds',
    );
    const denied = `curl ${URL} -H 'Authorization: Bearer ${TOKEN}' -d '${request('LogList', [])}'\n${failed(1, "missing permission to invoke 'LogList' (need 'write')")}`;
    expect((await explained(denied))?.cause).toBe('Your token grants read; this needs write.');
    expect((await explained(denied.replace(/-H '.*' -d/, '-d').replace(URL, `'${URL}?token=${TOKEN}'`)))?.cause).toContain('grants read;');
    expect((await explained(denied.replace(/-H '.*' -d/, '-d')))?.cause).toContain('No token was sent');
  });

  test('without an answer waits for one, and one that is easily misread is remarked upon', async () => {
    const asked = await detailOf(await open(request('StateWaitMsg', [{ '/': 'bafy' }, 5, -1, true])));
    expect(asked).toMatchObject({ summary: { status: 'pending' }, remark: { title: 'The call waits until the message is executed' } });
    const found = await detailOf(
      await open(`${request('ChainGetTipSetByHeight', [100, null])}{"jsonrpc":"2.0","id":1,"result":{"Height":98}}`),
    );
    expect(found.remark?.title).toBe('Epoch 100 is a null round');
  });

  test('of a batch has a call for each', async () => {
    const source = await open(
      `[${request('ChainHead', [])},${request('LogList', [], 2)}]\n[${failed(1, 'no', 2)},{"jsonrpc":"2.0","id":1,"result":1}]`,
    );
    expect([...source.summaries()].map(({ kind, status, method }) => [kind, status, method])).toEqual([
      ['batch', 'error', 'Filecoin.ChainHead, Filecoin.LogList'],
      ['call', 'ok', 'Filecoin.ChainHead'],
      ['call', 'error', 'Filecoin.LogList'],
    ]);
    expect((await detailOf(source)).explanation?.title).toBe('Calls in the batch failed');
  });

  test('of a batch that holds a list, or too many calls, has no more calls than it may', async () => {
    const [one, two] = [request('ChainHead', []), request('LogList', [], 2)];
    const nested = await open(`[${one},[${two},[${two}]]]`);
    expect([...nested.summaries()].map(({ kind }) => kind)).toEqual(['batch', 'call', 'batch']);
    const long = await open(`[${Array.from({ length: 503 }, () => one).join()}]`);
    expect([...long.summaries()]).toHaveLength(501);
    expect(sessions.list()[0]?.problems).toEqual(['3 calls were omitted: too many calls.']);
  });

  test('takes the place of the one before', async () => {
    await open('one two three');
    await open('four five six');
    expect(sessions.list()).toHaveLength(1);
  });

  test('keeps no secret', async () => {
    const signed = { Message: { To: 'f01' }, Signature: { Type: 1, Data: 'c2VjcmV0c2lnbmF0dXJl' } };
    const source = await open(
      `curl 'https://user:pass0rd@node.example/rpc/v1?token=${TOKEN}' -H 'x-api-key: k3ySecret' -H 'Authorization: Bearer ${TOKEN}' -d '${request('MpoolPush', [signed])}'\n${failed(1, `bad token ${TOKEN}`)}`,
    );
    const call = source.get(1);
    const bodies = await Promise.all([call?.request, call?.response].map((body) => (body === undefined ? '' : bodyText(body, 100_000))));
    const kept = JSON.stringify([await detailOf(source), bodies]);
    for (const secret of [TOKEN, 'pass0rd', 'k3ySecret', 'c2VjcmV0c2lnbmF0dXJl']) expect(kept).not.toContain(secret);
    expect(kept).toContain('MpoolPush');
  });
});

describe('a file', () => {
  const entry = {
    request: { method: 'POST', url: URL, headers: [], postData: { text: request('ChainHead', []) } },
    response: { status: 200, headers: [], content: { text: failed(1, 'no') } },
  };

  test('of batches gives no more calls than a session holds, and says so', async () => {
    const text = `[${Array.from({ length: 500 }, () => '{"method":"a"}').join()}]`;
    const batch = { request: { ...entry.request, postData: { text } } };
    const source = await open(JSON.stringify({ log: { entries: Array.from({ length: 40 }, () => batch) } }), false);
    expect([...source.summaries()]).toHaveLength(20_000);
    expect(sessions.list()[0]?.problems).toEqual(['40 calls were omitted: too many calls.']);
  });

  test('of HAR becomes a recording', async () => {
    const source = await open(JSON.stringify({ log: { entries: [entry, entry] } }), false);
    expect(sessions.list()).toMatchObject([{ origin: 'har', callCount: 2, errorCount: 2 }]);
    expect((await detailOf(source, 2)).summary.connectionName).toBe('node.example');
  });

  test('of anything else is refused', async () => {
    await expect(open('some words', false)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(open('{"log":{"entries":[]}}', false)).rejects.toMatchObject({ message: expect.stringContaining('no JSON-RPC call') });
  });
});

test('of any bytes is opened or refused with a sentence', async () => {
  const pieces = fc.constantFrom(
    'curl ',
    '{"log":{"entries":[',
    request('ChainHead', []),
    failed(1, 'x'),
    '[',
    '{',
    '"',
    '\u0000',
    'HTTP/1.1 500 x\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 12 }), async (parts) => {
      try {
        const source = await open(parts.join(''));
        for (const { id } of source.summaries()) await detailOf(source, id);
      } catch (error) {
        if (!(error instanceof SextantError)) throw error;
      }
    }),
    { numRuns: 100 },
  );
});
