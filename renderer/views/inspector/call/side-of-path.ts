import type { BodySide, CallKind } from '../../../../shared/ipc/schemas/inspector.ts';

/** In which body a value stands, by the first part of its path. A frame has parameters too, and they were received. */
export function sideOfPath(path: string, kind: CallKind): BodySide {
  if (kind === 'frame') return 'response';
  return /^(?:params|method)\b/.test(path) ? 'request' : 'response';
}
