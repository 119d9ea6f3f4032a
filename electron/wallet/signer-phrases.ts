/** Create, import, scan, show and verify recovery phrases. Runs inside the signer worker only; errors as in `Signer`. */
import { getRandomValues, randomUUID } from 'node:crypto';
import { equalBytes, utf8ToBytes } from '../../shared/domain/encoding/bytes.ts';
import type { DerivedKeyType } from '../../shared/domain/keys/derivation-path.ts';
import { DERIVATION_SCHEMES, formatDerivationPath, parseDerivationPath, pathOfScheme } from '../../shared/domain/keys/derivation-path.ts';
import { zeroKey } from '../../shared/domain/keys/key.ts';
import { deriveKeys, generateMnemonic, mnemonicEntropy } from '../../shared/domain/keys/mnemonic.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { zKeyLabel } from '../../shared/ipc/schemas/wallet.ts';
import type { HeldPhrase, OpenVault } from './open-vault.ts';
import { addNextKey, bip39PassphraseOf, OWN_SCHEMES } from './signer-keys.ts';
import type { CreatePhraseResult, PhraseInput, ScannedKey, SignerRequest } from './signer-protocol.ts';

type Request<K extends SignerRequest['kind']> = Extract<SignerRequest, { kind: K }>;

const NEW_ENTROPY_BYTES = 32;
const MAX_LABEL_LENGTH = 60;
const DERIVED_TYPES: readonly DerivedKeyType[] = ['secp256k1', 'delegated'];

/** Create a phrase of 24 words and its first key. */
export function createPhrase(vault: OpenVault, request: Request<'createVault' | 'createPhrase'>): CreatePhraseResult {
  const { label, createdAtMs, genesisCid } = request;
  const entropy = getRandomValues(new Uint8Array(NEW_ENTROPY_BYTES));
  const id = randomUUID();
  const secret = { id, entropy, bip39Passphrase: new Uint8Array() };
  const phrase = vault.addPhrase({ isImported: false, isBackedUp: false, createdAtMs }, secret);
  const genesisCids = genesisCid === undefined ? [] : [genesisCid];
  const made = addNextKey(vault, phrase, { keyType: 'secp256k1', label, createdAtMs, genesisCids });
  return { mnemonic: generateMnemonic(entropy), phraseId: id, ...made };
}

/** Derive the keys of a phrase by every known scheme, and at a custom path for both key types. Stores nothing. */
export function scanPhrase({ mnemonic, bip39Passphrase, count, path }: Request<'scanPhrase'>): {
  keys: ScannedKey[];
  wordCount: number;
} {
  const places = DERIVATION_SCHEMES.flatMap((scheme) =>
    Array.from({ length: count }, (_, index) => ({
      scheme: scheme.title,
      keyType: scheme.keyType,
      path: pathOfScheme(scheme, index),
    })),
  );
  if (path !== undefined) {
    const own = formatDerivationPath(parseDerivationPath(path));
    const isKnown = (keyType: DerivedKeyType) => places.some((place) => place.path === own && place.keyType === keyType);
    places.unshift(
      ...DERIVED_TYPES.filter((keyType) => !isKnown(keyType)).map((keyType) => ({ scheme: 'Custom path', keyType, path: own })),
    );
  }
  const addresses = addressesAt({ mnemonic, ...(bip39Passphrase === undefined ? {} : { bip39Passphrase }) }, places);
  return {
    keys: places.map((place, index) => ({ ...place, address: addresses[index] ?? '' })),
    wordCount: mnemonic.trim().split(/\s+/).length,
  };
}

interface Place {
  readonly path: string;
  readonly keyType: DerivedKeyType;
}

function addressesAt(phrase: PhraseInput, places: readonly Place[]): string[] {
  const keys = keysAt(phrase, places);
  keys.forEach(zeroKey);
  return keys.map(({ address }) => address);
}

/** Derive keys in the order of the places; the caller zeroes them. The seed is computed once per key type. */
function keysAt({ mnemonic, bip39Passphrase }: PhraseInput, places: readonly Place[]) {
  const ofType = new Map(
    DERIVED_TYPES.map((keyType) => {
      const paths = places.filter((place) => place.keyType === keyType).map(({ path }) => path);
      return [keyType, paths.length === 0 ? [] : deriveKeys(mnemonic, keyType, paths, bip39Passphrase)];
    }),
  );
  return places.flatMap(({ keyType }) => ofType.get(keyType)?.shift() ?? []);
}

