import type { PanelError } from '../../../shared/ipc/schemas/common.ts';

/** In the cell of a figure that could not be read, with the reason as its hint; nothing where there is no reason. */
export function NotTold({ problem }: { readonly problem: PanelError | undefined }) {
  return problem === undefined ? undefined : (
    <span className="t3" title={problem.message}>
      unknown
    </span>
  );
}
