/**
 * From the single-use ticket in this document's address to its session token.
 *
 * The ticket is taken out of the address at once, so that it stays in no history, no bookmark and no screenshot; the rest of
 * the fragment (a route, a purpose) is left as it was.
 */
import { SESSION_PATH } from '../../shared/ipc/wire.ts';

const STORAGE_KEY = 'sextant-session';
const TICKET_FIELD = 'ticket';

/** Takes the ticket out of the address bar and returns it. */
export function takeTicket(location: Location, history: History): string | undefined {
  const fields = new URLSearchParams(location.hash.slice(1));
  const ticket = fields.get(TICKET_FIELD);
  if (ticket === null || ticket === '') return undefined;
  fields.delete(TICKET_FIELD);
  const rest = fields.toString();
  history.replaceState(history.state, '', `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`);
  return ticket;
}

export interface SessionToken {
  /** The token of this tab; exchanges the ticket first where there is one. Undefined when neither is valid. */
  find(): Promise<string | undefined>;
  forget(): void;
}

export function createSessionToken(ticket: string | undefined, storage: Storage): SessionToken {
  let unused = ticket;
  return {
    async find() {
      if (unused !== undefined) {
        const response = await fetch(SESSION_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ticket: unused }),
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
        });
        // Used up or not, it will not work a second time.
        unused = undefined;
        if (response.ok) {
          const body: { token: string } = await response.json();
          storage.setItem(STORAGE_KEY, body.token);
        }
      }
      return storage.getItem(STORAGE_KEY) ?? undefined;
    },
    forget() {
      storage.removeItem(STORAGE_KEY);
    },
  };
}
