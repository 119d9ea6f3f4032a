import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSecrets, encodeSecrets, zeroSecrets } from '../../../../electron/wallet/vault-contents.ts';
import { deriveKeyOf, newKdfParameters, openSeal, parseVault, sealVault } from '../../../../electron/wallet/vault-file.ts';
import type { VaultAccount, VaultPhrase } from '../../../../electron/wallet/vault-header.ts';
import { deriveVaultKey, kdfProblem, requirePassphraseStrength } from '../../../../electron/wallet/vault-key.ts';
import { type CborValue, encodeCbor } from '../../../../shared/domain/encoding/cbor.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { fastDerive } from './fast-derive.ts';

const PASSPHRASE = 'correct horse battery';
const CONTENTS = Uint8Array.from({ length: 80 }, (_, index) => index);
const ACCOUNT: VaultAccount = {
  address: 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
  label: 'First key',
  keyType: 'secp256k1',
  origin: { kind: 'phrase', phraseId: 'one', path: "m/44'/461'/0'/0/0" },
  createdAtMs: 1_700_000_000_000,
  genesisCids: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'],
  isExported: false,
};
const PHRASE: VaultPhrase = {
  id: 'one',
  wordCount: 24,
  hasBip39Passphrase: false,
  isImported: false,
  isBackedUp: true,
  createdAtMs: 1_700_000_000_000,
  nextIndexes: { secp256k1: 1, delegated: 0 },
};
const FACTS = { accounts: [ACCOUNT], phrases: [PHRASE] };

async function sealed(derive = fastDerive): Promise<string> {
  const kdf = newKdfParameters();
  return sealVault(CONTENTS, FACTS, kdf, await derive(PASSPHRASE, kdf));
}

async function open(text: string, passphrase = PASSPHRASE, derive = fastDerive): Promise<Uint8Array> {
  const vault = parseVault(text);
  return openSeal(vault, await deriveKeyOf(vault, passphrase, derive));
}

async function codeOf(attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt();
    return 'opened';
  } catch (error) {
    return error instanceof SextantError ? error.code : `unexpected: ${String(error)}`;
  }
}

/** Writes the last line anew, as somebody would who changes the file on purpose. */
function withDigest(headerLine: string, sealedLine: string): string {
  const digest = createHash('sha256').update(`${headerLine}\n${sealedLine}\n`).digest('hex');
  return `${headerLine}\n${sealedLine}\n${digest}\n`;
}

function linesOf(text: string): [string, string] {
  const [header = '', contents = ''] = text.split('\n');
  return [header, contents];
}

describe('vault file', () => {
  it('is not closed with a key that was zeroed', () => {
    const key = { sealingKey: new Uint8Array(32), check: '00'.repeat(16) };
    expect(() => sealVault(CONTENTS, FACTS, newKdfParameters(), key)).toThrow(/key was zeroed/);
  });

  it('opens with its passphrase under real scrypt, and not with another one', async () => {
    const text = await sealed(deriveVaultKey);
    expect(await open(text, PASSPHRASE, deriveVaultKey)).toEqual(CONTENTS);
    expect(await codeOf(() => open(text, 'correct horse batterz', deriveVaultKey))).toBe('wrong-passphrase');
  });

  it('opens whatever form of Unicode a keyboard writes', async () => {
    const kdf = newKdfParameters();
    const composed = await deriveVaultKey('zimt-caf\u00e9-2024', kdf);
    const decomposed = await deriveVaultKey('zimt-cafe\u0301-2024', kdf);
    expect(decomposed).toEqual(composed);
  });

  it('says its work factor and addresses, and nothing of its contents, in the open', async () => {
    const { header } = parseVault(await sealed());
    expect(header.kdf).toMatchObject({ name: 'scrypt', n: 2 ** 17, r: 8, p: 1 });
    expect(header).toMatchObject(FACTS);
    const text = await sealed();
    expect(text).not.toContain(Buffer.from(CONTENTS).toString('hex'));
    expect(text).not.toContain(PASSPHRASE);
  });

  it('uses a fresh salt and nonce every time', async () => {
    const first = parseVault(await sealed()).header;
    const second = parseVault(await sealed()).header;
    expect(second.kdf.salt).not.toBe(first.kdf.salt);
    expect(second.cipher.nonce).not.toBe(first.cipher.nonce);
  });

  it('refuses a change of any single byte of the header, also where the checksum was made to fit', async () => {
    const [header, contents] = linesOf(await sealed());
    for (let index = 0; index < header.length; index++) {
      for (const flip of [1, 2, 4]) {
        const changed = String.fromCharCode(header.charCodeAt(index) ^ flip);
        const altered = header.slice(0, index) + changed + header.slice(index + 1);
        const code = await codeOf(() => open(withDigest(altered, contents)));
        expect(['vault-corrupt', 'wrong-passphrase'], `byte ${index} of the header: ${altered.slice(index - 10, index + 10)}`).toContain(
          code,
        );
      }
    }
  });

  it('refuses a change of any single byte of the contents', async () => {
    const [header, contents] = linesOf(await sealed());
    const bytes = Buffer.from(contents, 'base64');
    for (let index = 0; index < bytes.length; index++) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      expect(await codeOf(() => open(withDigest(header, altered.toString('base64'))))).toBe('vault-corrupt');
    }
  });

  it('tells a damaged file from a wrong passphrase', async () => {
    const text = await sealed();
    expect(await codeOf(() => open(text.slice(0, -10)))).toBe('vault-corrupt');
    expect(await codeOf(() => open(text.replace('First', 'Forst')))).toBe('vault-corrupt');
    expect(await codeOf(() => open(text.replace('First', 'Forst'), 'another passphrase'))).toBe('vault-corrupt');
    expect(await codeOf(() => open(text, 'another passphrase'))).toBe('wrong-passphrase');
  });

  it('refuses arbitrary text without failing otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 400 }), async (text) => {
        expect(await codeOf(() => open(text))).toBe('vault-corrupt');
      }),
    );
  });

  it.each([
    ['n', { n: 2 ** 16 }],
    ['n of no power of two', { n: 2 ** 17 + 1 }],
    ['n beyond memory', { n: 2 ** 24 }],
    ['r', { r: 4 }],
    ['p', { p: 0 }],
    ['salt', { salt: '00112233' }],
  ])('refuses a weak or absurd %s before deriving anything', async (_name, change) => {
    const [header, contents] = linesOf(await sealed());
    const json = JSON.parse(header);
    Object.assign(json.kdf, change);
    let isDerived = false;
    const derive: typeof fastDerive = async (...inputs) => {
      isDerived = true;
      return fastDerive(...inputs);
    };
    expect(await codeOf(() => open(withDigest(JSON.stringify(json), contents), PASSPHRASE, derive))).toBe('vault-corrupt');
    expect(isDerived).toBe(false);
    expect(kdfProblem(json.kdf)).toBeDefined();
  });

  it('refuses a vault of a newer version in plain words', async () => {
    const [header, contents] = linesOf(await sealed());
    const newer = header.replace('"version":2', '"version":3');
    expect(() => parseVault(withDigest(newer, contents))).toThrow(/newer version of Sextant/);
  });
});

