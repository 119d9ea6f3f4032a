/** Provenance of figures: the call, and the path in its answer. */
import type { CallRef } from '../../shared/ipc/schemas/common.ts';

/**
 * A method and a path into its result, as one text: `StateMinerPower MinerPower.QualityAdjPower`. Without a path, the whole result.
 * A path that begins with `params` is a path into a subscription frame, which has no result.
 */
export type Origin = string;

export interface FoundOrigin {
  readonly call: CallRef;
  /** Path in the body of the answer. */
  readonly path: string;
  /** Opens the call there. */
  readonly href: string;
}

/**
 * Return the origins whose calls are known, in the given order.
 *
 * @param about first parameter the call must have, if there are several calls of one method
 */
export function findOrigins(calls: readonly CallRef[], origins: readonly Origin[], about?: string): readonly FoundOrigin[] {
  return origins.flatMap((origin) => {
    const cut = origin.indexOf(' ');
    const method = cut === -1 ? origin : origin.slice(0, cut);
    const path = bodyPath(cut === -1 ? '' : origin.slice(cut + 1));
    const call = calls.find((candidate) => candidate.method === method && (about === undefined || candidate.subject === about));
    return call === undefined ? [] : [{ call, path, href: `/inspector/${call.id}?path=${encodeURIComponent(path)}` }];
  });
}

/** Origin of a figure of the head tipset: from a subscription frame, a call, or the end of a path. */
export function headOrigins(path: string): readonly Origin[] {
  return [
    `ChainNotify params[1][-1].Val.${path}`,
    `ChainHead ${path}`,
    `ChainGetPath [-1].Val.${path}`,
    `ChainGetTipSet ${path}`,
    `ChainGetTipSetByHeight ${path}`,
  ];
}

function bodyPath(path: string): string {
  if (path.startsWith('params')) return path;
  return path === '' || path.startsWith('[') ? `result${path}` : `result.${path}`;
}
