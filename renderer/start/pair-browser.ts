import { PAIR_PATH } from '../../shared/ipc/pairing.ts';
import { findBrowserKey, generateBrowserKey, saveBrowserKey } from '../client/browser-key.ts';

/** Where the app is, or what to tell the person. */
export type PairingOutcome = { readonly url: string } | { readonly title: string; readonly text: string };

const USED_LINK: PairingOutcome = {
  title: 'This start link no longer works',
  text: 'A start link works once and expires after 12 hours. Start Sextant again with the same profile to get a new link.',
};
const NO_ANSWER: PairingOutcome = {
  title: 'Sextant is not responding',
  text: 'Check that it is running and, over SSH, that both ports are forwarded. Then open the link again; it is still valid.',
};
const NO_STORAGE: PairingOutcome = {
  title: 'This browser cannot be paired',
  text: 'Sextant keeps a pairing key in the browser, and this window stores no data. Allow 127.0.0.1 to store data, or use a window that is not private, and open the link again; it is still valid.',
};

const NOT_SAVED: PairingOutcome = {
  title: 'The pairing key could not be saved',
  text: 'The browser refused to store it, perhaps because the disk is full. The link is used; start Sextant again with the same profile to get a new one.',
};

/** Pairs this browser by the ticket of a start link. */
export async function pairBrowser(ticket: string | undefined): Promise<PairingOutcome> {
  if (ticket === undefined) return USED_LINK;
  try {
    // Before the ticket is used: a browser that keeps nothing must not cost the link.
    await findBrowserKey();
  } catch {
    return NO_STORAGE;
  }
  const key = await generateBrowserKey();
  let response: Response;
  try {
    response = await fetch(PAIR_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, publicKey: key.publicKey }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  } catch {
    return NO_ANSWER;
  }
  if (!response.ok) return USED_LINK;
  const { url }: { url: string } = await response.json();
  try {
    await saveBrowserKey(key);
  } catch {
    return NOT_SAVED;
  }
  return { url };
}