describe('what is sealed', () => {
  it('is never written where it could not be read again', async () => {
    const kdf = newKdfParameters();
    const key = await fastDerive(PASSPHRASE, kdf);
    const seal = (change: Partial<VaultAccount>) => () =>
      sealVault(CONTENTS, { ...FACTS, accounts: [{ ...ACCOUNT, ...change }] }, kdf, key);
    expect(seal({})).not.toThrow();
    expect(seal({ label: '' })).toThrow();
    expect(seal({ label: 'x'.repeat(61) })).toThrow();
    expect(seal({ genesisCids: Array.from({ length: 101 }, () => 'practice') })).toThrow();
  });

  it('is read back whole, whatever it is, and the bytes that were handed in are zero', () => {
    const zBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const secrets = fc.record({
      textKey: zBytes(32),
      phrases: fc.array(
        fc.record({ id: fc.string(), entropy: fc.constantFrom(16, 20, 24, 28, 32).chain(zBytes), bip39Passphrase: fc.uint8Array() }),
      ),
      keys: fc.array(
        fc.record({ type: fc.constantFrom('secp256k1' as const, 'bls' as const, 'delegated' as const), privateKey: zBytes(32) }),
      ),
    });
    fc.assert(
      fc.property(secrets, (value) => {
        const bytes = encodeSecrets(value);
        const read = decodeSecrets(bytes);
        expect(read).toEqual(value);
        expect(bytes.every((byte) => byte === 0)).toBe(true);
        zeroSecrets(read);
        const held = [
          read.textKey,
          ...read.phrases.flatMap((phrase) => [phrase.entropy, phrase.bip39Passphrase]),
          ...read.keys.map((key) => key.privateKey),
        ];
        expect(held.every((each) => each.every((byte) => byte === 0))).toBe(true);
      }),
    );
  });

  it('is refused in any other shape, without a word of what it was', () => {
    const right = [
      2,
      new Uint8Array(32).fill(9),
      [['secretid', new Uint8Array(16), new Uint8Array()]],
      [['bls', new Uint8Array(32)]],
    ] as const;
    const wrong: CborValue[] = [
      [],
      'secretid',
      [3, ...right.slice(1)],
      [0, ...right.slice(1)],
      [2, new Uint8Array(31), ...right.slice(2)],
      [...right.slice(0, 2), [['secretid', new Uint8Array(17), new Uint8Array()]], right[3]],
      [...right.slice(0, 3), [['rsa', new Uint8Array(32)]]],
      [...right, 1],
      [1, new Uint8Array(16), []],
    ];
    for (const value of wrong) {
      expect(() => decodeSecrets(encodeCbor(value))).toThrow(
        expect.objectContaining({ code: 'vault-corrupt', message: expect.not.stringMatching(/secretid/) }),
      );
    }
    expect(() => decodeSecrets(Uint8Array.of(0xff))).toThrow(SextantError);
    expect(decodeSecrets(encodeCbor(right)).keys).toHaveLength(1);
  });
});

describe('passphrase', () => {
  it.each(['', 'short', '1234567', 'aaaaaaaaaaaa', 'abababababab'])('refuses %j with a reason', (passphrase) => {
    expect(() => requirePassphraseStrength(passphrase)).toThrow(SextantError);
  });

  it('counts characters, not bytes', () => {
    expect(() => requirePassphraseStrength('käsebröt')).not.toThrow();
    expect(() => requirePassphraseStrength('🔑🔒🔓')).toThrow(/3 characters/);
  });
});
