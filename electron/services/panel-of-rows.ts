import type { CallRef, Panel, PanelError } from '../../shared/ipc/schemas/common.ts';

/**
 * Build the panel of a list whose rows succeed or fail one by one.
 *
 * @param calls calls that returned rows; if there are none, the panel has the error of the first row
 * @param before calls that returned which rows exist
 */
export function panelOfRows<R extends { problem?: PanelError | undefined }>(
  rows: R[],
  calls: readonly CallRef[],
  before: readonly CallRef[] = [],
): Panel<R[]> {
  const problem = rows[0]?.problem;
  return problem !== undefined && calls.length === 0 ? { error: problem } : { value: rows, calls: [...before, ...calls] };
}
