/**
 * The unencrypted header of a vault file: its accounts and phrases, and how the contents are encrypted.
 *
 * It contains no secret, and every byte of it is authenticated. Headers of earlier versions go through numbered migrations, each from a
 * strict schema. Read by the wallet service to show accounts while the vault is locked, and by the signer worker.
 */
import { z } from 'zod';
import { FIRST_KEY_PATH } from '../../shared/domain/keys/derivation-path.ts';
import { zKeyOrigin, zKeyType } from '../../shared/ipc/schemas/wallet.ts';

/** The version that is written. A file of an earlier version is rewritten when it is first opened with its passphrase. */
export const VAULT_VERSION = 2;
export const NONCE_BYTES = 24;
export const MAX_ACCOUNTS = 1000;
export const MAX_PHRASES = 100;
/** Networks per key. Beyond this, the network accepted first must be accepted again. */
export const MAX_NETWORKS = 100;

const zHex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const zAddressText = z.string().min(3).max(115);
const zLabel = z.string().min(1).max(60);
const zGenesisCids = z.array(z.string().min(8).max(200)).max(MAX_NETWORKS);
const zIndex = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31);

/** A key in the header; its address is in canonical form, with the letter f. */
const zVaultAccount = z
  .object({
    address: zAddressText,
    label: zLabel,
    keyType: zKeyType,
    origin: zKeyOrigin,
    createdAtMs: z.number(),
    /** Networks this key may sign on, by genesis CID. */
    genesisCids: zGenesisCids,
    /** Whether it was exported at least once. */
    isExported: z.boolean(),
  })
  .strict();
export type VaultAccount = z.infer<typeof zVaultAccount>;

/** A recovery phrase in the header. */
const zVaultPhrase = z
  .object({
    id: z.string().min(1).max(100),
    wordCount: z.number().int(),
    hasBip39Passphrase: z.boolean(),
    /** Whether it was imported: its keys may be in use elsewhere. */
    isImported: z.boolean(),
    isBackedUp: z.boolean(),
    createdAtMs: z.number(),
    /**
     * The next derivation index of each key type, by its first scheme. It only grows: a new key is never one that was deleted.
     */
    nextIndexes: z.object({ secp256k1: zIndex, delegated: zIndex }).strict(),
  })
  .strict();
export type VaultPhrase = z.infer<typeof zVaultPhrase>;

/** The fields common to all versions. */
const commonFields = {
  format: z.literal('sextant-vault'),
  kdf: z
    .object({
      name: z.literal('scrypt'),
      n: z.number().int(),
      r: z.number().int(),
      p: z.number().int(),
      salt: z.string().regex(/^([0-9a-f]{2})+$/),
    })
    .strict(),
  cipher: z.object({ name: z.literal('xchacha20-poly1305'), nonce: zHex(NONCE_BYTES) }).strict(),
  /** Equals the value derived from the right passphrase. */
  check: zHex(16),
};

export const zVaultHeader = z
  .object({
    ...commonFields,
    version: z.literal(VAULT_VERSION),
    accounts: z.array(zVaultAccount).max(MAX_ACCOUNTS),
    phrases: z.array(zVaultPhrase).max(MAX_PHRASES),
  })
  .strict();
export type VaultHeader = z.infer<typeof zVaultHeader>;

const zHeaderVersion1 = z
  .object({
    ...commonFields,
    version: z.literal(1),
    accounts: z
      .array(
        z
          .object({
            address: zAddressText,
            label: zLabel,
            keyType: z.literal('secp256k1'),
            path: z.literal(FIRST_KEY_PATH),
            createdAtMs: z.number(),
            genesisCids: zGenesisCids,
          })
          .strict(),
      )
      .length(1),
  })
  .strict();

/** Version 1 did not name its only phrase. */
export const PHRASE_OF_VERSION_1 = 'first';

/** One phrase of 24 words and its first key; backups were not verified. */
function fromVersion1(json: unknown): unknown {
  const { accounts, version: _version, ...rest } = zHeaderVersion1.parse(json);
  return {
    ...rest,
    version: 2,
    accounts: accounts.map(({ path, ...account }) => ({
      ...account,
      origin: { kind: 'phrase', phraseId: PHRASE_OF_VERSION_1, path },
      isExported: false,
    })),
    phrases: [
      {
        id: PHRASE_OF_VERSION_1,
        wordCount: 24,
        hasBip39Passphrase: false,
        isImported: false,
        isBackedUp: false,
        createdAtMs: accounts[0]?.createdAtMs,
        nextIndexes: { secp256k1: 1, delegated: 0 },
      },
    ],
  };
}

/** `MIGRATIONS[n]` turns a header of version n into one of version n + 1. */
const MIGRATIONS: Readonly<Record<number, (json: unknown) => unknown>> = { 1: fromVersion1 };

/** Parse a header of any version up to the current one. Throws `ZodError` for an invalid header. */
export function readHeader(json: unknown): { header: VaultHeader; fileVersion: number } {
  const { version: fileVersion } = z.object({ version: z.number().int().min(1).max(VAULT_VERSION) }).parse(json);
  let current = json;
  for (let version = fileVersion; version < VAULT_VERSION; version += 1) {
    current = MIGRATIONS[version]?.(current);
  }
  return { header: zVaultHeader.parse(current), fileVersion };
}
