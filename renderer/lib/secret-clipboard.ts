/**
 * A secret on the clipboard, and its way out again.
 *
 * The clipboard belongs to the whole machine and is never read here: that needs a permission which Sextant denies itself. So the
 * clipboard is emptied whatever it holds by then, and who copies is told. Browsers let only the document in front write, so an attempt
 * that is refused is made again when this one comes to the front or is touched. The trusted document alone uses it.
 */

export type SecretClipboardState =
  /** `clearsAtMs` is absent where it stays until something else is copied. */
  | { readonly kind: 'copied'; readonly clearsAtMs: number | undefined }
  /** The time is over, but this window has to be in front. */
  | { readonly kind: 'waits-for-focus' }
  | { readonly kind: 'cleared' }
  /** The browser did not let it be copied. */
  | { readonly kind: 'refused' };

/** What tells that another attempt may work. */
const RETRY_EVENTS = ['focus', 'pointerdown', 'keydown'] as const;

/** Ends what the copy before this one still had under way. */
let endPrevious: (() => void) | undefined;

/**
 * Copies a secret, and empties the clipboard after a while. A later call takes the place of an earlier one; an earlier secret is no
 * longer on the clipboard then.
 *
 * @param clearAfterSeconds 0 leaves it there
 * @param onChange hears of every state; may be called long after the component that asked is gone
 */
export async function copySecret(
  text: string,
  clearAfterSeconds: number,
  onChange: (state: SecretClipboardState) => void = () => undefined,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The secret can still be written down; what was on the clipboard is still there, and so is its time.
    onChange({ kind: 'refused' });
    return;
  }
  endPrevious?.();
  if (clearAfterSeconds <= 0) {
    endPrevious = undefined;
    onChange({ kind: 'copied', clearsAtMs: undefined });
    return;
  }
  let isEnded = false;
  const attempt = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText('');
    } catch {
      if (!isEnded) onChange({ kind: 'waits-for-focus' });
      return;
    }
    if (isEnded) return;
    end();
    onChange({ kind: 'cleared' });
  };
  const retry = (): void => void attempt();
  const timer = setTimeout(() => {
    for (const name of RETRY_EVENTS) window.addEventListener(name, retry);
    retry();
  }, clearAfterSeconds * 1000);
  const end = (): void => {
    isEnded = true;
    clearTimeout(timer);
    for (const name of RETRY_EVENTS) window.removeEventListener(name, retry);
  };
  endPrevious = end;
  onChange({ kind: 'copied', clearsAtMs: Date.now() + clearAfterSeconds * 1000 });
}
