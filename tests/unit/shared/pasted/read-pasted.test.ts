import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isForExplaining, isWholeExchange } from '../../../../shared/pasted/pasted-form.ts';
import { codeIn, layerIn, methodIn, readPasted } from '../../../../shared/pasted/read-pasted.ts';

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}';
const REPLY = '{"jsonrpc":"2.0","id":1,"result":{"Height":12345678901234567890}}';
const ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}';
const URL = 'https://node.example/rpc/v1';
const ESCAPED = REQUEST.replaceAll('"', '\\"');

const callOf = (text: string) => {
  const [call, ...others] = readPasted(text)?.calls ?? [];
  if (call === undefined || others.length > 0) throw new Error('not one call');
  return call;
};

describe('curl commands', () => {
  test.each([
    ['of a shell', `curl '${URL}' -H 'Content-Type: application/json' -d '${REQUEST}'`],
    [
      'with --data-raw and continued lines',
      `curl '${URL}' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '${REQUEST}' \\\n  --compressed`,
    ],
    ['in double quotes', `curl -X POST "${URL}" -H "Content-Type: application/json" --data "${ESCAPED}"`],
    ['with an ANSI string', `curl $'${URL}' -H $'Content-Type: application/json' --data-raw $'${REQUEST.replaceAll('"', '\\x22')}'`],
    ['with values in the same word', `curl -sSL -XPOST -H'Content-Type: application/json' --data-binary='${REQUEST}' --url ${URL}`],
    ['behind a prompt', `$ curl -s -m 10 ${URL} -H Content-Type:\\ application/json --json '${REQUEST}'`],
    [
      'of a Windows prompt, as browsers copy it',
      `curl ^"${URL}^" ^\r\n  -H ^"Content-Type: application/json^" ^\r\n  --data-raw ^"${REQUEST.replaceAll('"', '^\\^"').replace('{', '^{').replace('}', '^}')}^"`,
    ],
    ['of a Windows prompt by hand', `curl.exe -X POST ${URL} ^\r\n -H "Content-Type: application/json" ^\r\n -d "${ESCAPED}"`],
    ['of PowerShell', `curl.exe '${URL}' \`\n  -H 'Content-Type: application/json' \`\n  -d '${REQUEST}'`],
  ])('%s', (_name, text) => {
    const pasted = readPasted(text);
    expect(pasted?.kind).toBe('curl');
    expect(callOf(text)).toMatchObject({ url: URL, httpMethod: 'POST', request: REQUEST });
    expect(callOf(text).requestHeaders['Content-Type']).toBe('application/json');
    expect(callOf(text).response).toBeUndefined();
  });

  test('with a body that is not there say so', () => {
    const fromFile = readPasted(`curl ${URL} -d @request.json`);
    expect(fromFile?.calls).toMatchObject([{ httpMethod: 'POST', request: '' }]);
    expect(fromFile?.problems).toEqual(['The body is in the file request.json, which was not pasted.']);
    expect(readPasted(`echo x | cat\ncurl ${URL} --data-binary @-`)?.problems[0]).toContain('standard input');
    expect(callOf(`curl ${URL} --data-raw @x`).request).toBe('@x');
  });

  test('have their output behind them', () => {
    expect(callOf(`curl ${URL} -d '${REQUEST}'\n${ERROR}`).response).toBe(ERROR);
    const verbose = `curl -v ${URL} -d '${REQUEST}'\n> POST /rpc/v1 HTTP/1.1\n< HTTP/1.1 429 Too Many Requests\n< Retry-After: 30\n<\n`;
    expect(callOf(verbose)).toMatchObject({ httpStatus: 429, responseHeaders: { 'Retry-After': '30' } });
    expect(callOf(`curl ${URL}\ncurl: (6) Could not resolve host: node.example`).errorText).toContain('Could not resolve host');
    expect(callOf(`curl ${URL}`).httpMethod).toBe('GET');
  });

  test('with user and password, or a cookie, have a header for each', () => {
    expect(Object.keys(callOf(`curl -u me:pass -b a=b ${URL}`).requestHeaders)).toEqual(['Authorization', 'Cookie']);
  });
});

