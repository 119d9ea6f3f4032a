/** Whether a call inside of an executed message failed although the message succeeded, by StateReplay where the endpoint serves it. */
import { z } from 'zod';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeClient } from '../../rpc/node-client.ts';

const CAUSE = 'sent: calls inside';
/** Traces are as large as the sender of a message makes them. */
const MAX_CALLS = 10_000;

interface Trace {
  readonly exitCode: number;
  readonly to: string;
  readonly method: string;
  readonly inner: readonly unknown[];
}

const zReplay = z.object({ ExecutionTrace: z.unknown() });
const zTrace = z
  .object({
    Msg: z.object({ To: z.string().max(120), Method: z.union([z.number(), z.bigint()]) }),
    MsgRct: z.object({ ExitCode: z.number().int() }),
    Subcalls: z.array(z.unknown()).max(MAX_CALLS).nullish(),
  })
  .transform(
    ({ Msg, MsgRct, Subcalls }): Trace => ({
      exitCode: MsgRct.ExitCode,
      to: Msg.To,
      method: Msg.Method.toString(),
      inner: Subcalls ?? [],
    }),
  );

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
 */
export async function readInside(client: NodeClient, carrierKey: readonly string[], cid: string): Promise<Inside> {
  try {
    const key = carrierKey.map((part) => ({ '/': part }));
    const { value } = await client.call('StateReplay', [key, { '/': cid }], { schema: zReplay, cause: CAUSE });
    const words = describeFailures(value.ExecutionTrace);
    return words === undefined ? { kind: 'clear' } : { kind: 'failed', words };
  } catch (error) {
    // The receipt is what counts; this is a further question that many endpoints do not answer.
    if (error instanceof SextantError) {
      return { kind: 'unknown', words: `Calls inside it could not be looked at: ${error.message}` };
    }
    throw error;
  }
}

/** What failed below the outermost call, in a sentence. */
export function describeFailures(trace: unknown): string | undefined {
  const failed: Trace[] = [];
  // The next one stands last: a hostile trace is not copied with every call.
  const waiting = [...(zTrace.safeParse(trace).data?.inner ?? [])].reverse();
  for (let count = 0; waiting.length > 0 && count < MAX_CALLS; count += 1) {
    const parsed = zTrace.safeParse(waiting.pop());
    if (parsed.success) {
      waiting.push(...parsed.data.inner.toReversed());
      if (parsed.data.exitCode !== 0) {
        failed.push(parsed.data);
      }
    }
  }
  const first = failed[0];
  if (first === undefined) {
    return undefined;
  }
  const { name } = explainExitCode(first.exitCode);
  const count = failed.length === 1 ? 'A call' : `${failed.length} calls`;
  return `${count} inside this message failed although the message itself succeeded: method ${first.method} of ${first.to} ended with ${name} (${first.exitCode}). See what it was meant to do before sending it again.`;
}
