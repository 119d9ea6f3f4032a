/** Finds the calls that an answer to a document names, so that they can be opened from the figures for as long as these are seen. */

/** Values looked at in one answer; panels name their calls near the top. */
const MAX_VALUES = 50_000;

/** Ids of every `CallRef` in a value, and of the call that failed in an error of a panel. */
export function findCallRefs(root: unknown): Set<number> {
  const ids = new Set<number>();
  // Breadth first: what lies deep in one large value must not keep the panels beside it from being seen.
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
      // Only what can hold a reference is worth a place.
      if (typeof child === 'object' && child !== null) waiting.push(child);
    }
  }
  return ids;
}
