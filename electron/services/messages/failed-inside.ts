/** Whether a call inside of an executed message failed although the message succeeded, by StateReplay where the endpoint serves it. */
import { formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { REPLAY_TIMEOUT_MS, requireReplayOf, zReplay } from '../chain/message-trace.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { countFailedInside, readTrace, type TracedCall } from '../execution-trace.ts';

const CAUSE = 'sent: calls inside';

/** What became of the calls inside a message that succeeded. */
export type Inside =
  | { readonly kind: 'clear' }
  | { readonly kind: 'failed'; readonly words: string }
  /** Nobody told; why. */
  | { readonly kind: 'unknown'; readonly words: string };

export const NOT_ASKED: Inside = {
  kind: 'unknown',
  words: 'Calls inside it were not looked at: many messages were executed at once.',
};

/**
 * Asks what failed inside.
 *
 * @param carrierKey the tipset that carries the message
 * @param cid of the form that the chain carries
 */
export async function readInside(
  { client, letter }: Pick<ActiveConnection, 'client' | 'letter'>,
  carrierKey: readonly string[],
  { cid, unsignedCid }: { readonly cid: string; readonly unsignedCid: string },
): Promise<Inside> {
  try {
    const key = carrierKey.map((part) => ({ '/': part }));
    const answer = await client.call('StateReplay', [key, { '/': cid }], { schema: zReplay, cause: CAUSE, timeoutMs: REPLAY_TIMEOUT_MS });
    requireReplayOf(unsignedCid, answer);
    // Receivers need no types here: only how the calls ended counts.
    const words = describeFailures(
      readTrace(answer.value.ExecutionTrace, { actorTypeOf: () => undefined, actorTypeOfCode: () => undefined }),
      letter,
    );
    return words === undefined ? { kind: 'clear' } : { kind: 'failed', words };
  } catch (error) {
    // The receipt is what counts; this is a further question that many endpoints do not answer.
    if (error instanceof SextantError) {
      return { kind: 'unknown', words: `Calls inside it could not be looked at: ${error.message}` };
    }
    throw error;
  }
}

/** What failed below the outermost call though that did not, in a sentence. */
export function describeFailures(calls: readonly TracedCall[], letter: NetworkLetter): string | undefined {
  const failedCount = countFailedInside(calls);
  const first = calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  if (failedCount === 0 || first === undefined) return undefined;
  const { name } = explainExitCode(first.exitCode);
  const count = failedCount === 1 ? 'A call' : `${failedCount} calls`;
  return `${count} inside this message failed although the message itself succeeded: method ${first.method} of ${formatAddress(first.to, letter)} ended with ${name} (${first.exitCode}). See what it was meant to do before sending it again.`;
}
