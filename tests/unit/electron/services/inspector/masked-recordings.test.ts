import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInspectorArea, type InspectorArea } from '../../../../../electron/services/inspector/inspector-area.ts';
import {
  maskBytes,
  maskHeaders,
  maskParams,
  maskRequest,
  maskResponse,
  maskUrl,
} from '../../../../../electron/services/inspector/mask-recording.ts';
import { deriveKey, generateMnemonic } from '../../../../../shared/domain/keys/mnemonic.ts';
import { LIVE_SOURCE } from '../../../../../shared/ipc/schemas/inspector.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { callStart } from '../../../../builders/call-start.ts';
import { checked } from '../../../../builders/checked.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { listSharedFiles, readSharedBytes } from '../../../../builders/shared-data.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const SIGNATURE = 'c2lnbmF0dXJlLWJ5dGVz'.repeat(4);
const PHRASE = generateMnemonic(Uint8Array.from({ length: 16 }, (_, index) => 31 * index));
const KEY = Buffer.from(deriveKey(PHRASE, 'secp256k1', "m/44'/461'/0'/0/0").privateKey);
const EXPORT = Buffer.from(JSON.stringify({ Type: 'secp256k1', PrivateKey: KEY.toString('base64') })).toString('hex');

/** What must not be readable, and how it can stand in a text. */
const SECRETS: readonly { readonly name: string; readonly secret: string; readonly text: string }[] = [
  { name: 'a token', secret: JWT.slice(8, 40), text: JWT },
  { name: 'a token after Bearer', secret: 'opaque-secret-value', text: 'Bearer opaque-secret-value' },
  { name: 'a token in an address', secret: 'opaque-secret-value', text: 'wss://host/rpc/v1?token=opaque-secret-value' },
  { name: 'a password in an address', secret: 'opaque-secret-value', text: 'https://user:opaque-secret-value@host/' },
  { name: 'a key in hex', secret: KEY.toString('hex').slice(10, 40), text: KEY.toString('hex') },
  { name: 'an exported key', secret: EXPORT.slice(60, 100), text: EXPORT },
  { name: 'an exported key as JSON', secret: KEY.toString('base64').slice(4, 20), text: Buffer.from(EXPORT, 'hex').toString() },
  { name: 'a recovery phrase', secret: PHRASE.split(' ').slice(2, 6).join(' '), text: PHRASE },
  { name: 'a phrase in upper case', secret: PHRASE.split(' ').slice(2, 6).join(' ').toUpperCase(), text: PHRASE.toUpperCase() },
  { name: 'a phrase as a list', secret: PHRASE.split(' ').slice(2, 5).join('","'), text: JSON.stringify(PHRASE.split(' ')) },
  { name: 'a phrase with hard spaces', secret: PHRASE.split(' ').slice(2, 5).join('\u00a0'), text: PHRASE.replaceAll(' ', '\u00a0') },
  { name: 'a phrase on lines', secret: PHRASE.split(' ').slice(2, 5).join('\n'), text: PHRASE.replaceAll(' ', '\n') },
];

/** JSON of any shape with a text somewhere in it, alone or in the middle of another, maybe as JSON within JSON. */
const planted = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.jsonValue({ maxDepth: 3 }),
      fc.array(fc.oneof(fc.constantFrom('result', 'params', 'note', 'Data', 'x'), fc.nat(3)), { maxLength: 5 }),
      fc.constantFrom('', 'said: ', 'Ünïcode ', '{"a":"b"} '),
      fc.constantFrom('', ' and more', '\n', '"'),
      fc.boolean(),
    )
    .map(([filler, path, before, behind, isNested]) => {
      let value: unknown = isNested ? JSON.stringify({ inner: `${before}${text}${behind}` }) : `${before}${text}${behind}`;
      for (const step of path) value = typeof step === 'number' ? [filler, value] : { filler, [step]: value };
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
    });

/** Escapes of JSON undone as often as it takes: what a reader of the recording would see. */
const plain = (text: string): string => text.replaceAll(/\\+n/g, '\n').replaceAll('\\', '');

