/** Create, import, export, rename and delete keys. Runs inside the signer worker only; errors as in `Signer`. */
import { getRandomValues } from 'node:crypto';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { DerivationScheme, DerivedKeyType } from '../../shared/domain/keys/derivation-path.ts';
import { DERIVATION_SCHEMES, pathOfScheme } from '../../shared/domain/keys/derivation-path.ts';
import type { Key } from '../../shared/domain/keys/key.ts';
import { keyFromPrivateKey, zeroKey } from '../../shared/domain/keys/key.ts';
import { parseKeyExport, writeKeyExport } from '../../shared/domain/keys/key-export.ts';
import { deriveKey, generateMnemonic } from '../../shared/domain/keys/mnemonic.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { HeldPhrase, OpenVault } from './open-vault.ts';
import { requireOwnKey } from './open-vault.ts';
import type { ReadKeyResult, SignerRequest } from './signer-protocol.ts';

type Request<K extends SignerRequest['kind']> = Extract<SignerRequest, { kind: K }>;

/** Derivation schemes of the vault's own keys. */
export const OWN_SCHEMES: Readonly<Record<DerivedKeyType, DerivationScheme>> = {
  secp256k1: schemeNamed('filecoin'),
  delegated: schemeNamed('ethereum'),
};

function schemeNamed(name: DerivationScheme['name']): DerivationScheme {
  const scheme = DERIVATION_SCHEMES.find((candidate) => candidate.name === name);
  if (scheme === undefined) {
    throw new Error(`no scheme ${name}`);
  }
  return scheme;
}

/** Create the next key of a phrase, or a random BLS key, for which wallets have no derivation scheme. */
export function createKey(vault: OpenVault, request: Request<'createKey'>): { address: string; path?: string } {
  const { keyType, label, createdAtMs, genesisCid } = request;
  const networks = genesisCid === undefined ? [] : [genesisCid];
  if (keyType === 'bls') {
    return withKey(randomBlsKey(), (key) => {
      vault.addKey(key, { label, createdAtMs, genesisCids: networks, origin: { kind: 'random' } });
      return { address: key.address };
    });
  }
  const phrase = phraseFor(vault, request.phraseId);
  // Keys of an imported phrase may be in use elsewhere, so they are not bound to the current network.
  return addNextKey(vault, phrase, { keyType, label, createdAtMs, genesisCids: phrase.facts.isImported ? [] : networks });
}

/** Add the first key of a phrase, by derivation index, that was never in the vault. */
export function addNextKey(
  vault: OpenVault,
  phrase: HeldPhrase,
  facts: { keyType: DerivedKeyType; label: string; createdAtMs: number; genesisCids: string[] },
): { address: string; path: string } {
  const { keyType, ...rest } = facts;
  const mnemonic = generateMnemonic(phrase.secret.entropy);
  for (;;) {
    const index = phrase.facts.nextIndexes[keyType];
    const path = pathOfScheme(OWN_SCHEMES[keyType], index);
    const made = withKey(deriveKey(mnemonic, keyType, path, bip39PassphraseOf(phrase)), (key) => {
      vault.markIndexUsed(phrase, keyType, index);
      // It may have been imported as a single key before.
      if (vault.hasKey(key.address)) {
        return undefined;
      }
      vault.addKey(key, { ...rest, origin: { kind: 'phrase', phraseId: phrase.facts.id, path } });
      return { address: key.address, path };
    });
    if (made !== undefined) {
      return made;
    }
  }
}

export function bip39PassphraseOf({ secret: { bip39Passphrase } }: HeldPhrase): string {
  // A view: a copy would stay in memory.
  return Buffer.from(bip39Passphrase.buffer, bip39Passphrase.byteOffset, bip39Passphrase.length).toString('utf8');
}

function phraseFor(vault: OpenVault, phraseId: string | undefined): HeldPhrase {
  if (phraseId !== undefined) {
    return vault.requirePhrase(phraseId);
  }
  const [only, ...others] = vault.phrases;
  if (only === undefined || others.length > 0) {
    throw new SextantError(
      'invalid-input',
      only === undefined
        ? 'This vault has no recovery phrase to derive a key from. Import a recovery phrase or a single key.'
        : 'Choose the recovery phrase to derive the key from.',
    );
  }
  return only;
}

/** Generate 32 random bytes, little-endian as Lotus stores them, below the order of the curve. */
function randomBlsKey(): Key {
  for (;;) {
    const bytes = getRandomValues(new Uint8Array(32));
    try {
      return keyFromPrivateKey('bls', bytes);
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
    } finally {
      bytes.fill(0);
    }
  }
}

function withKey<T>(key: Key, use: (key: Key) => T): T {
  try {
    return use(key);
  } finally {
    zeroKey(key);
  }
}

/** Parse a key export and return every possible reading of it. */
export function readKey(text: string): ReadKeyResult {
  const { form, keys } = parseKeyExport(text);
  keys.forEach(zeroKey);
  return { form, keys: keys.map(({ type, address, byteOrder }) => ({ keyType: type, address, byteOrder })) };
}

/** Import the reading of a key export that matches the chosen address. */
export function importKey(vault: OpenVault, { text, address, label, createdAtMs }: Request<'importKey'>): { address: string } {
  const { keys } = parseKeyExport(text);
  try {
    const key = keys.find((candidate) => candidate.address === address);
    if (key === undefined) {
      throw new SextantError(
        'invalid-input',
        'This text does not contain the key of the chosen address. Read it again and choose an address.',
      );
    }
    const held = vault.keys.find(({ facts }) => facts.address === address);
    if (held !== undefined) {
      throw new SextantError('invalid-input', `The vault already has this key, as “${held.facts.label}”.`);
    }
    // It was created elsewhere and may hold funds there, so it is bound to no network yet.
    vault.addKey(key, { label, createdAtMs, genesisCids: [], origin: { kind: 'imported' } });
    return { address };
  } finally {
    keys.forEach(zeroKey);
  }
}

export function exportKey(vault: OpenVault, { address, form }: Request<'exportKey'>): { text: string } {
  const held = vault.requireKey(address);
  requireOwnKey(held);
  const text = writeKeyExport(held.secret, form);
  if (!held.facts.isExported) {
    held.facts = { ...held.facts, isExported: true };
    vault.mark('note');
  }
  return { text };
}

/** Delete a key. Its phrase is kept for other keys, and its index stays used, so that the key is not derived again. */
export function deleteKey(vault: OpenVault, address: string): Record<string, never> {
  const held = vault.requireKey(address);
  held.secret.privateKey.fill(0);
  vault.keys.splice(vault.keys.indexOf(held), 1);
  vault.mark('change');
  return {};
}

export function renameKey(vault: OpenVault, { address, label }: Request<'renameKey'>): Record<string, never> {
  const held = vault.requireKey(address);
  held.facts = { ...held.facts, label };
  vault.mark('change');
  return {};
}
