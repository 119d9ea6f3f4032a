import { readdir } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CallExports, type ExportQuestion } from '../../../../../electron/services/inspector/call-exports.ts';
import { CallListing } from '../../../../../electron/services/inspector/call-listing.ts';
import { CallSessions } from '../../../../../electron/services/inspector/call-sessions.ts';
import type { CallSource, RecordedBody, RecordedCall } from '../../../../../electron/services/inspector/call-source.ts';
import { TemporaryFiles } from '../../../../../electron/services/inspector/temporary-files.ts';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { type Message, messageCid } from '../../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { writeLosslessJson } from '../../../../../shared/rpc/lossless-json.ts';
import { messageToJson } from '../../../../../shared/validation/node/message.ts';
import { recordedBody, recordedCall } from '../../../../builders/recorded-call.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

const MESSAGE: Message = {
  version: 0,
  to: parseAddress('f01000'),
  from: parseAddress('f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za'),
  nonce: 1n,
  value: attoFil(5n),
  gasLimit: 1000n,
  gasFeeCap: attoFil(7n),
  gasPremium: attoFil(3n),
  method: 0n,
  params: new Uint8Array(),
};
const SIGNATURE = new Uint8Array(65).fill(7);
const ALL: ExportQuestion = { source: 'live', filter: '', part: 'all', format: 'session', includesSignatures: false, hidesNames: false };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let files: TemporaryFiles;
let calls: RecordedCall[];
let exports: CallExports;

beforeEach(async () => {
  folder = await temporaryFolder();
  files = new TemporaryFiles(`${folder.path}/temporary`);
  calls = [];
  const source: CallSource = {
    id: 'live',
    revision: 1,
    get size() {
      return calls.length;
    },
    get: (id) => calls.find(({ summary }) => summary.id === id),
    summaries: () => calls.map(({ summary }) => summary),
    childrenOf: () => [],
  };
  exports = new CallExports({
    listing: new CallListing(new Map([['live', source]])),
    files,
    clock: { nowMs: () => 1_700_000_000_000 },
    version: '9.9.9',
    signatures: {
      signedMessageOf: (cid) =>
        cid === messageCid(MESSAGE) ? { message: MESSAGE, signature: { type: 'secp256k1', data: SIGNATURE } } : undefined,
    },
  });
});

afterEach(async () => {
  await exports.stop();
  await files.stop();
  await folder.remove();
});

async function exported(change: Partial<ExportQuestion> = {}) {
  const facts = await exports.exportCalls({ ...ALL, ...change });
  const parts: Buffer[] = [];
  for (let next: number | undefined = 0; next !== undefined; ) {
    const piece: { base64: string; next?: number } = await exports.readExport({ exportId: facts.exportId, offset: next });
    parts.push(Buffer.from(piece.base64, 'base64'));
    next = piece.next;
  }
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(facts.sizeBytes);
  return { facts, bytes };
}

async function harOf(change: Partial<ExportQuestion> = {}) {
  return zHar.parse(JSON.parse((await exported({ ...change, format: 'har' })).bytes.toString())).log;
}

describe('with names hidden', () => {
  const PEER = '12D3KooWGzxzKZYveHXtpG6AsrUJBcWxHBFS2HsEoGTxrMLvKXtf';
  const ACTOR = 'f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';
  const names = [
    'node.example',
    '10.0.0.7',
    '10.0.0.8',
    'f01000',
    't01000',
    ACTOR,
    '0xd388ab098ed3e84c0d808776440b48f685198498',
    PEER,
    'My node',
  ];

  beforeEach(() => {
    calls = [
      recordedCall({
        url: 'https://node.example:8443/rpc/v1',
        summary: { connectionName: 'My node', errorMessage: 'node.example does not answer', paramsPreview: '["f01000"]' },
        responseHeaders: { via: '1.1 node.example', date: 'today' },
        request: `{"params":["f01000","t01000","${ACTOR}",{"Params":"RAA="}]}`,
        response: `{"result":{"Addrs":["/ip4/10.0.0.7/tcp/1347/p2p/${PEER}","10.0.0.8"],"To":"0xd388ab098ed3e84c0d808776440b48f685198498","Cid":{"/":"bafyf01000x"}}}`,
      }),
      recordedCall({ summary: { id: 2, connectionName: 'My node' }, url: 'https://node.example:8443/rpc/v1', request: '["f01000"]' }),
    ];
  });

  test('each has the same stand-in throughout the file', async () => {
    const text = gunzipSync((await exported({ hidesNames: true })).bytes).toString();
    for (const name of names) expect(text).not.toMatch(new RegExp(`(?<!bafy)${name.replaceAll('.', '\\.')}`));
    const [, first, second] = text.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
    expect(first).toMatchObject({
      url: 'https://host-1:8443/rpc/v1',
      summary: { connectionName: 'endpoint-1', errorMessage: 'host-1 does not answer', paramsPreview: '["f0-address-1"]' },
      responseHeaders: { via: '1.1 host-1', date: 'today' },
      request: { text: '{"params":["f0-address-1","t0-address-1","f4-address-2",{"Params":"[masked]"}]}' },
      response: {
        text: '{"result":{"Addrs":["/ip4/host-2/tcp/1347/p2p/peer-1","host-3"],"To":"0x-address-2","Cid":{"/":"bafyf01000x"}}}',
      },
    });
    expect(second).toMatchObject({ summary: { connectionName: 'endpoint-1' }, request: { text: '["f0-address-1"]' } });
  });

  test('in an archive too', async () => {
    const text = (await exported({ hidesNames: true, format: 'har' })).bytes.toString();
    for (const name of names) expect(text).not.toMatch(new RegExp(`(?<!bafy)${name.replaceAll('.', '\\.')}`));
    expect(text).toContain('host-1:8443');
  });

  test('only where it was chosen', async () => {
    expect(gunzipSync((await exported()).bytes).toString()).toContain('node.example');
  });
});

