/**
 * Pairs a browser with the web host, so that the trusted document can prove which browser it runs in.
 *
 * A start link opens the trusted origin first. That page creates a key pair with a non-extractable private key, submits the public key with
 * the link's ticket, and redirects to the app. Every socket of the trusted document starts with a challenge that only this key can sign.
 */

/** Path of start links. The app's listener redirects to the trusted origin; browsers keep the fragment. */
export const START_PATH = '/start';
/** Path at the trusted origin where the start page submits its ticket and public key. */
export const PAIR_PATH = '/pair';

export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
export const PROOF_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** Signed content of a proof: valid only for this purpose, origin and challenge. */
export function formatProofText(origin: string, challenge: string): string {
  return `sextant trusted document\n${origin}\n${challenge}`;
}
