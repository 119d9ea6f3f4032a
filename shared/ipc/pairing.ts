/**
 * How a browser is paired with the web host, so that its trusted document can prove which browser it runs in.
 *
 * A start link opens the trusted origin first. That page makes a key pair whose private half no script can read, hands the
 * public half in with the link's ticket, and goes on to the app. Every socket of the trusted document then begins with a
 * challenge that only this key can sign.
 */

/** Path of start links. The app's listener sends them on to the trusted origin; a browser carries the fragment along. */
export const START_PATH = '/start';
/** Where the start page hands in its ticket and its public key, below the trusted origin. */
export const PAIR_PATH = '/pair';

export const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
export const PROOF_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** What a proof signs: it is worth something for this purpose, at this origin, and for this challenge only. */
export function formatProofText(origin: string, challenge: string): string {
  return `sextant trusted document\n${origin}\n${challenge}`;
}
