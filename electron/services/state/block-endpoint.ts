/** The endpoint that a read asks for blocks, and the words for one that it does not have or gives wrongly. */
import type { Cid } from '../../../shared/domain/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { MAX_OBJECT_REPLY_BYTES, zNodeObject } from '../../../shared/validation/node/chain-object.ts';
import type { NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';

export interface BlockEndpoint {
  readonly client: Pick<NodeClient, 'call'>;
  /** What the user calls it. */
  readonly name: string;
  /** Knows the layout of its state, and takes note of a block that does not fit it. */
  readonly versions: Pick<VersionAuthority, 'reportMismatch' | 'readWriter'>;
}

/** The bytes that the endpoint gives for a block, whatever they are. */
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

/** Whether a node says that it does not have a block: Lotus and its kin in the words of their block stores, Forest in its own. */
export function isMissingBlock(error: unknown): boolean {
  return error instanceof SextantError && /could not find|block not found|can't find object/i.test(error.details?.nodeMessage ?? '');
}

/** @param part what the block is of */
export function missingBlock({ name }: BlockEndpoint, part: string, cid: Cid, cause: unknown): SextantError {
  const details = cause instanceof SextantError ? cause.details : undefined;
  return new SextantError('not-found', `${name} does not have the block ${cid}, which is of ${part}.`, {
    ...(details === undefined ? {} : { details }),
    retryable: true,
    cause,
  });
}

/** @param part what the block is of */
export function wrongBlock({ name }: BlockEndpoint, part: string, cid: Cid, call: CallRef): SextantError {
  return new SextantError(
    'block-mismatch',
    `${name} gave bytes for ${part} that are not the block ${cid}: they do not hash to it. They were not used, and the read was stopped.`,
    { details: { method: call.method, callId: call.id } },
  );
}
