import { useCallback, useEffect, useState } from 'react';

/** What became of a secret that was copied here. */
export type ClipboardState =
  | { readonly name: 'untouched' }
  /** The browser did not let it be copied; nothing of this document was in the clipboard before. */
  | { readonly name: 'refused' }
  /** It is in the clipboard; `copiedAtMs` tells one copy from the next. */
  | { readonly name: 'holding'; readonly copiedAtMs: number }
  /** The time is up, but a window in the background may not write. */
  | { readonly name: 'overdue' }
  | { readonly name: 'emptied' };

export interface SecretClipboard {
  /** How long a secret stays there; 0 for good. */
  readonly seconds: number;
  readonly state: ClipboardState;
  copy(text: string): Promise<void>;
  /** Empties the clipboard, where something was copied. */
  empty(): Promise<void>;
}

/** What tells that another attempt may work: browsers want the window in front, some of them a press too. */
const RETRY_EVENTS = ['focus', 'pointerdown', 'keydown'] as const;

/**
 * Copies a secret and empties the clipboard again. No page may read the clipboard, so that it is emptied whatever it holds by then.
 *
 * @param seconds how long it stays; 0 for good
 */
export function useSecretClipboard(seconds: number): SecretClipboard {
  const [state, setState] = useState<ClipboardState>({ name: 'untouched' });

  const empty = useCallback(async () => {
    try {
      await navigator.clipboard.writeText('');
      setState({ name: 'emptied' });
    } catch {
      setState({ name: 'overdue' });
    }
  }, []);

  useEffect(() => {
    if (state.name !== 'holding' || seconds === 0) return;
    const leftMs = Math.max(0, state.copiedAtMs + seconds * 1000 - Date.now());
    const timer = setTimeout(() => void empty(), leftMs);
    return () => clearTimeout(timer);
  }, [state, seconds, empty]);

  useEffect(() => {
    if (state.name !== 'overdue') return;
    const again = (): void => void empty();
    for (const name of RETRY_EVENTS) window.addEventListener(name, again);
    return () => {
      for (const name of RETRY_EVENTS) window.removeEventListener(name, again);
    };
  }, [state.name, empty]);

  return {
    seconds,
    state,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setState({ name: 'holding', copiedAtMs: Date.now() });
      } catch {
        // A secret that was copied before is still there, and so is its time.
        setState((before) => (before.name === 'holding' || before.name === 'overdue' ? before : { name: 'refused' }));
      }
    },
    async empty() {
      if (state.name === 'holding' || state.name === 'overdue') await empty();
    },
  };
}
