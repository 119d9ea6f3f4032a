/**
 * From a draft to signed bytes: prepared, frozen, confirmed once in the trusted document, signed.
 *
 * The handlers of the group `approval` are for the approval zone; the host decides who that is.
 */
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Approval } from '../../../shared/ipc/schemas/approvals.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { Approvals } from '../../wallet/approvals.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { DraftReviewer } from './draft-reviewer.ts';
import { freezeApproval } from './freeze-approval.ts';
import type { MessagePusher } from './message-pusher.ts';
import { MessageSigner } from './message-signer.ts';

type Handlers = HandlersOf<SextantContract>;

export interface ApprovalAreaOptions {
  readonly connections: ActiveConnectionSource;
  readonly wallet: WalletService;
  readonly journal: SendJournal;
  readonly reviewer: DraftReviewer;
  readonly pusher: MessagePusher;
  readonly known: KnownAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Something was signed: the follower looks after it. */
  readonly onSigned: () => void;
  /** What waits changed. */
  readonly onChange: () => void;
}

export interface ApprovalArea {
  readonly handlers: {
    readonly messages: Pick<Handlers['messages'], 'prepareMessage' | 'prepareBatch' | 'prepareDataSignature' | 'getApprovalOutcome'>;
    readonly approval: Pick<Handlers['approval'], 'confirmApproval' | 'rejectApproval' | 'listBatch'>;
  };
  listWaiting(): Approval[];
  stop(): void;
}

const notYet = async (): Promise<never> => {
  throw new SextantError('internal', 'Not built yet.');
};

export function createApprovalArea(options: ApprovalAreaOptions): ApprovalArea {
  const { connections, wallet, journal, reviewer, pusher, clock, logger } = options;
  const signer = new MessageSigner({ connections, wallet, journal, onSigning: (id) => pusher.noteFresh(id) });
  const approvals = new Approvals({
    clock,
    onChange: options.onChange,
    onAbandoned: (id, why) => {
      signer.abandon(id, why).catch((error: unknown) => logger.error('An abandoned approval could not be noted', { id, error }));
    },
  });
  return {
    handlers: {
      messages: {
        prepareMessage: async (draft) => {
          const { active, facts, checks } = await reviewer.review(draft);
          const account = wallet.findAccount(facts.fields.from);
          refuseFailed(checks);
          if (facts.message === undefined || account === undefined) {
            throw new SextantError('message-refused', 'The message could not be built.');
          }
          const frozen = freezeApproval({ message: facts.message, facts, checks, account, active, nowMs: clock.nowMs() });
          approvals.add(frozen);
          return { approvalId: frozen.approval.id };
        },
        prepareBatch: notYet,
        prepareDataSignature: notYet,
        getApprovalOutcome: async ({ approvalId }) => {
          const { status, journalId } = approvals.getOutcome(approvalId);
          const cid = journalId === undefined ? undefined : journal.get(journalId)?.signedCid;
          return {
            status,
            ...(journalId === undefined || cid === undefined ? {} : { result: { kind: 'message', journalId, cid, isPushed: true } }),
          };
        },
      },
      approval: {
        confirmApproval: async ({ id, passphrase, isNewNetworkAccepted }) => {
          const consent = { isNewNetworkAccepted, ...(passphrase === undefined ? {} : { passphrase }) };
          const result = await approvals.confirm(id, async (frozen) => {
            const { signedCid } = await signer.sign(frozen, consent);
            try {
              await pusher.push(id);
            } catch (error) {
              // The signature is on disk: whatever goes wrong from here on is for the follower to mend.
              logger.error('A signed message could not be pushed', { id, error });
            }
            return { journalId: id, cid: signedCid };
          });
          options.onSigned();
          return { kind: 'message', ...result, isPushed: true };
        },
        rejectApproval: async ({ id }) => {
          approvals.reject(id);
          return {};
        },
        listBatch: notYet,
      },
    },
    listWaiting: () => approvals.listWaiting(),
    stop: () => approvals.stop(),
  };
}

function refuseFailed(checks: readonly Check[]): void {
  const failed = checks.filter((check) => check.result === 'fail');
  const first = failed.find(({ id }) => id === 'key') ?? failed.find(({ id }) => id === 'funds') ?? failed[0];
  if (first === undefined) {
    return;
  }
  const code = first.id === 'key' ? 'key-missing' : first.id === 'funds' ? 'insufficient-funds' : 'message-refused';
  throw new SextantError(code, first.detail);
}
