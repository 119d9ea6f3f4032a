/** Finds the calls referenced by an answer to a document, so that they can be opened while the figures are on screen. */

/** Maximum number of values visited in one answer; panels have their calls near the top. */
const MAX_VALUES = 50_000;

/** Return the ids of every `CallRef` in a value, and of failed calls in panel errors. */
export function findCallRefs(root: unknown): Set<number> {
  const ids = new Set<number>();
  // Breadth first, so that one large value does not hide the other panels.
  const waiting: unknown[] = [root];
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at += 1) {
    const value = waiting[at];
    if (typeof value !== 'object' || value === null) continue;
    if ('isCached' in value && 'tookMs' in value && 'atMs' in value && 'id' in value && typeof value.id === 'number') {
      ids.add(value.id);
      continue;
    }
    if ('callId' in value && typeof value.callId === 'number') ids.add(value.callId);
    for (const child of Array.isArray(value) ? value : Object.values(value)) {
      // Only objects and lists can contain a reference.
      if (typeof child === 'object' && child !== null) waiting.push(child);
    }
  }
  return ids;
}