describe('files', () => {
  test('what is selected is put together and fetched in pieces; then the file is gone', async () => {
    const noise = Array.from({ length: 40_000 }, (_, index) => Math.sin(index)).join();
    calls = [
      recordedCall({ response: `[${noise}]` }),
      recordedCall({ summary: { id: 2, method: 'Filecoin.Version' }, response: `[${noise},${noise}]` }),
    ];
    const { facts, bytes } = await exported();
    expect(facts).toMatchObject({ fileName: 'sextant-calls-2023-11-14T22-13-20.ndjson.gz', callCount: 2 });
    expect(bytes.length).toBeGreaterThan(786_432);
    const lines = gunzipSync(bytes)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      format: 'sextant-session',
      version: 1,
      sextantVersion: '9.9.9',
      savedAtMs: 1_700_000_000_000,
      callCount: 2,
    });
    expect(lines.at(-1)).toMatchObject({ type: 'end', callCount: 2 });
    expect(await readdir(`${folder.path}/temporary`)).toEqual([]);
    await expect(exports.readExport({ exportId: facts.exportId, offset: 0 })).rejects.toMatchObject({ code: 'not-found' });
    expect((await exported({ filter: 'method:Version' })).facts.callCount).toBe(1);
  });

  test('nothing that matches is nothing to save; an unknown session is told', async () => {
    await expect(exports.exportCalls(ALL)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(exports.exportCalls({ ...ALL, source: 'session-x' })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('files that nobody fetches make room, and stopping removes them', async () => {
    calls = [recordedCall()];
    const first = await exports.exportCalls(ALL);
    for (let count = 0; count < 4; count += 1) {
      await exports.exportCalls(ALL);
    }
    expect(await readdir(`${folder.path}/temporary`)).toHaveLength(3);
    await expect(exports.readExport({ exportId: first.exportId, offset: 0 })).rejects.toMatchObject({ code: 'not-found' });
    await exports.stop();
    expect(await readdir(`${folder.path}/temporary`)).toEqual([]);
  });

  test('a body that was dropped meanwhile is left out, and it is said', async () => {
    const lost: RecordedBody = {
      ...recordedBody('', { recordedBytes: 10 }),
      read: () => Promise.reject(new SextantError('not-found', 'gone')),
    };
    calls = [recordedCall({ response: lost })];
    const text = gunzipSync((await exported()).bytes).toString();
    expect(JSON.parse(text.split('\n')[1] ?? '')).toMatchObject({ response: { text: '', isTruncated: true } });
    expect((await harOf()).entries).toHaveLength(1);
  });

  test('a body that is dropped while it is written is said to be cut', async () => {
    const whole = JSON.stringify('x'.repeat(600_000));
    const { read, facts } = recordedBody(whole);
    const dropped: RecordedBody = {
      facts,
      read: (offset, length) => (offset === 0 ? read(offset, length) : Promise.reject(new SextantError('not-found', 'gone'))),
    };
    calls = [recordedCall({ request: whole, response: dropped })];
    const { bytes } = await exported();
    const lines = gunzipSync(bytes).toString().trim().split('\n');
    expect(JSON.parse(lines.at(-2) ?? '')).toEqual({ type: 'more', side: 'response', text: '', isTruncated: true });
    expect(lines.filter((line) => line.includes('"isTruncated":true'))).toHaveLength(1);
    const sources = new Map<string, CallSource>();
    const sessions = new CallSessions({ files, sources, clock: { nowMs: () => 7 }, onChange: () => undefined });
    const { sessionId = '' } = await sessions.importPiece({ name: 'x', base64: bytes.toString('base64'), isLast: true });
    const call = sources.get(sessionId)?.get(1);
    expect([call?.request.facts, call?.response?.facts]).toMatchObject([
      { isTruncated: false, recordedBytes: whole.length },
      { isTruncated: true, recordedBytes: 256 * 1024 },
    ]);
    expect(sessions.list()).toMatchObject([{ problems: [] }]);
    await sessions.stop();
    const [entry] = (await harOf()).entries;
    expect([entry?.request.postData?._isTruncated, entry?.response.content._isTruncated]).toEqual([undefined, true]);
  });

  test('signatures are left out, or only those of this machine put in', async () => {
    const push = (message: Message): string =>
      writeLosslessJson({
        method: 'Filecoin.MpoolPush',
        params: [{ Message: messageToJson(message, 'f'), Signature: { Type: 1, Data: '[masked]' } }],
      });
    calls = [MESSAGE, { ...MESSAGE, nonce: 2n }].map((message, index) =>
      recordedCall({ summary: { id: index + 1, method: 'Filecoin.MpoolPush' }, request: push(message) }),
    );
    const signature = Buffer.from(SIGNATURE).toString('base64');
    expect(gunzipSync((await exported()).bytes).toString()).not.toContain(signature);
    const text = gunzipSync((await exported({ includesSignatures: true })).bytes).toString();
    expect([text.split(signature).length - 1, text.split('[masked]').length - 1]).toEqual([1, 1]);
    expect(JSON.stringify(await harOf({ includesSignatures: true }))).toContain(signature);
    expect(JSON.stringify(await harOf())).not.toContain(signature);
  });
});

const zPair = z.strictObject({ name: z.string(), value: z.string() });
const zCut = z.literal(true).optional();
const zHarMs = z.number().nonnegative();
const zHarOptionalMs = z.union([z.literal(-1), zHarMs]);
const zHarSize = z.number().int().min(-1);
/** Every field that the specification requires, with its type; beside them only its optional ones and names with an underscore. */
const zHar = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string(), comment: z.string().optional() }),
    pages: z.tuple([]),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: zHarMs,
        request: z.strictObject({
          method: z.enum(['GET', 'POST']),
          url: z.url(),
          httpVersion: z.literal('HTTP/1.1'),
          cookies: z.tuple([]),
          headers: z.array(zPair),
          queryString: z.array(zPair),
          postData: z
            .strictObject({
              mimeType: z.string(),
              params: z.tuple([]),
              text: z.string(),
              comment: z.string().optional(),
              _isTruncated: zCut,
            })
            .optional(),
          headersSize: zHarSize,
          bodySize: zHarSize,
        }),
        response: z.strictObject({
          status: z.number().int().nonnegative(),
          statusText: z.string(),
          httpVersion: z.literal('HTTP/1.1'),
          cookies: z.tuple([]),
          headers: z.array(zPair),
          content: z.strictObject({
            size: z.number().int().nonnegative(),
            mimeType: z.string(),
            text: z.string().optional(),
            comment: z.string().optional(),
            _isTruncated: zCut,
          }),
          redirectURL: z.literal(''),
          headersSize: zHarSize,
          bodySize: zHarSize,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: zHarOptionalMs,
          dns: zHarOptionalMs,
          connect: zHarOptionalMs,
          ssl: zHarOptionalMs,
          send: zHarMs,
          wait: zHarMs,
          receive: zHarMs,
        }),
        comment: z.string(),
        _fromCache: z.literal('disk').optional(),
        _error: z.string().optional(),
        _resourceType: z.literal('websocket').optional(),
        _webSocketMessages: z
          .array(
            z.strictObject({
              type: z.enum(['send', 'receive']),
              time: z.number(),
              opcode: z.literal(1),
              data: z.string(),
              comment: z.string(),
              _isTruncated: zCut,
            }),
          )
          .optional(),
      }),
    ),
  }),
});

