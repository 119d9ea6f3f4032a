/**
 * The key that proves to the web host which browser the trusted document runs in.
 *
 * Its private half was made so that no script can read it; it is kept by the trusted origin, for every tab of this browser.
 * IndexedDB, because no other storage takes such a key.
 */
import { formatProofText, KEY_ALGORITHM, PROOF_ALGORITHM } from '../../shared/ipc/pairing.ts';
import type { SocketProof } from '../../shared/ipc/wire.ts';

const DATABASE = 'sextant';
const STORE = 'keys';
const RECORD = 'browser';

export interface BrowserKey {
  readonly privateKey: CryptoKey;
  /** SPKI in base64. */
  readonly publicKey: string;
}

/** The key of this browser, if it was paired. Rejects where the browser keeps nothing, as some private windows do. */
export function findBrowserKey(): Promise<BrowserKey | undefined> {
  return withStore<BrowserKey | undefined>('readonly', (store) => store.get(RECORD));
}

/** Replaces the key of an earlier pairing. */
export async function saveBrowserKey(key: BrowserKey): Promise<void> {
  await withStore('readwrite', (store) => store.put(key, RECORD));
}

export async function generateBrowserKey(): Promise<BrowserKey> {
  const pair = await crypto.subtle.generateKey(KEY_ALGORITHM, false, ['sign', 'verify']);
  const publicKey = toBase64(await crypto.subtle.exportKey('spki', pair.publicKey));
  return { privateKey: pair.privateKey, publicKey };
}

/** Answers the challenge of a socket of this origin. */
export async function signProof(key: BrowserKey, origin: string, challenge: string): Promise<SocketProof> {
  const text = new TextEncoder().encode(formatProofText(origin, challenge));
  const signature = await crypto.subtle.sign(PROOF_ALGORITHM, key.privateKey, text);
  return { type: 'proof', publicKey: key.publicKey, signature: toBase64(signature) };
}

/** By the browser's own means: the start page loads nothing it can do without. */
function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

async function withStore<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await settled(opening);
  try {
    return await settled(action(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    // Waits for the transaction.
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser gave no reason.')));
  });
}
