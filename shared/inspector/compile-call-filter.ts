/** Compiles an inspector filter to a test of calls. */
import { compileFilter, type FilterTests, type RowTest } from '../filter/compile-filter.ts';
import type { Filter } from '../filter/filter.ts';
import type { CallSummary } from '../ipc/schemas/inspector.ts';

export type CallTest = RowTest<CallSummary>;

/** The test of a filter. An empty filter matches every call. */
export function compileCallFilter(filter: Filter): CallTest {
  return compileFilter(filter, TESTS);
}

/** Cached, since many calls share few method names. */
const MAX_NAMES = 2000;
const NAMES = new Map<string, readonly string[]>();

/** A method name with and without its namespace. */
function namesOf(method: string): readonly string[] {
  const known = NAMES.get(method);
  if (known !== undefined) return known;
  const names = [method, method.slice(method.indexOf('.') + 1)];
  if (NAMES.size < MAX_NAMES) NAMES.set(method, names);
  return names;
}

const TESTS: FilterTests<CallSummary> = {
  texts: ({ method, connectionName, cause, paramsPreview, errorMessage = '' }) => [
    method,
    connectionName,
    cause,
    paramsPreview,
    errorMessage,
  ],
  wholes: ({ id }) => [id],
  fields: {
    method: { pattern: ({ method }) => namesOf(method) },
    endpoint: { pattern: ({ connectionName }) => connectionName, whole: ({ connectionId }) => connectionId },
    cause: { pattern: ({ cause }) => cause },
    param: { pattern: ({ paramsPreview }) => paramsPreview },
    tipset: { pattern: ({ tipsetKey }) => tipsetKey },
    error: { pattern: ({ errorMessage }) => errorMessage },
    status: { choice: ({ status }) => status },
    layer: { choice: ({ layer }) => layer },
    kind: { choice: ({ kind }) => kind },
    via: { choice: ({ transport }) => transport },
    is: { choice: marksOf },
    has: { choice: partsOf },
    dur: { number: ({ tookMs }) => tookMs },
    size: { number: ({ responseBytes }) => responseBytes },
    sent: { number: ({ requestBytes }) => requestBytes },
    code: { number: ({ errorCode }) => errorCode },
    http: { number: ({ httpStatus }) => httpStatus },
    id: { number: ({ id }) => id },
    parent: { number: ({ parentId }) => parentId },
    attempt: { number: ({ attempt = 1 }) => attempt },
  },
};

function marksOf({ status, isPinned, transport, attempt = 1 }: CallSummary): readonly string[] {
  const marks: string[] = [status];
  if (isPinned === true) marks.push('pinned');
  if (transport === 'cache') marks.push('cached');
  if (attempt > 1) marks.push('repeated');
  return marks;
}

function partsOf({ hasNote, status, responseBytes, tipsetKey, parentId }: CallSummary): readonly string[] {
  const parts: string[] = [];
  if (hasNote === true) parts.push('note');
  if (status === 'error') parts.push('error');
  if (responseBytes !== undefined) parts.push('answer');
  if (tipsetKey !== undefined) parts.push('tipset');
  if (parentId !== undefined) parts.push('parent');
  return parts;
}
