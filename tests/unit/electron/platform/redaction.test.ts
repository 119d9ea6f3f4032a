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
