import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CopyOptions, copyCall } from '../../../../../electron/services/inspector/copy-call.ts';
import { prettyJson } from '../../../../../electron/services/inspector/pretty-json.ts';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { type Message, messageCid, type SignedMessage } from '../../../../../shared/domain/messages/message.ts';
import { writeLosslessJson } from '../../../../../shared/rpc/lossless-json.ts';
import { messageToJson } from '../../../../../shared/validation/node/message.ts';
import { recordedBody, recordedCall } from '../../../../builders/recorded-call.ts';

const MESSAGE: Message = {
  version: 0,
  to: parseAddress('f01000'),
  from: parseAddress('f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za'),
  nonce: 9_007_199_254_740_993n,
  value: attoFil(5n),
  gasLimit: 1000n,
  gasFeeCap: attoFil(7n),
  gasPremium: attoFil(3n),
  method: 0n,
  params: new Uint8Array(),
};
const SIGNED: SignedMessage = { message: MESSAGE, signature: { type: 'secp256k1', data: new Uint8Array(65).fill(7) } };
const SIGNATURE_TEXT = Buffer.from(SIGNED.signature.data).toString('base64');
const PUSH = pushOf('[masked]');

function pushOf(data: string): string {
  const signed = { Message: messageToJson(MESSAGE, 'f'), Signature: { Type: 1, Data: data } };
  return writeLosslessJson({ jsonrpc: '2.0', id: 1, method: 'Filecoin.MpoolPush', params: [signed] });
}

const OPTIONS: CopyOptions = {
  as: 'curl',
  includesSignature: false,
  signatures: { signedMessageOf: (cid) => (cid === messageCid(MESSAGE) ? SIGNED : undefined) },
  lotusCommand: (method) => (method === 'Filecoin.ChainHead' ? { command: 'lotus chain head' } : undefined),
};