test('of a long text, brackets that enclose nothing are not tried one after the other to its end', () => {
  const filler = 'x'.repeat(3 * 1024 * 1024);
  expect(readPasted(`${'['.repeat(3)}${filler}${REQUEST}`)?.kind).toBe('request');
  expect(readPasted(`${'['.repeat(100)}${filler}${REQUEST}`)?.kind).toBe('error');
  expect(readPasted(`${'['.repeat(100)}${filler}${']'.repeat(100)}${REQUEST}`)?.kind).toBe('error');
  expect(readPasted(`${'['.repeat(100)}${REQUEST}`)?.kind).toBe('request');
});

describe('JSON and HTTP', () => {
  test.each([
    ['a request', REQUEST, 'request', { request: REQUEST }],
    ['a reply, to the last digit', REPLY, 'reply', { request: '', response: REPLY }],
    ['a fenced request', `\`\`\`json\n${REQUEST}\n\`\`\``, 'request', { request: REQUEST }],
    ['both, in words', `We sent\n${REQUEST}\nand got\n${ERROR}\n`, 'exchange', { request: REQUEST, response: ERROR }],
    ['an error alone', '{"code":-32601,"message":"gone"}', 'reply', { response: expect.stringContaining('"error":{"code":-32601') }],
    ['a body of a proxy', '{"message":"API rate limit exceeded"}', 'reply', { response: '{"message":"API rate limit exceeded"}' }],
    [
      'raw HTTP',
      `POST /rpc/v1 HTTP/1.1\r\nHost: node.example\r\nAuthorization: Bearer x\r\n\r\n${REQUEST}\r\n\r\nHTTP/1.1 500 Internal Server Error\r\nServer: x\r\n\r\n${ERROR}`,
      'http',
      { url: 'http://node.example/rpc/v1', httpStatus: 500, request: REQUEST, response: ERROR, responseHeaders: { Server: 'x' } },
    ],
    ['an error text', 'HTTP 502 from the node', 'error', { errorText: 'HTTP 502 from the node', httpStatus: 502 }],
    [
      'a fetch call, as browsers copy it',
      `await fetch("${URL}", {\n  "headers": { "content-type": "application/json" },\n  "body": ${JSON.stringify(REQUEST)},\n  "method": "POST"\n});\n${ERROR}`,
      'request',
      { url: URL, httpMethod: 'POST', requestHeaders: { 'content-type': 'application/json' }, request: REQUEST, response: ERROR },
    ],
    [
      'a web page',
      '<html>\n<title>504 Gateway Time-out</title>',
      'http',
      { httpStatus: 504, response: expect.stringContaining('<title>') },
    ],
    ['an answer without JSON', 'HTTP/1.1 502 Bad Gateway\nServer: x\n\n<html>', 'http', { httpStatus: 502, response: '<html>' }],
    [
      'an error that quotes its request',
      `HttpRequestError: HTTP request failed.\n\nStatus: 413\nRequest body: ${REQUEST}\n\nDetails: Too large`,
      'exchange',
      { request: REQUEST, httpStatus: 413, errorText: expect.stringContaining('Status: 413') },
    ],
    [
      'an error before the request that it is about',
      `could not coalesce error (error={"code":-32603,"message":"Internal error"}, payload=${REQUEST})`,
      'exchange',
      { request: REQUEST, response: expect.stringContaining('-32603') },
    ],
  ])('%s', (_name, text, kind, call) => {
    expect(readPasted(text)?.kind).toBe(kind);
    expect(callOf(text)).toMatchObject(call);
  });

  test('replies belong to the requests with their ids', () => {
    const second = REQUEST.replace('"id":1', '"id":2');
    const calls = readPasted(`${REQUEST}\n${second}\n${ERROR.replace('"id":1', '"id":2')}\n${REPLY}`)?.calls;
    expect(calls?.map(({ response }) => response)).toEqual([REPLY, ERROR.replace('"id":1', '"id":2')]);
  });
});

