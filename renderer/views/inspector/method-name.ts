import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';

/** A method as it is known, without the namespace that nodes put before it: `ChainHead` of `Filecoin.ChainHead`. */
export function shortMethod(method: string): string {
  return method.slice(method.indexOf('.') + 1);
}

/** What a call is called where it stands among others. */
export function methodWords({ kind, method }: Pick<CallSummary, 'kind' | 'method'>): string {
  if (kind === 'batch') return batchWords(method);
  return kind === 'event' ? method : shortMethod(method);
}

/** What the list says of a batch: `batch of 2: ChainHead, Version`. The names of a long one are cut, and so is what is counted. */
function batchWords(names: string): string {
  const parts = names.split(', ');
  return `batch of ${parts.length}${names.endsWith('…') ? ' or more' : ''}: ${parts.map(shortMethod).join(', ')}`;
}
