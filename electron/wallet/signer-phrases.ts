/** Recovery phrases: made, brought, looked through, shown again, asked back. Runs inside the signer worker only; errors are as in `Signer`. */
import { getRandomValues, randomUUID } from 'node:crypto';
import { equalBytes, utf8ToBytes } from '../../shared/domain/bytes.ts';
import type { DerivedKeyType } from '../../shared/domain/derivation-path.ts';
import { DERIVATION_SCHEMES, formatDerivationPath, parseDerivationPath, pathOfScheme } from '../../shared/domain/derivation-path.ts';
import { zeroKey } from '../../shared/domain/key.ts';
import { deriveKeys, generateMnemonic, mnemonicEntropy } from '../../shared/domain/mnemonic.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { zKeyLabel } from '../../shared/ipc/schemas/wallet.ts';
import type { HeldPhrase, OpenVault } from './open-vault.ts';
import { addNextKey, bip39PassphraseOf, OWN_SCHEMES } from './signer-keys.ts';
import type { CreatePhraseResult, PhraseInput, ScannedKey, SignerRequest } from './signer-protocol.ts';

type Request<K extends SignerRequest['kind']> = Extract<SignerRequest, { kind: K }>;

const NEW_ENTROPY_BYTES = 32;
const LONGEST_LABEL = 60;
const DERIVED_TYPES: readonly DerivedKeyType[] = ['secp256k1', 'delegated'];

/** A new phrase of 24 words and its first key. */
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

/** Keys that a phrase gives by every known rule, and at one path of the user's own as either kind. Keeps nothing. */
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
    places.unshift(...DERIVED_TYPES.filter((keyType) => !isKnown(keyType)).map((keyType) => ({ scheme: 'own path', keyType, path: own })));
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

/** In the order of the places; the caller zeroes them. The seed is computed once for each kind. */
function keysAt({ mnemonic, bip39Passphrase }: PhraseInput, places: readonly Place[]) {
  const ofType = new Map(
    DERIVED_TYPES.map((keyType) => {
      const paths = places.filter((place) => place.keyType === keyType).map(({ path }) => path);
      return [keyType, paths.length === 0 ? [] : deriveKeys(mnemonic, keyType, paths, bip39Passphrase)];
    }),
  );
  return places.flatMap(({ keyType }) => ofType.get(keyType)?.shift() ?? []);
}

/** Takes keys of a phrase in, with the phrase. What the vault holds already stays as it is. */
export function importPhrase(vault: OpenVault, request: Request<'importPhrase'>): { addresses: string[] } {
  const { label, createdAtMs } = request;
  const phrase = heldOrAdded(vault, request, createdAtMs);
  const places = request.keys.map(({ path, keyType }) => ({ path: formatDerivationPath(parseDerivationPath(path)), keyType }));
  const keys = keysAt(request, places);
  try {
    let added = 0;
    for (const [index, key] of keys.entries()) {
      const place = places[index];
      if (place === undefined || vault.holds(key.address)) {
        continue;
      }
      added += 1;
      // Made elsewhere, maybe worth money there: no network is taken for granted.
      vault.addKey(key, {
        label: numberedLabel(label, added),
        createdAtMs,
        genesisCids: [],
        origin: { kind: 'phrase', phraseId: phrase.facts.id, path: place.path },
      });
      noteIndex(vault, phrase, place);
    }
    return { addresses: keys.map(({ address }) => address) };
  } finally {
    keys.forEach(zeroKey);
  }
}

function heldOrAdded(vault: OpenVault, { mnemonic, bip39Passphrase = '' }: PhraseInput, createdAtMs: number): HeldPhrase {
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
    // Whoever types all the words has them.
    held.facts = { ...held.facts, isBackedUp: true };
    vault.mark('change');
  }
  return held;
}

/** "Savings", "Savings 2", "Savings 3". */
function numberedLabel(label: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  return zKeyLabel.parse(label.slice(0, LONGEST_LABEL - suffix.length) + suffix);
}

/** The next key that is made comes after the ones that were brought. */
function noteIndex(vault: OpenVault, phrase: HeldPhrase, { path, keyType }: Place): void {
  const index = parseDerivationPath(path).at(-1) ?? 0;
  if (index < 2 ** 31 && pathOfScheme(OWN_SCHEMES[keyType], index) === path) {
    vault.takeIndex(phrase, keyType, index);
  }
}

export function revealPhrase(vault: OpenVault, phraseId: string): PhraseInput {
  const phrase = vault.requirePhrase(phraseId);
  const bip39Passphrase = bip39PassphraseOf(phrase);
  return { mnemonic: generateMnemonic(phrase.secret.entropy), ...(bip39Passphrase === '' ? {} : { bip39Passphrase }) };
}

/** Compares words with the phrase. A refusal names the places that are wrong, and never a word. */
export function confirmBackup(vault: OpenVault, { phraseId, words }: Request<'confirmBackup'>): Record<string, never> {
  const phrase = vault.requirePhrase(phraseId);
  const right = generateMnemonic(phrase.secret.entropy).split(' ');
  if (new Set(words.map(({ position }) => position)).size < 3 || words.some(({ position }) => position > right.length)) {
    throw new SextantError('invalid-input', `At least three different words of the ${right.length} are needed.`);
  }
  const wrong = words.filter(({ position, word }) => right[position - 1] !== word.trim().toLowerCase()).map(({ position }) => position);
  if (wrong.length > 0) {
    const places = [...new Set(wrong)].sort((one, other) => one - other).join(', ');
    throw new SextantError('invalid-input', `Not the words of this phrase at: ${places}. Compare them with what you wrote down.`);
  }
  if (!phrase.facts.isBackedUp) {
    phrase.facts = { ...phrase.facts, isBackedUp: true };
    vault.mark('change');
  }
  return {};
}