/** The words that a shell makes of a command. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\nTOKEN=T\n${command}\n`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('curl', () => {
  test('repeats the call with the token as a variable', async () => {
    const call = recordedCall({
      url: 'wss://host/rpc/v1',
      requestHeaders: { authorization: 'Bearer [masked]' },
      request: `{"params":["it's"]}`,
    });
    expect((await copyCall(call, OPTIONS)).text).toBe(
      [
        `curl -sS -g -X POST --url 'https://host/rpc/v1' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -H "Authorization: Bearer $TOKEN" \\`,
        `  --data-raw '{"params":["it'\\''s"]}'`,
      ].join('\n'),
    );
  });

  test.each(['$(touch /tmp/x) `id` $HOME \\" \' ! ; & | > < * ? ~ # %', "''''; rm -rf / #", '\\u0000\\n\\\\', '@/etc/passwd', 'ünï😀'])(
    'a shell takes %j as it stands',
    async (text) => {
      const request = JSON.stringify({ params: [text] });
      const { text: command = '' } = await copyCall(recordedCall({ url: `http://host/rpc/v1?x=${text}`, request }), OPTIONS);
      const words = wordsOf(command);
      expect(words.slice(0, 6)).toEqual(['-sS', '-g', '-X', 'POST', '--url', `http://host/rpc/v1?x=${text}`]);
      expect(JSON.parse(words.at(-1) ?? '')).toEqual({ params: [text] });
    },
  );

  test('what turns a line around is written as an escape of the same JSON', async () => {
    const request = JSON.stringify({ params: ['\u202eevil\u2066\u200b'] });
    const { text: command = '' } = await copyCall(recordedCall({ request }), OPTIONS);
    expect(command).not.toContain('\u202e');
    expect(JSON.parse(wordsOf(command).at(-1) ?? '')).toEqual(JSON.parse(request));
  });

  test('any request is one word, or there is no command', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', '$', '`', 'a', '\0', '\u001b', '\r') }),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (request) => {
        const body = recordedBody(request);
        const { text, reason } = await copyCall(recordedCall({ request: body }), OPTIONS);
        if (text === undefined) {
          expect(reason).toBeDefined();
          return;
        }
        const recorded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await body.read(0, 1_000_000));
        const word = wordsOf(text).at(-1) ?? '';
        expect(word === recorded || JSON.stringify(JSON.parse(word)) === JSON.stringify(JSON.parse(recorded))).toBe(true);
        expect(['\0', '\u001b', '\r', '\u009b'].filter((character) => text.includes(character))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['a terminal would interpret', { request: '{"a":"\u001b[201~rm"}' }],
    ['HTTP or WebSocket URL', { url: 'file:///etc/passwd' }],
    ['interpret or hide', { url: 'http://host/\u202etxt' }],
    ['interpret or hide', { request: 'no JSON \u200b' }],
    ['a terminal would interpret', { url: 'http://host/\n\u0003' }],
    ['recorded in full', { request: recordedBody('{', { isTruncated: true }) }],
    ['too long', { request: JSON.stringify('x'.repeat(200_000)) }],
    ['opened the subscription', { summary: { kind: 'frame' as const } }],
    ['is not a call', { summary: { kind: 'event' as const } }],
  ])('there is none: %s', async (reason, parts) => {
    const copied = await copyCall(recordedCall(parts), OPTIONS);
    expect(copied.text).toBeUndefined();
    expect(copied.reason).toContain(reason);
  });
});

describe('signatures', () => {
  const push = recordedCall({ summary: { method: 'Filecoin.MpoolPush' }, request: PUSH });

  test('stay masked, and the text says so', async () => {
    const { text = '' } = await copyCall(push, OPTIONS);
    expect(text).toMatch(/^# What stands as \[masked\]/);
    expect(text).not.toContain(SIGNATURE_TEXT);
  });

  test('of this machine are put back on request, with every digit of the message', async () => {
    const { text = '' } = await copyCall(push, { ...OPTIONS, includesSignature: true });
    expect(wordsOf(text).at(-1)).toBe(pushOf(SIGNATURE_TEXT));
    expect(text).not.toContain('[masked]');
  });

  test('of others are not: a changed message has another CID', async () => {
    const other = recordedCall({ summary: { method: 'Filecoin.MpoolPush' }, request: PUSH.replace('"Value":"5"', '"Value":"6"') });
    await expect(copyCall(other, { ...OPTIONS, includesSignature: true })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(copyCall(recordedCall(), { ...OPTIONS, includesSignature: true })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('JSON', () => {
  test('both bodies, laid out, every token as it stands', async () => {
    const call = recordedCall({ request: '{"id":1,"params":[]}', response: '{"a":1.0,"a":12345678901234567890,"b":[{}]}' });
    expect((await copyCall(call, { ...OPTIONS, as: 'json' })).text).toBe(
      '{\n  "id": 1,\n  "params": []\n}\n\n{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": [\n    {}\n  ]\n}',
    );
    expect((await copyCall(recordedCall({ response: '<p> x </p>' }), { ...OPTIONS, as: 'json' })).text).toContain('<p> x </p>');
  });

  test('is the same value, laid out as the platform does it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });
});

test('brackets alone do not grow with the square of their number', () => {
  const text = '['.repeat(20_000) + ']'.repeat(20_000);
  expect(prettyJson(text).length).toBeLessThan(text.length * 70);
});

describe('Lotus', () => {
  test('the command where there is one, the reason where there is none', async () => {
    expect(await copyCall(recordedCall(), { ...OPTIONS, as: 'lotus' })).toEqual({ text: 'lotus chain head' });
    const other = await copyCall(recordedCall({ summary: { method: 'Filecoin.StateCall' } }), { ...OPTIONS, as: 'lotus' });
    expect(other.reason).toContain('no command');
    const masked = recordedCall({ summary: { method: 'Filecoin.ChainHead' }, request: '{"params":["[masked]"]}' });
    expect((await copyCall(masked, { ...OPTIONS, as: 'lotus' })).reason).toContain('masked');
  });
});