describe('HTTP archive', () => {
  test('an HTTP call with all its phases', async () => {
    const response = '{"jsonrpc":"2.0","id":1,"result":"\u2028ü😀\\u0000"}';
    calls = [
      recordedCall({
        summary: { httpStatus: 200, tookMs: 21, cause: 'overview: head', attempt: 2 },
        url: 'https://host/rpc/v1?token=[masked]&a=b c#x',
        requestHeaders: { 'Content-Type': 'application/json', Authorization: 'Bearer [masked]' },
        responseHeaders: { 'content-type': 'application/json; charset=utf-8' },
        phases: { queuedMs: 1, dnsMs: 2, connectMs: 3, tlsMs: 4, sendMs: 5, waitMs: 6.5, readMs: 0 },
        note: 'look here',
        response,
      }),
    ];
    const [entry] = (await harOf()).entries;
    expect(entry).toMatchObject({
      startedDateTime: '2023-11-14T22:13:20.000Z',
      time: 21.5,
      timings: { blocked: 1, dns: 2, connect: 7, ssl: 4, send: 5, wait: 6.5, receive: 0 },
      comment: 'Filecoin.ChainHead, for overview: head, to Test, attempt 2. Note: look here',
      request: {
        method: 'POST',
        url: 'https://host/rpc/v1?token=[masked]&a=b c',
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Authorization', value: 'Bearer [masked]' },
        ],
        queryString: [
          { name: 'token', value: '[masked]' },
          { name: 'a', value: 'b c' },
        ],
        postData: { mimeType: 'application/json', text: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}' },
        bodySize: 66,
      },
      response: {
        status: 200,
        statusText: 'OK',
        content: { size: Buffer.byteLength(response), mimeType: 'application/json; charset=utf-8', text: response },
        bodySize: Buffer.byteLength(response),
      },
    });
  });

  test('a reused connection, a failure, a cached answer, a body that was cut', async () => {
    calls = [
      recordedCall({ summary: { id: 1, tookMs: 9 }, phases: { waitMs: 9 }, response: '1' }),
      recordedCall({ summary: { id: 2, status: 'error', errorMessage: 'no route', tookMs: 30 } }),
      recordedCall({ summary: { id: 3, transport: 'cache' }, response: '{}' }),
      recordedCall({
        summary: { id: 4 },
        responseHeaders: { 'Content-Encoding': 'gzip' },
        response: recordedBody('[1', { sizeBytes: 900, isTruncated: true }),
      }),
    ];
    const { entries } = await harOf();
    expect(entries).toMatchObject([
      { time: 9, timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 9, receive: 0 } },
      { time: 30, _error: 'no route', response: { status: 0, statusText: '', content: { size: 0, mimeType: 'x-unknown' }, bodySize: -1 } },
      { _fromCache: 'disk', response: { bodySize: 0 } },
      { response: { bodySize: -1, content: { size: 900, text: '[1', comment: '2 of 900 bytes were recorded.' } } },
    ]);
  });

  test('a WebSocket is one entry with its messages in the order of time; a batch is one entry', async () => {
    const ws = { transport: 'ws' as const };
    const atMs = 1_700_000_000_000;
    calls = [
      recordedCall({ summary: { id: 1, ...ws, kind: 'event' } }),
      recordedCall({ summary: { id: 2, ...ws, atMs, tookMs: 50 }, url: 'wss://h/rpc/v1', request: 'q1', response: 'a1' }),
      recordedCall({ summary: { id: 3, ...ws, atMs: atMs + 10, tookMs: 10 }, request: 'q2', response: 'a2' }),
      recordedCall({ summary: { id: 4, ...ws, kind: 'frame', atMs: atMs + 30, parentId: 2 }, request: '', response: 'f' }),
      recordedCall({ summary: { id: 5, kind: 'batch', method: 'a, b' }, request: '[]', response: '[]' }),
      recordedCall({ summary: { id: 6, parentId: 5 } }),
      recordedCall({ summary: { id: 7, parentId: 3 } }),
    ];
    const { entries } = await harOf();
    expect(entries.map(({ comment }) => comment)).toEqual([
      'WebSocket of Test',
      'batch of a, b, for test, to Test',
      'Filecoin.ChainHead, for test, to Test',
    ]);
    expect(entries[0]).toMatchObject({
      request: { method: 'GET', url: 'wss://h/rpc/v1' },
      response: { status: 101 },
      _resourceType: 'websocket',
    });
    expect(entries[0]?._webSocketMessages?.map(({ type, time, data }) => [type, Math.round(time * 1000) - atMs, data])).toEqual([
      ['send', 0, 'q1'],
      ['send', 10, 'q2'],
      ['receive', 20, 'a2'],
      ['receive', 30, 'f'],
      ['receive', 50, 'a1'],
    ]);
  });
});
