/** The endpoint from which a read gets blocks, and the errors for missing and wrong blocks. */
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { MAX_OBJECT_REPLY_BYTES, zNodeObject } from '../../../shared/validation/node/chain-object.ts';
import type { NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';

export interface BlockEndpoint {
  readonly client: Pick<NodeClient, 'call'>;
  /** Its name. */
  readonly name: string;
  /** Knows the layout of its state, and records blocks that do not match it. */
  readonly versions: Pick<VersionAuthority, 'reportMismatch' | 'readWriter'>;
}

/** Read the bytes of a block, unverified. */
export function askForBlock({ client }: BlockEndpoint, cid: Cid, cause: string, signal: AbortSignal): Promise<NodeAnswer<Uint8Array>> {
  return client.call('ChainReadObj', [{ '/': cid }], {
    schema: zNodeObject,
    cause,
    signal,
    maxReplyBytes: MAX_OBJECT_REPLY_BYTES,
    isKeptByCaller: true,
    prefersSocket: true,
  });
}

/** Whether an error means that the node does not have a block; Lotus and Forest use different texts. */
export function isMissingBlock(error: unknown): boolean {
  return error instanceof SextantError && /could not find|block not found|can't find object/i.test(error.details?.nodeMessage ?? '');
}

/** @param part what the block is part of */
export function missingBlock({ name }: BlockEndpoint, part: string, cid: Cid, cause: unknown): SextantError {
  const details = cause instanceof SextantError ? cause.details : undefined;
  return new SextantError('not-found', `${name} does not have the block ${cid} of ${part}.`, {
    ...(details === undefined ? {} : { details }),
    retryable: true,
    cause,
  });
}

/** @param part what the block is part of */
export function wrongBlock({ name }: BlockEndpoint, part: string, cid: Cid, call: CallRef): SextantError {
  return new SextantError(
    'block-mismatch',
    `${name} returned a block for ${part} that does not match its CID ${cid}. It was not used, and the read was stopped.`,
    { details: { method: call.method, callId: call.id } },
  );
}
