/** A block that does not match its layout: the reason, and its values by position. */
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { decodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { UnreadableBlock } from '../../../shared/domain/ipld/unreadable-block.ts';
import { structureOf } from '../../../shared/domain/methods/method-decode.ts';
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import type { DecodedView } from '../../../shared/ipc/schemas/decoded.ts';
import { viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { panelErrorOf } from '../pinned/pinned-node.ts';

/** Limits, since it is part of the progress of a read. */
const LIMITS = { values: 500, items: 100, characters: 16_384 };

/** Whether a read failed at a verified block that does not match its layout. */
export function isUnreadableBlock(error: unknown): error is SextantError & { readonly cause: UnreadableBlock } {
  return error instanceof Error && error.cause instanceof UnreadableBlock;
}

/** Return why a read ended, with the block that it could not read. */
export function problemOf(error: SextantError): { readonly problem: PanelError; readonly raw?: DecodedView } {
  const problem = panelErrorOf(error);
  const raw = isUnreadableBlock(error) ? byPosition(error.cause.bytes) : undefined;
  return raw === undefined ? { problem } : { problem, raw };
}

function byPosition(bytes: Uint8Array): DecodedView | undefined {
  try {
    // Without field names no value is known to be an address, so the letter is not used.
    return viewOfDecoded({ form: 'cbor', value: structureOf(decodeCbor(bytes)) }, { letter: 'f', limits: LIMITS });
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
