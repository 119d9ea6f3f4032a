import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText, redactValue } from '../../../../electron/platform/redact.ts';
import { memoryLogger } from '../../../builders/memory-logger.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const PHRASE = 'equip will roof matter pink blind book anxiety banner elbow sun young';
const EXPORT = '7b2254797065223a22736563703235366b31222c22507269766174654b6579223a2278797a227d';

describe('redactText', () => {
  test.each([
    `a token ${JWT} in the middle`,
    `Authorization: Bearer ${JWT}`,
    'Authorization: Bearer opaque-secret-value',
    `wss://host/rpc/v1?token=${JWT}&x=1`,
    'https://host/rpc/v1?a=1&token=opaque-secret-value',
    'https://user:opaque-secret-value@host/path',
    PHRASE,
    EXPORT,
    '{"Type":"secp256k1","PrivateKey":"opaque-secret-value"}',
    '{"PrivateKey":"opaque-secret-value',
  ])('%s', (text) => {
    const redacted = redactText(text);
    expect(redacted).toContain('[masked]');
    for (const secret of [JWT, JWT.slice(0, 36), 'opaque-secret-value', PHRASE, EXPORT]) {
      expect(redacted).not.toContain(secret);
    }
  });

  test.each([
    'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
    'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
    'http://127.0.0.1:1234/rpc/v1?x=1',
    '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}',
    'The connection to host was refused because nobody listens there at all now',
  ])('leaves %s alone', (text) => expect(redactText(text)).toBe(text));

  test('takes no long time over what a hostile node may send', () => {
    const hostile = [
      '-eyJ'.repeat(60_000),
      '+a'.repeat(120_000),
      `${'a'.repeat(200_000)}://`,
      '"PrivateKey":"\\'.repeat(10_000),
      'word '.repeat(50_000),
    ];
    for (const text of hostile) {
      expect(redactText(text).length).toBeGreaterThan(0);
    }
  });
});

