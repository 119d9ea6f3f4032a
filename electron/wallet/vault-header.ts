/**
 * The open part of a vault file: which accounts and phrases are inside, and how the rest is closed.
 *
 * It holds no secret, and the seal authenticates every byte of it. Headers of earlier versions pass the numbered migrations, each from
 * its own strict form. Read by the wallet service to show accounts while the vault is locked, and by the signer worker.
 */
import { z } from 'zod';
import { FIRST_KEY_PATH } from '../../shared/domain/derivation-path.ts';
import { zKeyOrigin, zKeyType } from '../../shared/ipc/schemas/wallet.ts';

/** The version that is written. A file of an earlier one is written anew when it is first opened with its passphrase. */
export const VAULT_VERSION = 2;
export const NONCE_BYTES = 24;
export const MAX_ACCOUNTS = 1000;
export const MAX_PHRASES = 100;
/** Of one key. The network that was accepted longest ago is asked for again beyond it. */
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

/** What the header says of a key; the address is in its canonical form, with the letter f. */
const zVaultAccount = z
  .object({
    address: zAddressText,
    label: zLabel,
    keyType: zKeyType,
    origin: zKeyOrigin,
    createdAtMs: z.number(),
    /** Networks this key may sign on, by genesis CID. */
    genesisCids: zGenesisCids,
    /** It was written out at least once. */
    isExported: z.boolean(),
  })
  .strict();
export type VaultAccount = z.infer<typeof zVaultAccount>;

/** What the header says of a recovery phrase. */
const zVaultPhrase = z
  .object({
    id: z.string().min(1).max(100),
    wordCount: z.number().int(),
    hasBip39Passphrase: z.boolean(),
    /** It was typed here rather than made here: its keys may be in use elsewhere. */
    isImported: z.boolean(),
    isBackedUp: z.boolean(),
    createdAtMs: z.number(),
    /**
     * The number of the next key of each kind, by the first rule of its numbering. It only grows: making a key never brings back one
     * that was deleted.
     */
    nextIndexes: z.object({ secp256k1: zIndex, delegated: zIndex }).strict(),
  })
  .strict();
export type VaultPhrase = z.infer<typeof zVaultPhrase>;

/** What is alike in every version. */
const closing = {
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
  /** Equal to the value derived from the right passphrase. */
  check: zHex(16),
};

export const zVaultHeader = z
  .object({
    ...closing,
    version: z.literal(VAULT_VERSION),
    accounts: z.array(zVaultAccount).max(MAX_ACCOUNTS),
    phrases: z.array(zVaultPhrase).max(MAX_PHRASES),
  })
  .strict();
export type VaultHeader = z.infer<typeof zVaultHeader>;

const zHeaderVersion1 = z
  .object({
    ...closing,
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

/** One phrase of 24 words, and its first key; nothing had asked for the words back. */
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

/** Reads a header of any version up to the present one. Throws `ZodError` for what is none. */
export function readHeader(json: unknown): { header: VaultHeader; fileVersion: number } {
  const { version: fileVersion } = z.object({ version: z.number().int().min(1).max(VAULT_VERSION) }).parse(json);
  let current = json;
  for (let version = fileVersion; version < VAULT_VERSION; version += 1) {
    current = MIGRATIONS[version]?.(current);
  }
  return { header: zVaultHeader.parse(current), fileVersion };
}
