/** What was signed: followed to finality, explained where it is stuck, exported, brought from elsewhere, verified. */
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import { type ChainPort, MessageFollower } from './message-follower.ts';
import { MessagePusher } from './message-pusher.ts';

type MessageHandlers = HandlersOf<SextantContract>['messages'];

export interface JournalAreaOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface JournalArea {
  readonly handlers: Pick<MessageHandlers, 'explainStuck' | 'exportSigned' | 'pushHeld' | 'readSigned' | 'pushSigned' | 'verifyData'>;
  readonly pusher: MessagePusher;
  /** Looks after what is under way, soon. */
  follow(): void;
  start(): void;
  stop(): Promise<void>;
}

const notYet = async (): Promise<never> => {
  throw new SextantError('internal', 'Not built yet.');
};

export function createJournalArea({ connections, chain, journal, clock, logger }: JournalAreaOptions): JournalArea {
  const pusher: MessagePusher = new MessagePusher({
    connections,
    journal,
    logger,
    locate: (sent, active) => follower.locate(sent, active),
  });
  const follower: MessageFollower = new MessageFollower({ connections, chain, journal, clock, logger, sender: pusher });
  return {
    pusher,
    handlers: {
      explainStuck: notYet,
      exportSigned: notYet,
      pushHeld: notYet,
      readSigned: notYet,
      pushSigned: notYet,
      verifyData: notYet,
    },
    follow: () => follower.follow(),
    start: () => follower.start(),
    stop: () => follower.stop(),
  };
}