describe('what tries to hide', () => {
  const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
  const SIGNATURE = 'p1-LbHg_2E5oyCN0zXyzAp1-LbHg_2E5oyCN0zXyzAx';
  const TOKEN = `${HEADER}.eyJBbGxvdyI6WyJyZWFkIiwid3JpdGUiXX0.${SIGNATURE}`;
  const KEY = '0123456789abcdef'.repeat(4);
  const KEY_INFO = { Type: 'secp256k1', PrivateKey: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=' };
  const lines = (text: string, length: number, gap: string) => text.match(new RegExp(`.{1,${length}}`, 'g'))?.join(gap) ?? '';
  const escapedLetters = (text: string) => text.replace(/[A-Za-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

  test.each<[string, string, string]>([
    ['a token in escapes', `{"said":"${escapedLetters(TOKEN)}"}`, escapedLetters(SIGNATURE.slice(0, 9))],
    ['the first letter of a token escaped', `{"said":"\\u0065${TOKEN.slice(1)}"}`, SIGNATURE.slice(0, 20)],
    ['a token in escapes of JSON within JSON', `{"said":"{\\"a\\":\\"\\\\u0065${TOKEN.slice(1)}\\"}"}`, SIGNATURE.slice(0, 20)],
    ['a name in escapes', '{"Private\\u004bey":"opaque-secret"}', 'opaque-secret'],
    ['quotes in escapes', '{"said":"{\\u0022PrivateKey\\u0022:\\u0022opaque-secret\\u0022}"}', 'opaque-secret'],
    ['a phrase with escaped spaces', `{"said":"${PHRASE.replaceAll(' ', '\\u0020')}"}`, 'roof'],
    ['a token on lines', lines(TOKEN, 40, '\n'), SIGNATURE.slice(20)],
    ['a token on lines of JSON', JSON.stringify(lines(TOKEN, 24, '\r\n')), SIGNATURE.slice(-15)],
    ['a token with spaces around its dots', TOKEN.replaceAll('.', ' . '), SIGNATURE.slice(0, 20)],
    ['a token broken in its signature', `${TOKEN.slice(0, -20)}\n${TOKEN.slice(-20)}`, SIGNATURE.slice(-20)],
    ['a token behind letters', `token${TOKEN}`, SIGNATURE.slice(0, 20)],
    [
      'a token as bytes in base64',
      JSON.stringify({ result: Buffer.from(TOKEN).toString('base64') }),
      Buffer.from(TOKEN).toString('base64').slice(80, 99),
    ],
    [
      'an indented export in hex',
      Buffer.from(JSON.stringify(KEY_INFO, undefined, 2)).toString('hex'),
      Buffer.from('c2VjcmV0').toString('hex'),
    ],
    [
      'an export in base64',
      Buffer.from(JSON.stringify(KEY_INFO, undefined, 1)).toString('base64'),
      Buffer.from(JSON.stringify(KEY_INFO, undefined, 1))
        .toString('base64')
        .slice(60, 80),
    ],
    [
      'an export in hex in base64',
      Buffer.from(Buffer.from(JSON.stringify(KEY_INFO)).toString('hex')).toString('base64'),
      Buffer.from(Buffer.from(JSON.stringify(KEY_INFO)).toString('hex'))
        .toString('base64')
        .slice(80, 120),
    ],
    ['a key behind a sign', `--key=${KEY}`, KEY],
    ['a key in a path', `https://host/${KEY}/rpc/v1`, KEY],
    ['a key as the name of a field', `{"${KEY}":1}`, KEY],
    ['an extended key', `xprv9s21ZrQH143K${'4cJHcE8oTd2Vz3Q5'.repeat(4)}`, '4cJHcE8oTd2V'],
    ['a user in an address with escapes', 'https:\\/\\/me:opaque-secret@host', 'opaque-secret'],
    ['a parameter of an address', 'https://host/?id=1&key=opaque-secret', 'opaque-secret'],
    ['a parameter behind an entity', 'https://host/?a=1&amp;apiKey=opaque-secret', 'opaque-secret'],
    ['an assignment', 'cannot start with api_key=opaque-secret', 'opaque-secret'],
    ['a secret key', '{"secretKey":"opaque-secret","access_key":"opaque-secret"}', 'opaque-secret'],
    ['Basic', `Basic ${Buffer.from('me:opaque-secret').toString('base64')}`, Buffer.from('me:opaque-secret').toString('base64')],
    ['a phrase with commas', PHRASE.replaceAll(' ', ', '), 'roof'],
    [
      'a phrase with numbers',
      PHRASE.split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join(' '),
      'roof',
    ],
  ])('%s is masked', (_name, text, secret) => {
    expect(text).toContain(secret);
    const redacted = redactText(text);
    expect(redacted).toContain('[masked]');
    expect(redacted).not.toContain(secret);
    if (text.startsWith('{')) JSON.parse(redacted);
    const latin1 = redactText(Buffer.from(text).toString('latin1'));
    expect(Buffer.from(latin1, 'latin1').toString()).toBe(redacted);
  });

  test.each([
    '{"flags":[true,false,true,false,true,false,true,false,true,false,true,false,true]}',
    '[true, false, true, false, true, false, true, false, true, false, true, false, true]',
    'returns basic information about the blockstore; send a Bearer token',
    `{"txHashes":["${KEY}","${KEY}", "${KEY}"],"groupHash":"${KEY}","publicKey":"${KEY}"}`,
    `https://filfox.info/en/tx/${KEY} sha256:${KEY}`,
    `{"result":"0x${KEY}","SigningKey":"j0Q2VTjU0u6VwqNn"}`,
    '{"said":"\\u003ca\\u003e \\u0041"}',
  ])('%s is no secret', (text) => expect(redactText(text)).toBe(text));

  test('the name of a field', () => {
    expect(redactValue({ [TOKEN]: { passphrase: { [TOKEN]: 1 } } })).toEqual({ '[masked]': { passphrase: { '[masked]': '[masked]' } } });
  });
});

describe('redactValue', () => {
  test('masks by the name of a field, at any depth, and keeps yes and no', () => {
    const value = {
      token: 'x',
      minerToken: 'x',
      hasToken: true,
      passphrase: 'x',
      nested: [{ Authorization: 'x', mnemonic: PHRASE, tokens: { read: 'x', admin: 'x' } }],
      name: 'kept',
      count: 5n,
      bytes: Uint8Array.of(1, 2),
    };
    expect(redactValue(value)).toEqual({
      token: '[masked]',
      minerToken: '[masked]',
      hasToken: true,
      passphrase: '[masked]',
      nested: [{ Authorization: '[masked]', mnemonic: '[masked]', tokens: { read: '[masked]', admin: '[masked]' } }],
      name: 'kept',
      count: '5',
      bytes: '[2 bytes]',
    });
  });

  test('errors keep their place and lose their secrets', () => {
    const error = new Error(`refused ${JWT}`, { cause: new Error(`Bearer ${JWT}`) });
    const text = JSON.stringify(redactValue(error));
    expect(text).toContain('refused [masked]');
    expect(text).toContain('stack');
    expect(text).not.toContain(JWT);
  });

  test('a cycle ends', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(JSON.stringify(redactValue(cycle))).toContain('[deeper]');
  });
});

test('no line of the log holds a secret, however it was passed', () => {
  fc.assert(
    fc.property(fc.constantFrom('token', 'detail', 'headers'), fc.constantFrom('debug', 'info', 'warn', 'error'), (field, level) => {
      const { logger, lines } = memoryLogger();
      logger.child('part')[level as 'info'](`said ${JWT}`, { [field]: { text: `Bearer ${JWT}` }, error: new Error(JWT) });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain(JWT);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, name: 'part' });
    }),
  );
});

test('a phrase is found whatever white space is between its words, a key wherever it stands', () => {
  const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ');
  for (let code = 0; code < 0x10000; code += 1) {
    const gap = String.fromCharCode(code);
    if (/\s/.test(gap)) expect(redactText(words.join(gap)), `U+${code.toString(16)}`).not.toContain('abandon');
  }
  const key = '0123456789abcdef'.repeat(4);
  for (let before = 0; before < 200; before += 1) {
    expect(redactText(`${'ab g'.repeat(before % 7)}${' '.repeat(before)}${key}`)).not.toContain(key);
  }
});
