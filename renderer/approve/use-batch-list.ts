import { useEffect, useState } from 'react';
import { hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { batchDigest } from '../../shared/domain/messages/batch-digest.ts';
import type { Approval, BatchApproval, FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';
import { plainError } from './plain-error.ts';
import type { TrustedCalls } from './trusted-client.ts';

const PAGE = 200;

/** The loaded messages of a batch. `whole`: all of them are loaded and match the digest. */
export type BatchListState =
  | { readonly name: 'loading'; readonly messages: readonly FrozenMessage[] }
  | { readonly name: 'whole'; readonly messages: readonly FrozenMessage[] }
  | { readonly name: 'failed'; readonly reason: string };

/** Loads every message of a batch and checks them against the digest; undefined for other approvals. */
export function useBatchList(approval: Approval, listBatch: TrustedCalls['listBatch']): BatchListState | undefined {
  const [state, setState] = useState<BatchListState>({ name: 'loading', messages: [] });
  const batch = approval.kind === 'batch' ? approval : undefined;
  const id = batch?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frozen approval never changes under its id
  useEffect(() => {
    if (batch === undefined) return;
    let isCurrent = true;
    setState({ name: 'loading', messages: [] });
    loadWhole(batch, listBatch, (next) => {
      if (isCurrent) setState(next);
      return isCurrent;
    }).catch((cause: unknown) => {
      if (isCurrent) setState({ name: 'failed', reason: plainError(cause).message });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, listBatch]);
  return batch === undefined ? undefined : state;
}

/** @param show receives the progress; returns false to stop loading */
async function loadWhole(
  batch: BatchApproval,
  listBatch: TrustedCalls['listBatch'],
  show: (state: BatchListState) => boolean,
): Promise<void> {
  const messages: FrozenMessage[] = [];
  while (messages.length < batch.count) {
    const page = await listBatch({ id: batch.id, offset: messages.length, limit: PAGE });
    if (page.messages.length === 0) break;
    messages.push(...page.messages);
    if (!show({ name: 'loading', messages: [...messages] })) return;
  }
  const problem = differenceOf(batch, messages);
  show(problem === undefined ? { name: 'whole', messages } : { name: 'failed', reason: problem });
}

/** How the messages differ from the approved batch; undefined if they match. */
function differenceOf(batch: BatchApproval, messages: readonly FrozenMessage[]): string | undefined {
  if (messages.length !== batch.count) return `Received ${messages.length} messages, expected ${batch.count}.`;
  if (batchDigest(messages.map(({ bytesHex }) => hexToBytes(bytesHex))) !== batch.digestHex) {
    return 'The messages do not match the digest of the batch.';
  }
  const sum = (read: (message: FrozenMessage) => string) => messages.reduce((total, message) => total + BigInt(read(message)), 0n);
  const isSummed =
    sum(({ value }) => value) === BigInt(batch.totalValue) && sum(({ maximumFee }) => maximumFee) === BigInt(batch.totalMaximumFee);
  return isSummed ? undefined : 'The amounts and fees of the messages do not add up to the totals of the batch.';
}
