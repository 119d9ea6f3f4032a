/**
 * The calls of one selection in the order of their ids, updated incrementally.
 *
 * The cost of an update grows with the new calls, not with all calls; a source that no longer knows what changed is read again as a whole.
 */
import { parseCallFilter } from '../../../shared/inspector/call-filter.ts';
import { type CallTest, compileCallFilter } from '../../../shared/inspector/compile-call-filter.ts';
import type { CallOrder, CallSelection, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import type { CallSource } from './call-source.ts';

export class CallIndex {
  readonly problems: readonly string[];
  readonly #source: CallSource;
  readonly #test: CallTest;
  #rows: CallSummary[] = [];
  /** Rows before this one were removed. */
  #head = 0;
  /** Later rows that the current update removes. */
  readonly #gone = new Set<number>();
  #revision = -1;
  #sorted: { readonly by: CallOrder['by']; readonly revision: number; readonly rows: readonly CallSummary[] } | undefined;

  constructor(source: CallSource, selection: CallSelection) {
    const filter = parseCallFilter(selection.filter);
    this.problems = filter.problems.map(({ message }) => message);
    this.#source = source;
    this.#test = selectionTest(selection, compileCallFilter(filter));
  }

  /** Ascending by id. Valid until the next call of a method of this index. */
  rows(): readonly CallSummary[] {
    this.#updateRows();
    if (this.#head > 0) {
      this.#rows.splice(0, this.#head);
      this.#head = 0;
    }
    return this.#rows;
  }

  get count(): number {
    this.#updateRows();
    return this.#rows.length - this.#head;
  }

  first(): CallSummary | undefined {
    return this.#rows[this.#head];
  }

  last(): CallSummary | undefined {
    return this.count === 0 ? undefined : this.#rows[this.#rows.length - 1];
  }

  page(order: CallOrder, offset: number, limit: number): CallSummary[] {
    const count = this.count;
    const rows = order.by === 'id' ? this.#rows : this.#sortedBy(order.by);
    const base = order.by === 'id' ? this.#head : 0;
    const from = Math.min(offset, count);
    const to = Math.min(offset + limit, count);
    return order.direction === 'ascending'
      ? rows.slice(base + from, base + to)
      : rows.slice(base + count - to, base + count - from).reverse();
  }

  #sortedBy(by: Exclude<CallOrder['by'], 'id'>): readonly CallSummary[] {
    if (this.#sorted?.by !== by || this.#sorted.revision !== this.#revision) {
      this.#sorted = { by, revision: this.#revision, rows: this.#rows.slice(this.#head).sort(COMPARISONS[by]) };
    }
    return this.#sorted.rows;
  }

  #updateRows(): void {
    const { revision } = this.#source;
    if (revision === this.#revision) {
      return;
    }
    const changed = this.#revision === -1 ? undefined : this.#source.changedSince?.(this.#revision);
    this.#revision = revision;
    if (changed === undefined) {
      this.#rows = [];
      this.#head = 0;
      for (const summary of this.#source.summaries()) {
        if (this.#test(summary)) this.#rows.push(summary);
      }
      return;
    }
    const headBefore = this.#head;
    for (const id of changed) this.#update(id);
    this.#closeGaps();
    const first = this.#rows[this.#head];
    // Removed calls are no longer referenced by their slots.
    if (first !== undefined) this.#rows.fill(first, headBefore, this.#head);
    // Free the space at the front once it is larger than the rest.
    if (this.#head > 1024 && this.#head > this.#rows.length / 2) {
      this.#rows = this.#rows.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Close all gaps at once by moving the rows before them: usually the oldest calls are removed, behind a few that stay. */
  #closeGaps(): void {
    if (this.#gone.size === 0) {
      return;
    }
    let newestGone = 0;
    for (const id of this.#gone) newestGone = Math.max(newestGone, id);
    let to = this.#placeOf(newestGone);
    for (let at = to; at >= this.#head; at -= 1) {
      const row = this.#rows[at];
      if (row === undefined || this.#gone.has(row.id)) continue;
      this.#rows[to] = row;
      to -= 1;
    }
    this.#head = to + 1;
    this.#gone.clear();
  }

  #update(id: number): void {
    const summary = this.#source.listed === undefined ? this.#source.get(id)?.summary : this.#source.listed(id);
    const at = this.#placeOf(id);
    const isThere = this.#rows[at]?.id === id;
    if (summary !== undefined && this.#test(summary)) {
      if (isThere) this.#rows[at] = summary;
      else if (at === this.#rows.length) this.#rows.push(summary);
      else this.#rows.splice(at, 0, summary);
    } else if (isThere) {
      if (at !== this.#head) {
        this.#gone.add(id);
        return;
      }
      this.#head += 1;
      this.#gone.delete(id);
    }
  }

  /** Return the index of a call, or where it belongs. */
  #placeOf(id: number): number {
    let low = this.#head;
    let high = this.#rows.length;
    if (high > low && (this.#rows[high - 1]?.id ?? 0) < id) {
      return high;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle]?.id ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function selectionTest(selection: CallSelection, filter: CallTest): CallTest {
  const { part, untilId, fromMs, toMs } = selection;
  const tests: CallTest[] = [];
  if (part === 'errors') tests.push((call) => call.status === 'error');
  if (part === 'frames') tests.push((call) => call.kind === 'frame');
  if (part === 'pinned') tests.push((call) => call.isPinned === true || call.hasNote === true);
  if (untilId !== undefined) tests.push((call) => call.id <= untilId);
  if (toMs !== undefined) tests.push((call) => call.atMs <= toMs);
  // A call in progress has no end yet.
  if (fromMs !== undefined) tests.push((call) => call.status === 'pending' || call.atMs + (call.tookMs ?? 0) >= fromMs);
  tests.push(filter);
  return tests.length === 1 ? filter : (call) => tests.every((test) => test(call));
}

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
/** Absent values sort first. */
const byNumber = (left: number | undefined, right: number | undefined): number => (left ?? -1) - (right ?? -1);

const COMPARISONS: Readonly<Record<Exclude<CallOrder['by'], 'id'>, (left: CallSummary, right: CallSummary) => number>> = {
  method: (left, right) => byText(left.method, right.method) || left.id - right.id,
  endpoint: (left, right) => byText(left.connectionName, right.connectionName) || left.id - right.id,
  status: (left, right) =>
    byText(left.status, right.status) ||
    byNumber(left.errorCode, right.errorCode) ||
    byNumber(left.httpStatus, right.httpStatus) ||
    left.id - right.id,
  took: (left, right) => byNumber(left.tookMs, right.tookMs) || left.id - right.id,
  size: (left, right) => byNumber(left.responseBytes, right.responseBytes) || left.id - right.id,
};
