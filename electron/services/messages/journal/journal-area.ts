/** Handlers for signed messages: follow to finality, explain delays, export, import, push and verify. */
import { hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { decodeSignedMessage } from '../../../../shared/domain/messages/message.ts';
import type { SextantContract } from '../../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../../shared/ipc/derive.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../../../platform/ports.ts';
import type { SendJournal } from '../../../wallet/send-journal.ts';
import { isSettled, type SentMessage } from '../../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import { judgeDataSignature } from '../approvals/data-verdict.ts';
import { ImportedMessages } from './imported-message.ts';
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
  /** Ask for a pass of the follower. */
  follow(): void;
  start(): void;
  /** Resolve when all lookups and pushes have ended. */
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
  const imported = new ImportedMessages({ journal, chain });

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
        // From here on it may reach a mempool by other means.
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
        if (outcome !== 'accepted') {
          const { problem = 'Could not push the message. Sextant retries automatically.' } = requireEntry(journalId);
          throw new SextantError('message-refused', problem, { retryable: outcome === 'later' });
        }
        return {};
      },
      readSigned: ({ text }) => readSigned(text, connections.getActive(), journal),
      pushSigned: async ({ text }) => {
        const active = await connections.requireActive();
        const journalId = await imported.importMessage(text, active);
        // Failures from here on are recorded in the entry.
        await pusher.push(journalId);
        follower.follow();
        return { journalId };
      },
      verifyData: (claim) => judgeDataSignature(claim, connections.getActive()),
    },
    follow: () => follower.follow(),
    start: () => follower.start(),
    async stop() {
      // A pass of the follower ends when its pushes have ended.
      await Promise.all([pusher.stop(), follower.stop()]);
    },
  };
}

/** Return the name of the chosen connection if the locked vault keeps it from connecting. */
function lockedNameOf(connections: ActiveConnectionSource): string | undefined {
  try {
    connections.requireChosen();
    return undefined;
  } catch (error) {
    return error instanceof SextantError && error.code === 'vault-locked' ? connections.getChosenName() : undefined;
  }
}
