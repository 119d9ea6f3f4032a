import type { CallRef, Panel, PanelError } from '../../shared/ipc/schemas/common.ts';

/**
 * A list whose rows fill or fail one by one.
 *
 * @param calls those that told of the rows: where there are none, the panel says why that is of the first row
 * @param before those that told which rows there are
 */
export function panelOfRows<R extends { problem?: PanelError | undefined }>(
  rows: R[],
  calls: readonly CallRef[],
  before: readonly CallRef[] = [],
): Panel<R[]> {
  const problem = rows[0]?.problem;
  return problem !== undefined && calls.length === 0 ? { error: problem } : { value: rows, calls: [...before, ...calls] };
}
