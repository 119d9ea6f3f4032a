/** Reads missing base fees from the chain. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BaseFeeFill } from '../../../shared/ipc/schemas/history.ts';
import { LOOKBACK } from '../../../shared/rpc/repair.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type NetworkHistory, SETTLED_EPOCHS } from './network-history.ts';

const FILL_CALLS = 60;
const FILL_AT_ONCE = 3;
const STOPPED = 'Stopped reading earlier epochs. Epochs already read are kept.';
const FILL_CAUSE = 'overview: base fee of earlier epochs';

/** Read base fees evenly over a span that ends at the head, newest first. At most 60 calls; none where figures exist or after a stop. */
export async function fillBaseFees(
  history: NetworkHistory,
  connection: ActiveConnection,
  head: ChainTipset,
  epochs: number,
  signal: AbortSignal,
): Promise<BaseFeeFill> {
  const anchor = head.key.map((cid) => ({ '/': cid }));
  const step = Math.max(1, Math.ceil(epochs / FILL_CALLS));
  const calls: BaseFeeFill['calls'] = [];
  const { changes } = history;
  let problem: string | undefined;
  await mapBounded(missingHeights(history, head.height, epochs, step), FILL_AT_ONCE, async (height) => {
    if (problem !== undefined) return;
    try {
      const { value, call } = await connection.client.call('ChainGetTipSetByHeight', [height, anchor], {
        schema: zNodeTipset,
        cause: FILL_CAUSE,
        signal,
      });
      calls.push(call);
      const [block] = value.blocks;
      if (block !== undefined && value.height <= height) history.put({ kind: 'base-fee' }, value.height, block.parentBaseFee.toString());
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      // Newest to oldest: earlier epochs are refused as well.
      problem ??= signal.aborted ? STOPPED : fillProblem(error, (head.height - height) * connection.facts.blockDelaySeconds * 1000);
    }
  });
  return { added: history.changes - changes, calls, ...(problem === undefined ? {} : { problem }) };
}

/** Return epochs of a span, every `step`, without a figure nearby; newest first. */
function missingHeights(history: NetworkHistory, headHeight: number, epochs: number, step: number): number[] {
  const heights: number[] = [];
  const newest = headHeight - SETTLED_EPOCHS;
  for (let height = newest; height >= Math.max(0, headHeight - epochs); height -= step) {
    const near = history.before({ kind: 'base-fee' }, height + Math.floor(step / 2));
    if (near === undefined || near.height < height - Math.floor(step / 2)) heights.push(height);
  }
  return heights;
}

function fillProblem(error: SextantError, agoMs: number): string {
  return LOOKBACK.test(error.details?.nodeMessage ?? '')
    ? `This endpoint has only recent history: it refused an epoch from ${formatDuration(agoMs)} ago.`
    : `Could not read earlier epochs: ${error.message}`;
}
