/** What was signed: followed to finality, explained where it is stuck, exported, brought from elsewhere, verified. */
import { hexToBytes } from '../../../shared/domain/bytes.ts';
import { decodeSignedMessage } from '../../../shared/domain/message.ts';
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import { isSettled, type SentMessage } from '../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { BroughtMessages } from './brought-message.ts';
import { judgeDataSignature } from './data-verdict.ts';
import { type ChainPort, MessageFollower } from './message-follower.ts';
import { isPushable, MessagePusher } from './message-pusher.ts';
import { readSigned, signedJson } from './signed-reader.ts';
import { explainStuck } from './stuck-report.ts';

type MessageHandlers = HandlersOf<SextantContract>['messages'];

export interface JournalAreaOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface JournalArea {
  readonly handlers: Pick<
    MessageHandlers,
    'getJournalFile' | 'explainStuck' | 'exportSigned' | 'pushHeld' | 'readSigned' | 'pushSigned' | 'verifyData'
  >;
  readonly pusher: MessagePusher;
  /** Looks after what is under way, soon. */
  follow(): void;
  start(): void;
  /** Resolves when nothing is looked up or pushed any more. */
  stop(): Promise<void>;
}

export function createJournalArea({ connections, chain, journal, clock, logger }: JournalAreaOptions): JournalArea {
  const pusher: MessagePusher = new MessagePusher({
    connections,
    journal,
    logger,
    locate: (sent, active) => follower.locate(sent, active),
  });
  const follower: MessageFollower = new MessageFollower({ connections, chain, journal, clock, logger, sender: pusher });
  const brought = new BroughtMessages({ journal, chain });

  const requireEntry = (journalId: string): SentMessage => {
    const sent = journal.get(journalId);
    if (sent === undefined) {
      throw new SextantError('not-found', 'The journal has no such message. It may belong to another profile.');
    }
    return sent;
  };
  const nodeOf = ({ intent }: SentMessage): ActiveConnection | undefined => {
    const active = connections.getActive();
    return active?.facts.genesisCid === intent.genesisCid ? active : undefined;
  };
  const tipsetsOf = (active: ActiveConnection | undefined) =>
    active !== undefined && chain.slice.get().connectionId === active.id ? chain.tipsets : [];

  return {
    pusher,
    handlers: {
      getJournalFile: async () => journal.file,
      explainStuck: ({ journalId }) => {
        const sent = requireEntry(journalId);
        const active = nodeOf(sent);
        return explainStuck({
          sent,
          all: journal.list(),
          replacement: journal.replacementOf(journalId),
          active,
          lockedName: lockedNameOf(connections),
          tipsets: tipsetsOf(active),
          nowMs: clock.nowMs(),
        });
      },
      exportSigned: async ({ journalId }) => {
        const { intent, message, signedHex, signedCid, history } = requireEntry(journalId);
        if (signedHex === undefined || signedCid === undefined) {
          throw new SextantError('message-refused', 'Nothing to export: this message was never signed.');
        }
        // From here on it may reach a pool by another way.
        pusher.noteShared(journalId);
        return {
          json: signedJson(decodeSignedMessage(hexToBytes(signedHex)), intent.letter),
          hex: signedHex,
          signedCid,
          fileName: `signed-message-${message.nonce}-${signedCid.slice(-8)}.json`,
          signedAtMs: history.find(({ stage }) => stage === 'signed')?.atMs ?? intent.atMs,
        };
      },
      pushHeld: async ({ journalId }) => {
        const sent = requireEntry(journalId);
        if (sent.signedHex === undefined || isSettled(sent)) {
          throw new SextantError('message-refused', 'Nothing to push: the message was never signed or can no longer be executed.');
        }
        if (!isPushable(sent)) {
          throw new SextantError('message-refused', 'Nothing to push: the message is on chain, or another message has its nonce.');
        }
        if (nodeOf(sent) === undefined) {
          throw new SextantError('wrong-network', `Connect a node of ${sent.intent.networkName} first: the message is for that network.`);
        }
        if (sent.isHeld) {
          await journal.step(journalId, { stage: sent.stage, isHeld: false, note: 'Released manually.' });
        }
        const outcome = await pusher.push(journalId);
        follower.follow();
        if (outcome !== 'taken') {
          const { problem = 'Could not push the message. Sextant retries with the next heads.' } = requireEntry(journalId);
          throw new SextantError('message-refused', problem, { retryable: outcome === 'later' });
        }
        return {};
      },
      readSigned: ({ text }) => readSigned(text, connections.getActive(), journal),
      pushSigned: async ({ text }) => {
        const active = await connections.requireActive();
        const journalId = await brought.take(text, active);
        // What goes wrong from here on is told by the entry.
        await pusher.push(journalId);
        follower.follow();
        return { journalId };
      },
      verifyData: (claim) => judgeDataSignature(claim, connections.getActive()),
    },
    follow: () => follower.follow(),
    start: () => follower.start(),
    async stop() {
      // The pass of the follower ends with its pushes.
      await Promise.all([pusher.stop(), follower.stop()]);
    },
  };
}

/** The name of the connection that waits until the vault, which seals its token, is unlocked. */
function lockedNameOf(connections: ActiveConnectionSource): string | undefined {
  try {
    connections.requireChosen();
    return undefined;
  } catch (error) {
    return error instanceof SextantError && error.code === 'vault-locked' ? connections.getChosenName() : undefined;
  }
}
