/** Tests whether a connection's WebSocket URL sends heads. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { Clock } from '../../platform/ports.ts';
import type { NodeClient } from '../../rpc/node-client.ts';

const FIRST_ITEM_MS = 15_000;

/** Waits for the first item of ChainNotify; undefined if the connection has no WebSocket URL. */
export async function readStream(client: NodeClient, clock: Clock, cause: string): Promise<NodeFacts['stream']> {
  if (!client.hasStream) return undefined;
  const late = new AbortController();
  const cancel = clock.after(FIRST_ITEM_MS, () => late.abort());
  try {
    for await (const _item of client.subscribe('ChainNotify', [], { cause, timeoutMs: FIRST_ITEM_MS, signal: late.signal })) {
      return { isOpen: true };
    }
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    if (!late.signal.aborted) return { isOpen: false, problem: error.message };
  } finally {
    cancel();
  }
  return { isOpen: false, problem: `ChainNotify sent nothing within ${FIRST_ITEM_MS / 1000} s.` };
}
