import { useCallback, useEffect, useState } from 'react';

/** Clipboard state of a copied secret. */
type ClipboardState =
  | { readonly name: 'untouched' }
  /** The browser denied clipboard access, and no secret was copied before. */
  | { readonly name: 'refused' }
  /** The secret is in the clipboard; `copiedAtMs` distinguishes copies. */
  | { readonly name: 'holding'; readonly copiedAtMs: number }
  /** The time is up, but a window in the background cannot write to the clipboard. */
  | { readonly name: 'overdue' }
  | { readonly name: 'emptied' };

export interface SecretClipboard {
  /** Seconds until the clipboard is cleared; 0 for never. */
  readonly seconds: number;
  readonly state: ClipboardState;
  copy(text: string): Promise<void>;
  /** Clears the clipboard if a secret was copied. */
  empty(): Promise<void>;
}

/** Events after which another attempt may work: browsers require a focused window, some also a press. */
const RETRY_EVENTS = ['focus', 'pointerdown', 'keydown'] as const;

/**
 * Copies a secret and clears the clipboard later. A page cannot read the clipboard, so it is cleared whatever it then holds.
 *
 * @param seconds time until clearing; 0 for never
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
        // The previous secret is still in the clipboard, and its time still runs.
        setState((before) => (before.name === 'holding' || before.name === 'overdue' ? before : { name: 'refused' }));
      }
    },
    async empty() {
      if (state.name === 'holding' || state.name === 'overdue') await empty();
    },
  };
}
