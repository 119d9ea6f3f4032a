/** The scan for secrets finds what is there: without this, its silence would prove nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../builders/process-memory.ts';
import { SecretScan, tracesOfBytes, tracesOfPhrase, tracesOfText } from '../builders/secret-scan.ts';

const TEXT = 'a "canary" sings 71';
const KEY = Uint8Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);
const TURNED = Uint8Array.from(KEY).reverse();
const WORDS = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ');
const ENTROPY = Uint8Array.from({ length: 16 }, (_, index) => (index * 59 + 5) % 256);
const scan = new SecretScan([...tracesOfText('text', TEXT), ...tracesOfBytes('key', KEY), ...tracesOfPhrase('phrase', WORDS, ENTROPY)]);
const hex = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString('hex');
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString('base64');

const CANARIES: Readonly<Record<string, string | Uint8Array>> = {
  'the text': TEXT,
  'the text in JSON': JSON.stringify({ input: { passphrase: TEXT } }),
  'the text in UTF-16': Buffer.from(TEXT, 'utf16le'),
  'the text in hex': hex(Buffer.from(TEXT)),
  'the text in base64': base64(Buffer.from(TEXT)),
  'a longer text in base64': base64(Buffer.from(`password=${TEXT}&more=1`)),
  'the key': KEY,
  'the key turned round': TURNED,
  'the key in hex': hex(KEY),
  'the key in upper hex': hex(KEY).toUpperCase(),
  'the turned key with 0x': `0x${hex(TURNED)}`,
  'the key in base64': base64(KEY),
  'the key in base64 for addresses': Buffer.from(KEY).toString('base64url'),
  'the key as Lotus exports it': hex(Buffer.from(JSON.stringify({ Type: 'secp256k1', PrivateKey: base64(KEY) }))),
  'the key within other bytes, in base64': base64(Buffer.concat([Buffer.from('x'), KEY, Buffer.from('yz')])),
  'the key within other bytes, one place on': base64(Buffer.concat([Buffer.from('xx'), KEY])),
  'the key as numbers': JSON.stringify([...KEY]),
  'the phrase': WORDS.join(' '),
  'four words of it': `>${WORDS.slice(5, 9).join(' ')}<`,
  'a list of its words': JSON.stringify(WORDS.slice(0, 4)),
  'its entropy': ENTROPY,
  'its entropy in hex': hex(ENTROPY),
};

describe('the scan for secrets', () => {
  it.each(Object.entries(CANARIES))('finds %s', (_, canary) => {
    const content = Buffer.concat([Buffer.alloc(1000, 'some other text '), Buffer.from(canary as Uint8Array), Buffer.from(' and more')]);
    expect(scan.find(content).some(({ offset }) => offset >= 1000)).toBe(true);
  });

  it('finds each at the end and at the beginning, and nothing where there is none', () => {
    for (const canary of Object.values(CANARIES)) {
      const bytes = Buffer.from(canary as Uint8Array);
      expect(scan.find(bytes).length).toBeGreaterThan(0);
      expect(scan.find(Buffer.concat([Buffer.from('before'), bytes])).length).toBeGreaterThan(0);
    }
    const harmless = [WORDS.slice(0, 3).join(' '), TEXT.slice(1), KEY.subarray(1), hex(KEY.subarray(0, 31)), 'abandon all hope'];
    for (const content of harmless)
      expect(
        scan.find(Buffer.from(content as Uint8Array)).map(({ name }) => name),
        String(content),
      ).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('reads the memory of another process', async () => {
    // The key comes into being in the process itself: it is on no command line.
    const masked = KEY.map((byte) => byte ^ 0xff);
    const program = `const held = Uint8Array.from([${masked.join()}], (byte) => byte ^ 0xff);
      process.stdout.write('ready'); setInterval(() => held.length, 1000);`;
    const child = spawn(process.execPath, ['-e', program]);
    try {
      await once(child.stdout, 'data');
      const found: string[] = [];
      for (const piece of memoryOf(child.pid ?? 0)) found.push(...scan.find(piece).map(({ name }) => name));
      expect(found).toContain('key, bytes');
      expect(found.some((name) => name.startsWith('text'))).toBe(false);
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  });
});
