import { useCallback, useEffect, useState } from 'react';

/** What became of a secret that was copied here. */
export type ClipboardState =
  | { readonly name: 'untouched' }
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
      // Only a window in front may write; it is tried again as soon as this one is.
      setState({ name: 'overdue' });
    }
  }, []);

  useEffect(() => {
    if (state.name !== 'holding' || seconds === 0) return;
    const timer = setTimeout(() => void empty(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [state, seconds, empty]);

  useEffect(() => {
    if (state.name !== 'overdue') return;
    const again = (): void => void empty();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [state.name, empty]);

  return {
    seconds,
    state,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setState({ name: 'holding', copiedAtMs: Date.now() });
      } catch {
        setState({ name: 'refused' });
      }
    },
    async empty() {
      if (state.name === 'holding' || state.name === 'overdue') await empty();
    },
  };
}
