import { LIVE_SOURCE } from '../../shared/ipc/schemas/inspector.ts';

export interface InspectorPlace {
  /** The recording of this run where absent. */
  readonly source?: string | undefined;
  /** A value in the call's bodies that is to be shown, such as `result.Blocks[0].Height`. */
  readonly path?: string | undefined;
  /** The other call of a comparison; `choose` while it is still to be chosen in the list. */
  readonly compare?: number | 'choose' | undefined;
}

/** Address of a recorded call in the inspector: `/inspector/7?path=result.Height`. */
export function inspectorPath(id: number, { source, path, compare }: InspectorPlace = {}): string {
  const query = new URLSearchParams();
  if (source !== undefined && source !== LIVE_SOURCE) query.set('source', source);
  if (path !== undefined) query.set('path', path);
  if (compare !== undefined) query.set('compare', String(compare));
  return `/inspector/${id}${query.size === 0 ? '' : `?${query}`}`;
}
