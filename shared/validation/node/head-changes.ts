/** Head changes: items of ChainNotify and results of ChainGetPath. */
import { z } from 'zod';
import type { Tipset } from '../../domain/chain/tipset.ts';
import { parseNode, zSlice } from './primitives.ts';
import { zNodeTipset } from './tipset.ts';

export interface HeadChange {
  /** `current` only as the single element of a subscription's first item. */
  readonly type: 'current' | 'apply' | 'revert';
  readonly tipset: Tipset;
}

export const zNodeHeadChanges = zSlice(
  z
    .object({ Type: z.enum(['current', 'apply', 'revert']), Val: zNodeTipset })
    .transform(({ Type, Val }): HeadChange => ({ type: Type, tipset: Val })),
);

/** Parses a list of `HeadChange`, in the node's order: reverts newest first, then applies oldest first. Throws `DomainError` `node-answer`. */
export function parseNodeHeadChanges(value: unknown): readonly HeadChange[] {
  return parseNode(zNodeHeadChanges, value, 'a list of head changes');
}
