/** What the keys of the pin do on the screen that is shown; one screen a document. */
export interface PinKeys {
  /** Pins what is shown, or follows the head again. */
  readonly toggle: () => void;
  /** Moves the pin by epochs; of a screen that follows the head, from its head. */
  readonly move: (epochs: number) => void;
}

let keys: PinKeys | undefined;

/** Undefined while the screen cannot be pinned. */
export function shownPin(): PinKeys | undefined {
  return keys;
}

/** Puts a screen's pin under the keys; returns the way to take it away. */
export function showPin(next: PinKeys): () => void {
  keys = next;
  return () => {
    if (keys === next) keys = undefined;
  };
}