describe('secrets at any place of any JSON', () => {
  test.each(SECRETS)('$name is masked', ({ secret, text }) => {
    fc.assert(
      fc.property(planted(text), (body) => {
        expect(plain(body)).toContain(secret);
        for (const masked of [
          maskResponse('Filecoin.ChainHead', body),
          maskRequest('Filecoin.ChainHead', body),
          maskParams('Filecoin.ChainHead', body),
          Buffer.from(maskBytes(Buffer.from(body), { side: 'response', method: 'Filecoin.ChainHead' })).toString(),
        ]) {
          expect(plain(masked)).not.toContain(secret);
          // Nothing else is lost: it is JSON still.
          JSON.parse(masked);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('what only looks similar stays as it is', () => {
    const id = `0x${'ab'.repeat(32)}`;
    const body = JSON.stringify({
      result: {
        transactionHash: id,
        topics: [id, `0x${'0'.repeat(64)}`],
        hash: 'ab'.repeat(32),
        cid: { '/': 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2' },
        flags: Array.from({ length: 30 }, (_, index) => index % 2 === 0),
        text: 'the node could not find what was asked and so there is nothing here to see',
        Ticket: {
          VRFProof:
            'kQHqldOpdnmexjOh8KwzR6kjSGHAD6tWWM9DpTgf1e/FuxZXwB6lSXg9rlVyMk1OFbRbOOqvbHL5ZER/HTD3a3d3DTlmJ6T8H+oAqVTkh64hdoX2QTyL9EHymMIpgTKX',
        },
        url: 'http://127.0.0.1:1234/rpc/v1?x=1',
        TokenAmount: '12345678901234567890',
        ü: '日本',
      },
    });
    expect(maskResponse('Filecoin.EthGetTransactionReceipt', body)).toBe(body);
    const bytes = Buffer.from(body);
    expect(maskBytes(bytes, { side: 'response', method: 'x' })).toBe(bytes);
  });

  test('what is not ASCII survives the masking of bytes', () => {
    const masked = maskBytes(Buffer.from(`{"a":"日本 ${JWT} ü"}`), { side: 'response', method: 'x' });
    expect(Buffer.from(masked).toString()).toBe('{"a":"日本 [masked] ü"}');
  });
});

describe('by the class of the method', () => {
  test.each([
    ['Filecoin.WalletImport', 'request', `{"id":1,"method":"Filecoin.WalletImport","params":[{"Type":"bls","PrivateKey":"c2VjcmV0"}]}`],
    ['Filecoin.AuthVerify', 'request', '{"id":1,"method":"Filecoin.AuthVerify","params":["opaque c2VjcmV0"]}'],
    ['Node.WalletImport', 'request', '[{"id":1,"params":["c2VjcmV0"]}]'],
    ['WalletImport', 'request', 'no json c2VjcmV0'],
    ['Filecoin.WalletExport', 'response', '{"id":1,"result":{"Type":"bls","PrivateKey":"c2VjcmV0"}}'],
    ['Filecoin.WalletSign', 'response', '{"id":1,"result":{"Type":"x","Data":"c2VjcmV0"}}'],
    ['Filecoin.AuthNew', 'response', '{"id":1,"result":"c2VjcmV0"}'],
    ['Filecoin.AuthNew', 'response', '{"id":1,"resu\\u006ct":"c2VjcmV0"}'],
    ['Filecoin.ChainHead, Filecoin.WalletExport', 'response', '[{"id":1,"result":1},{"id":2,"result":"c2VjcmV0"}]'],
  ] as const)('%s: the %s is masked', (method, side, body) => {
    const masked = side === 'request' ? maskRequest(method, body) : maskResponse(method, body);
    expect(masked).not.toContain('c2VjcmV0');
    expect(masked).toContain('[masked]');
    expect(maskParams('Filecoin.WalletImport', '[{"x":"c2VjcmV0"}]')).toBe('[masked]');
  });

  test('the signed bytes of a push are masked, the message stays', () => {
    const body = `{"params":[{"Message":{"To":"f01","Nonce":1},"Signature":{"Type":1,"Data":"${SIGNATURE}"}}]}`;
    const masked = maskRequest('Filecoin.MpoolPush', body);
    expect(masked).not.toContain(SIGNATURE.slice(0, 20));
    expect(JSON.parse(masked)).toEqual({ params: [{ Message: { To: 'f01', Nonce: 1 }, Signature: { Type: 1, Data: '[masked]' } }] });
    expect(maskRequest('Filecoin.EthSendRawTransaction', `["0x${'ab'.repeat(100)}"]`)).toBe('["[masked]"]');
  });

  test.each([
    // Go reads the names of fields in any case.
    ['Filecoin.MpoolPush', `{"params":[{"message":{"To":"f01"},"signature":{"data":"${SIGNATURE}","type":1}}]}`],
    ['Filecoin.WalletVerify', `{"params":["f3x","AAEC",{"Type":2,"Data":"${SIGNATURE}"}]}`],
    ['eth_chainId, personal_newAccount', `[{"params":[]},{"params":["${SIGNATURE}"]}]`],
  ])('%s: the request holds neither signature nor passphrase', (method, body) => {
    const masked = maskRequest(method, body);
    expect(masked).not.toContain(SIGNATURE.slice(0, 20));
    expect(masked).toContain('[masked]');
    JSON.parse(masked);
  });
});

describe('around the bodies', () => {
  test.each([
    ['https://host.example/8a3f0b5e9c1d2f4a6b7c8d9e0f1a2b3c/rpc/v1', 'https://host.example/[masked]/rpc/v1'],
    ['wss://host/rpc/v1/0b5e9c1d-2f4a-4b7c-8d9e-0f1a2b3c4d5e?x=1', 'wss://host/rpc/v1/[masked]?x=1'],
    ['https://host/rpc/v1?key=opaque-secret', 'https://host/rpc/v1?key=[masked]'],
    ['http://a-host-with-a-very-long-name-1:1234/rpc/v1', 'http://a-host-with-a-very-long-name-1:1234/rpc/v1'],
    ['https://filecoin-calibration.chainup.net/rpc/v1', 'https://filecoin-calibration.chainup.net/rpc/v1'],
  ])('the address %s', (url, masked) => expect(maskUrl(url)).toBe(masked));

  test('headers, by their name and in it', () => {
    expect(
      maskHeaders({
        'x-api-key': 'a',
        'Proxy-Authorization': 'Basic eA',
        'X-Access-Token': 'b',
        Cookie: 'c',
        [`x-${JWT}`]: 'd',
        date: 'e',
        'x-session': 'id=Zx81mQ0pLs77TtB2aa; Path=/',
        'x-request-id': '0b5e9c1d2f4a4b7c8d9e',
        'x-note': 'plain words of some length',
        location: 'https://host/v2/0b5e9c1d-2f4a-4b7c-8d9e-0f1a2b3c4d5e/rpc/v1',
      }),
    ).toEqual({
      'x-api-key': '[masked]',
      'Proxy-Authorization': 'Basic [masked]',
      'X-Access-Token': '[masked]',
      Cookie: '[masked]',
      'x-[masked]': 'd',
      date: 'e',
      'x-session': '[masked]; Path=/',
      'x-request-id': '0b5e9c1d2f4a4b7c8d9e',
      'x-note': 'plain words of some length',
      location: 'https://host/v2/[masked]/rpc/v1',
    });
  });
});

describe('what nodes answered on the networks', () => {
  const folders = ['block-messages', 'events', 'messages', 'notify', 'tipsets', 'traces'].map((name) => `chain/${name}`);

  test('holds nothing that is masked', () => {
    const files = [
      ...folders.flatMap((folder) => listSharedFiles(folder).map((name) => `${folder}/${name}`)),
      ...listSharedFiles('miners').map((name) => `miners/${name}`),
      ...listSharedFiles('deals').map((name) => `deals/${name}`),
      'errors.json',
      'rpc-recorded.json',
    ].filter((name) => /\.json(?:\.gz)?$/.test(name));
    const masked = files.filter((name) => {
      const bytes = readSharedBytes(name);
      const body = name.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes);
      return maskBytes(body, { side: 'response', method: 'Filecoin.ChainHead' }) !== body;
    });
    expect(masked).toEqual([]);
    checked(files.length, 79, 'files of recorded answers without a secret');
  });
});

describe('no way of reading a recording gives a secret', () => {
  let area: InspectorArea;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    area = createInspectorArea({
      paths: profile.paths,
      clock: new ManualClock(),
      logger: quietLogger,
      connections: () => new TestConnections(),
      head: () => ({ connectionId: '', strip: [] }),
      version: '0.0.0',
      signatures: () => ({ signedMessageOf: () => undefined }),
    });
  });

  afterAll(async () => {
    await area.stop();
    await remove();
  });

  /** Everything that a document can get to know of a call. */
  async function readAll(id: number): Promise<string> {
    const { inspector } = area.handlers;
    const place = { source: LIVE_SOURCE, id };
    const parts: unknown[] = [
      await inspector.getCall(place),
      await inspector.listCalls({
        source: LIVE_SOURCE,
        filter: '',
        part: 'all',
        order: { by: 'id', direction: 'descending' },
        offset: 0,
        limit: 500,
      }),
      await inspector.listFilterValues({ source: LIVE_SOURCE, field: 'error', prefix: '' }),
    ];
    for (const side of ['request', 'response'] as const) {
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { text, next } = await inspector.readBody({ ...place, side, offset, lengthBytes: 256 * 1024 });
        parts.push(text);
        offset = next;
      }
      for (const path of ['', 'result', 'result[0]', 'result[1]']) {
        parts.push(await inspector.openBody({ ...place, side, path, limit: 500 }));
      }
    }
    return plain(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n'));
  }

  test.each(SECRETS)('$name, in small and in large bodies, wherever their parts are cut', async ({ secret, text }) => {
    for (const length of [10, 255 * 1024, 256 * 1024 - text.length / 2, 700 * 1024]) {
      const filler = 'z '.repeat(length / 2);
      const body = JSON.stringify({ id: 1, result: [filler, text, { text }] });
      const id = area.tap.begin(
        callStart({
          method: 'Filecoin.ChainHead',
          url: `http://host/?token=${JWT}`,
          requestHeaders: { Authorization: `Bearer ${JWT}` },
          request: body,
          paramsText: body,
        }),
      );
      area.tap.end(id, {
        tookMs: 1,
        response: new TextEncoder().encode(body),
        responseHeaders: { 'set-cookie': text, 'x-said': text },
        failure: {
          layer: 'rpc',
          code: 'node-error',
          message: `no: ${text}`,
          nodeMessage: `no: ${text}`,
          retryable: false,
          isTransient: false,
        },
      });
      await area.handlers.inspector.annotateCall({ id, note: `found ${text}` });
      const seen = await readAll(id);
      expect(seen).not.toContain(secret);
      expect(seen).not.toContain(JWT.slice(8, 40));
      expect(seen).toContain('[masked]');
    }
  });

  test('of a batch, whose names are too many to be shown', async () => {
    const names = [...Array.from({ length: 20 }, () => 'Filecoin.ChainHead'), 'Filecoin.AuthNew', 'Filecoin.AuthVerify'].join(', ');
    const id = area.tap.begin(
      callStart({
        kind: 'batch',
        method: `${names.slice(0, 200)}…`,
        methods: names,
        connectionName: `node ${JWT}`,
        request: '[{"params":["opaque-secret-value"]}]',
        paramsText: '["opaque-secret-value"]',
      }),
    );
    area.tap.end(id, { tookMs: 1, response: '[{"id":1,"result":"opaque-secret-value"}]' });
    const seen = await readAll(id);
    expect(seen).not.toContain('opaque-secret-value');
    expect(seen).not.toContain(JWT.slice(8, 40));
    expect(seen).toContain('Filecoin.ChainHead, ');
  });

  test('parameters that are cut for the list', async () => {
    for (const { secret, text } of SECRETS) {
      for (let shift = 0; shift < 40; shift += 7) {
        const paramsText = JSON.stringify([
          'y'.repeat(40),
          JSON.parse(EXPORT_TEXT),
          text,
          'x'.repeat(16 * 1024 - text.length - 200 + shift),
          text,
        ]);
        const id = area.tap.begin(callStart({ paramsText }));
        expect(plain((await area.handlers.inspector.getCall({ source: LIVE_SOURCE, id })).summary.paramsPreview)).not.toContain(secret);
      }
    }
  });
});

const EXPORT_TEXT = Buffer.from(EXPORT, 'hex').toString();
