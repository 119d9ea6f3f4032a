/** From the single-use ticket in the app's address to the session token of this tab. */
import { SESSION_PATH } from '../../shared/ipc/wire.ts';

const STORAGE_KEY = 'sextant-session';

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