/** Import a phrase with some of its keys. Keys that the vault already has are not changed. */
export function importPhrase(vault: OpenVault, request: Request<'importPhrase'>): { addresses: string[] } {
  const { label, createdAtMs } = request;
  const phrase = findOrAddPhrase(vault, request, createdAtMs);
  const places = request.keys.map(({ path, keyType }) => ({ path: formatDerivationPath(parseDerivationPath(path)), keyType }));
  const keys = keysAt(request, places);
  try {
    let added = 0;
    for (const [index, key] of keys.entries()) {
      const place = places[index];
      if (place === undefined || vault.hasKey(key.address)) {
        continue;
      }
      added += 1;
      // Created elsewhere and may hold funds there, so it is bound to no network yet.
      vault.addKey(key, {
        label: numberedLabel(label, added),
        createdAtMs,
        genesisCids: [],
        origin: { kind: 'phrase', phraseId: phrase.facts.id, path: place.path },
      });
      reserveIndex(vault, phrase, place);
    }
    return { addresses: keys.map(({ address }) => address) };
  } finally {
    keys.forEach(zeroKey);
  }
}

function findOrAddPhrase(vault: OpenVault, { mnemonic, bip39Passphrase = '' }: PhraseInput, createdAtMs: number): HeldPhrase {
  const entropy = mnemonicEntropy(mnemonic);
  const held = vault.phrases.find(
    (phrase) =>
      equalBytes(phrase.secret.entropy, entropy) && bip39PassphraseOf(phrase).normalize('NFKD') === bip39Passphrase.normalize('NFKD'),
  );
  if (held === undefined) {
    const secret = { id: randomUUID(), entropy, bip39Passphrase: utf8ToBytes(bip39Passphrase) };
    return vault.addPhrase({ isImported: true, isBackedUp: true, createdAtMs }, secret);
  }
  entropy.fill(0);
  if (!held.facts.isBackedUp) {
    // A user who types all the words has a backup.
    held.facts = { ...held.facts, isBackedUp: true };
    vault.mark('change');
  }
  return held;
}

/** "Savings", "Savings 2", "Savings 3". */
function numberedLabel(label: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  return zKeyLabel.parse(label.slice(0, MAX_LABEL_LENGTH - suffix.length) + suffix);
}

/** Mark the index of an imported key as used, so that new keys come after it. */
function reserveIndex(vault: OpenVault, phrase: HeldPhrase, { path, keyType }: Place): void {
  const index = parseDerivationPath(path).at(-1) ?? 0;
  if (index < 2 ** 31 && pathOfScheme(OWN_SCHEMES[keyType], index) === path) {
    vault.markIndexUsed(phrase, keyType, index);
  }
}

export function revealPhrase(vault: OpenVault, phraseId: string): PhraseInput {
  const phrase = vault.requirePhrase(phraseId);
  const bip39Passphrase = bip39PassphraseOf(phrase);
  return { mnemonic: generateMnemonic(phrase.secret.entropy), ...(bip39Passphrase === '' ? {} : { bip39Passphrase }) };
}

/** Compare words with the phrase. An error names wrong positions, never a word. */
export function confirmBackup(vault: OpenVault, { phraseId, words }: Request<'confirmBackup'>): Record<string, never> {
  const phrase = vault.requirePhrase(phraseId);
  const right = generateMnemonic(phrase.secret.entropy).split(' ');
  if (new Set(words.map(({ position }) => position)).size < 3 || words.some(({ position }) => position > right.length)) {
    throw new SextantError('invalid-input', `Enter at least three different words of the ${right.length}.`);
  }
  const wrong = words.filter(({ position, word }) => right[position - 1] !== word.trim().toLowerCase()).map(({ position }) => position);
  if (wrong.length > 0) {
    const places = [...new Set(wrong)].sort((one, other) => one - other).join(', ');
    throw new SextantError('invalid-input', `Wrong words at position ${places}. Compare them with your backup.`);
  }
  if (!phrase.facts.isBackedUp) {
    phrase.facts = { ...phrase.facts, isBackedUp: true };
    vault.mark('change');
  }
  return {};
}
