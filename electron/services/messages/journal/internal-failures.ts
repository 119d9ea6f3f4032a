/** Finds internal calls that failed although their message succeeded, with StateReplay where the endpoint serves it. */
import { formatAddress, type NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { REPLAY_TIMEOUT_MS, requireReplayOf, zReplay } from '../../chain/message-trace.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { countFailedInside, readTrace, type TracedCall } from '../../execution-trace.ts';

const CAUSE = 'sent: internal calls';

/** Outcome of the internal calls of a message that succeeded. */
export type Inside =
  | { readonly kind: 'clear' }
  | { readonly kind: 'failed'; readonly words: string }
  /** Could not be checked; `words` is the reason. */
  | { readonly kind: 'unknown'; readonly words: string };

export const NOT_ASKED: Inside = {
  kind: 'unknown',
  words: 'Internal calls were not checked: many messages were executed at once.',
};

/**
 * Check the internal calls of a message.
 *
 * @param inclusionKey the tipset that includes the message
 * @param cid CID of the message as it is on chain
 */
export async function readInside(
  { client, letter }: Pick<ActiveConnection, 'client' | 'letter'>,
  inclusionKey: readonly string[],
  { cid, unsignedCid }: { readonly cid: string; readonly unsignedCid: string },
): Promise<Inside> {
  try {
    const key = inclusionKey.map((part) => ({ '/': part }));
    const answer = await client.call('StateReplay', [key, { '/': cid }], { schema: zReplay, cause: CAUSE, timeoutMs: REPLAY_TIMEOUT_MS });
    requireReplayOf(unsignedCid, answer);
    // Actor types are not needed: only exit codes count.
    const words = describeFailures(
      readTrace(answer.value.ExecutionTrace, { actorTypeOf: () => undefined, actorTypeOfCode: () => undefined }),
      letter,
    );
    return words === undefined ? { kind: 'clear' } : { kind: 'failed', words };
  } catch (error) {
    // The receipt decides; many endpoints do not serve this additional check.
    if (error instanceof SextantError) {
      return { kind: 'unknown', words: `Could not check the internal calls: ${error.message}` };
    }
    throw error;
  }
}

/** Describe the failed internal calls of a message that succeeded; undefined if none failed. */
export function describeFailures(calls: readonly TracedCall[], letter: NetworkLetter): string | undefined {
  const failedCount = countFailedInside(calls);
  const first = calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  if (failedCount === 0 || first === undefined) return undefined;
  const { name } = explainExitCode(first.exitCode);
  const count = failedCount === 1 ? 'An internal call' : `${failedCount} internal calls`;
  return `${count} failed although the message succeeded: method ${first.method} of ${formatAddress(first.to, letter)} failed with ${name} (${first.exitCode}). Check what the call should have done before sending again.`;
}