describe('HAR', () => {
  const entry = (method: string, response?: object) => ({
    startedDateTime: '2026-11-23T10:00:00.000Z',
    time: 12,
    request: { method, url: URL, headers: [{ name: 'Authorization', value: 'Bearer x' }], postData: { text: REQUEST } },
    ...(response === undefined ? {} : { response }),
  });
  const answered = entry('POST', {
    status: 200,
    headers: [],
    content: { text: Buffer.from(REPLY).toString('base64'), encoding: 'base64' },
  });

  test('one entry, and a file of which other entries are left out', () => {
    expect(callOf(JSON.stringify(answered))).toMatchObject({ url: URL, request: REQUEST, response: REPLY, tookMs: 12 });
    const image = { request: { method: 'GET', url: 'https://x/y.png', headers: [] }, response: { status: 200, headers: [] } };
    const pasted = readPasted(JSON.stringify({ log: { version: '1.2', entries: [answered, image, { request: 5 }] } }));
    expect(pasted).toMatchObject({ kind: 'har', calls: [{ request: REQUEST }] });
    expect(pasted?.problems).toEqual(['1 of 3 entries are not JSON-RPC calls and were omitted.', '1 of 3 entries could not be read.']);
  });

  test('an entry that was never answered is a failure', () => {
    expect(callOf(JSON.stringify(entry('POST', { status: 0, headers: [] }))).errorText).toContain('got no response');
  });
});

describe('error texts', () => {
  test('name their method, code and layer', () => {
    expect(methodIn("method 'Filecoin.StateListMiners' not found")).toBe('Filecoin.StateListMiners');
    expect(methodIn('Nothing Known Here')).toBeUndefined();
    expect(codeIn('RPC error −32601: gone')).toBe(-32601);
    expect(codeIn('error code: 12')).toBe(12);
    expect(codeIn('deal 77 not found')).toBeUndefined();
    expect(codeIn('Request failed with status code 429')).toBeUndefined();
    expect(codeIn('exit code 16')).toBeUndefined();
    expect(['no such host', 'x509: certificate', 'ECONNREFUSED', 'i/o timeout', 'other'].map(layerIn)).toEqual([
      'dns',
      'tls',
      'network',
      'timeout',
      'rpc',
    ]);
  });
});

test.each([
  ['could not get API info: 401 Unauthorized', 401],
  ['Request failed with status code 429', 429],
  ['curl: (22) The requested URL returned error: 502', 502],
  ['block 404 of 500', undefined],
])('the HTTP status of %s', (text, status) => {
  expect(readPasted(text)?.calls[0]?.httpStatus).toBe(status);
});

describe('what is pasted into a search', () => {
  test.each([
    [REQUEST, true, true],
    [`curl ${URL}`, true, true],
    ['-32601', false, true],
    ['actor not found here', false, true],
    ['f01000', false, false],
    ['bafy2bzaced', false, false],
    ['StateMinerPower', false, false],
    ['1,234 567 890', false, false],
    ['{"/":"bafy2bzaced"}', false, false],
  ])('%s', (text, isWhole, isExplained) => {
    expect([isWholeExchange(text), isForExplaining(text)]).toEqual([isWhole, isExplained]);
  });
});

test('no text makes it throw or hang', () => {
  const pieces = fc.constantFrom(
    'curl ',
    "'",
    '"',
    '^',
    '\\',
    '\n',
    '{',
    '[',
    ']',
    '}',
    REQUEST,
    ERROR,
    '$',
    '`',
    ' -d ',
    '@',
    '"log":{"entries":[',
    ',',
    ':',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
      expect(() => readPasted(parts.join(''))).not.toThrow();
    }),
    { numRuns: 500 },
  );
  for (const deep of [
    '['.repeat(200_000),
    '{"error":'.repeat(50_000),
    `curl ${'"'.repeat(200_000)}`,
    `{"log":{"entries":${'['.repeat(100_000)}`,
  ]) {
    expect(() => readPasted(deep)).not.toThrow();
  }
});
