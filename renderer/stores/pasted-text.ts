/** A text on its way to the explanation: from search, palette or console, in memory alone. */
let waiting: string | undefined;
const listeners = new Set<() => void>();

/** Hands a text over; the screen that explains takes it once. */
export function handOverPasted(text: string): void {
  waiting = text;
  for (const listener of listeners) listener();
}

export function takePasted(): string | undefined {
  const text = waiting;
  waiting = undefined;
  return text;
}

/** Calls back when a text was handed over; returns the function that ends it. */
export function onPasted(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const EXPLAIN_ROUTE = '/inspector/explain';
