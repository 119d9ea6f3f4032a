/** Returns memory freed by V8 to the system. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;

let collect: CollectGarbage | undefined;

/**
 * Call after releasing much memory: otherwise V8 collects only when it needs space, and keeps the pages. Blocks this thread for a few
 * hundred milliseconds.
 */
export function releaseMemory(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as CollectGarbage;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
