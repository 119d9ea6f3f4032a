/** A contract of its own with every kind of leaf in both zones, and services behind it, for the suite that all hosts pass. */
import { z } from 'zod';
import { createDispatch } from '../../electron/host/dispatch.ts';
import { createTopicPublisher } from '../../electron/host/topic-publisher.ts';
import type { LogFields, Logger } from '../../electron/platform/ports.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { ListTopic, ValueTopic } from '../../electron/platform/topics.ts';
import { command, listTopic, query, valueTopic } from '../../shared/ipc/define.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';

const zEcho = z.object({ text: z.string(), amount: z.string().regex(/^\d+$/), maybe: z.string().optional() });
const zItem = z.object({ id: z.number().int(), text: z.string() });
export type Item = z.infer<typeof zItem>;

export const sampleContract = {
  plain: {
    getEcho: query('app', zEcho, zEcho),
    failAsExpected: command('app', z.object({}), z.object({})),
    failAsBug: command('app', z.object({}), z.object({})),
    answerWrongly: query('app', z.object({}), z.object({ count: z.number() })),
    counted: valueTopic('app', z.object({ count: z.number() })),
    listed: listTopic('app', zItem, 'id', 5),
  },
  guarded: {
    unlock: command('approval', z.object({ secret: z.string() }), z.object({ isOpen: z.boolean() })),
    changed: valueTopic('approval', z.object({ isOpen: z.boolean() })),
  },
} as const;

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/** The services of the sample, and what their host needs. */
export function createSample() {
  const counted = new ValueTopic<{ count: number }>({ count: 0 });
  const listed = new ListTopic<Item>((item) => item.id, 5);
  const changed = new ValueTopic<{ isOpen: boolean }>({ isOpen: false });
  const lines: LogLine[] = [];
  const write =
    (level: LogLine['level']) =>
    (message: string, fields?: LogFields): void => {
      lines.push({ level, message, fields });
    };
  const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), child: () => logger };
  const dispatch = createDispatch({
    contract: sampleContract,
    handlers: {
      plain: {
        getEcho: async (input) => input,
        failAsExpected: async () => {
          throw new SextantError('node-error', 'The node said no.', { details: { nodeCode: -32000, nodeMessage: 'no' }, retryable: true });
        },
        failAsBug: async () => {
          throw new Error('private detail that no document may see');
        },
        answerWrongly: async () => JSON.parse('{"count":"three"}'),
      },
      guarded: {
        unlock: async (input) => {
          changed.set({ isOpen: true });
          return { isOpen: input.secret !== '' };
        },
      },
    },
    logger,
    isOutputChecked: true,
  });
  const publisher = createTopicPublisher({
    contract: sampleContract,
    topics: { plain: { counted, listed }, guarded: { changed } },
    clock: systemClock,
    logger,
    isOutputChecked: true,
  });
  return { counted, listed, changed, lines, logger, dispatch, publisher };
}

export type Sample = ReturnType<typeof createSample>;
