/** How long the second key of a sequence may take. */
export const SEQUENCE_MS = 1200;

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export type KeyMatch<T> = { readonly kind: 'found'; readonly entry: T } | { readonly kind: 'prefix' } | { readonly kind: 'none' };

/** A pressed key as the registry writes it: `k`, `?`, `Ctrl+K`. */
export function nameOfKey(pressed: PressedKey): string {
  const hasModifier = pressed.ctrlKey || pressed.metaKey;
  return hasModifier ? `Ctrl+${pressed.key.toUpperCase()}` : pressed.key;
}

/** Finds what `keys`, pressed one after the other, stand for: an entry, the beginning of one, or nothing. */
export function matchKeys<T extends { readonly keys?: readonly string[] }>(entries: readonly T[], keys: readonly string[]): KeyMatch<T> {
  let isPrefix = false;
  for (const entry of entries) {
    const wanted = entry.keys;
    if (wanted === undefined || keys.length > wanted.length || !keys.every((key, index) => wanted[index] === key)) continue;
    if (wanted.length === keys.length) return { kind: 'found', entry };
    isPrefix = true;
  }
  return isPrefix ? { kind: 'prefix' } : { kind: 'none' };
}
