/** Gives memory that V8 has freed back to the system. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: 'last-resort' }) => void;

let collect: CollectGarbage | undefined;

/**
 * After much was dropped at once: left alone, V8 collects when it needs room, and keeps the pages of an ordinary collection for itself.
 * Stops this thread for some tenths of a second.
 */
export function giveMemoryBack(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as CollectGarbage;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
