/** What failed inside of recorded messages. */
import { describe, expect, it } from 'vitest';
import type { NodeClient } from '../../../../../../electron/rpc/node-client.ts';
import { type Inside, readInside } from '../../../../../../electron/services/messages/journal/internal-failures.ts';
import { messageCid } from '../../../../../../shared/domain/messages/message.ts';
import { parseNodeMessage } from '../../../../../../shared/validation/node/message.ts';
import { listSharedFiles, readSharedJson } from '../../../../../builders/shared-data.ts';
import type { TracedCall } from '../../../../../builders/traced-calls.ts';

interface Recorded {
  readonly Msg: { readonly To: string };
  readonly ExecutionTrace: TracedCall | null;
}

const recorded = listSharedFiles('chain/traces').flatMap((file) => readSharedJson<{ Trace: Recorded[] }>(`chain/traces/${file}`).Trace);

/** What is told where a node answers with this replay. */
function insideBy(replay: unknown, unsignedCid: string): Promise<Inside> {
  const client = {
    call: async (method: string, _params: unknown, { schema }: { schema: { parse(value: unknown): unknown } }) => ({
      value: schema.parse(replay),
      call: { id: 1, method },
    }),
  } as unknown as NodeClient;
  return readInside({ client, letter: 'f' }, [], { cid: unsignedCid, unsignedCid });
}

const cidOf = ({ Msg }: Recorded): string => messageCid(parseNodeMessage(Msg));

describe('calls inside of a message', () => {
  it('are told where they failed though the message did not', async () => {
    const passed = recorded.filter(({ ExecutionTrace }) => ExecutionTrace?.MsgRct.ExitCode === 0);
    const withInner = passed.filter(({ ExecutionTrace }) => (ExecutionTrace?.Subcalls ?? []).length > 0);
    expect(withInner.length).toBeGreaterThan(50);
    for (const replay of passed) expect(await insideBy(replay, cidOf(replay))).toEqual({ kind: 'clear' });
    for (const replay of withInner.slice(0, 20)) {
      const { ExecutionTrace } = replay;
      const [first, ...others] = ExecutionTrace?.Subcalls ?? [];
      if (first === undefined) continue;
      // None of the recordings has such a call: one is made to fail.
      const failing = { ...first, MsgRct: { ...first.MsgRct, ExitCode: 16 } };
      expect(await insideBy({ ...replay, ExecutionTrace: { ...ExecutionTrace, Subcalls: [failing, ...others] } }, cidOf(replay))).toEqual({
        kind: 'failed',
        words: expect.stringMatching(
          new RegExp(`^An internal call .* method ${first.Msg.Method} of ${first.Msg.To} failed with \\w+ \\(16\\)`),
        ),
      });
    }
  });

  it('are not told by the replay of another message, nor by one that cannot be read', async () => {
    const [one, ...others] = recorded;
    const other = others.find((candidate) => one !== undefined && cidOf(candidate) !== cidOf(one));
    if (one === undefined || other === undefined) throw new Error('There are no recordings.');
    expect(await insideBy(other, cidOf(one))).toMatchObject({ kind: 'unknown', words: expect.stringContaining('a different message') });
    for (const ExecutionTrace of [null, 'x', {}, { ...one.ExecutionTrace, Subcalls: [1, null] }]) {
      expect(await insideBy({ ...one, ExecutionTrace }, cidOf(one))).toMatchObject({ kind: 'unknown' });
    }
  });
});
