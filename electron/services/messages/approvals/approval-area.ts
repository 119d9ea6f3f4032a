/**
 * From a draft to signed bytes: prepared, frozen, confirmed once in the trusted document, signed, then pushed or held.
 *
 * Handlers of the group `approval` serve the approval zone; the host decides which clients belong to it.
 */
import { defined } from '../../../../shared/collections/defined.ts';
import { type Address, formatAddress, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { decodeMessage, type Message } from '../../../../shared/domain/messages/message.ts';
import { encodeSignature, verifyBytes } from '../../../../shared/domain/signatures/signature.ts';
import type { SextantContract } from '../../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../../shared/ipc/derive.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Approval, Confirmed } from '../../../../shared/ipc/schemas/approvals.ts';
import type { Check, MessageDraft } from '../../../../shared/ipc/schemas/drafts.ts';
import type { DataText } from '../../../../shared/ipc/schemas/signatures.ts';
import { bytesToSign, readDataText } from '../../../../shared/validation/data-text.ts';
import type { Clock, Logger } from '../../../platform/ports.ts';
import { Approvals, type FrozenData, type FrozenSending } from '../../../wallet/approvals.ts';
import type { SendJournal } from '../../../wallet/send-journal.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
import type { WalletService } from '../../../wallet/wallet-service.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import type { ActiveConnectionSource } from '../../connections/active-connection.ts';
import { requireAddress } from '../../network-address.ts';
import type { DraftReviewer } from '../drafts/draft-reviewer.ts';
import type { MessagePusher } from '../journal/message-pusher.ts';
import { freezeApproval } from './freeze-approval.ts';
import { freezeBatch } from './freeze-batch.ts';
import { freezeData } from './freeze-data.ts';
import { type Consent, MessageSigner, newestHolders } from './message-signer.ts';

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
  /** Called after signing, so that the follower starts a pass. */
  readonly onSigned: () => void;
  /** Called when the list of pending approvals changes. */
  readonly onChange: () => void;
}

export interface ApprovalArea {
  readonly handlers: {
    readonly messages: Pick<Handlers['messages'], 'prepareMessage' | 'prepareBatch' | 'prepareDataSignature' | 'getApprovalOutcome'>;
    readonly approval: Pick<Handlers['approval'], 'confirmApproval' | 'rejectApproval' | 'listBatch'>;
  };
  listPending(): Approval[];
  stop(): void;
}

export function createApprovalArea(options: ApprovalAreaOptions): ApprovalArea {
  const { connections, wallet, journal, reviewer, pusher, known, clock, logger } = options;
  const signer = new MessageSigner({ connections, wallet, journal, onSigning: (id) => pusher.noteFresh(id) });
  const approvals = new Approvals({
    clock,
    onChange: options.onChange,
    onAbandoned: (frozen, why) => {
      if (frozen.kind === 'sending') {
        signer.abandon(frozen, why).catch((error: unknown) => logger.error('Could not record an abandoned approval', { error }));
      }
    },
  });

  /** Push a message and return whether a node accepted it. A failure is recorded in the journal; the follower retries. */
  async function push(journalId: string): Promise<boolean> {
    try {
      await pusher.push(journalId);
    } catch (error) {
      logger.error('Could not push a signed message', { id: journalId, error });
    }
    return isPushed(journal.get(journalId));
  }

  async function pushRest(journalIds: readonly string[]): Promise<void> {
    try {
      await pusher.pushAll(journalIds);
    } catch (error) {
      logger.error('Could not push the rest of a batch', { error });
    }
  }

  async function send(frozen: FrozenSending, consent: Consent): Promise<Confirmed> {
    const signed = await signer.sign(frozen, consent);
    const [first, ...rest] = signed;
    if (first === undefined) {
      throw new Error('An approval has at least one message.');
    }
    void known.noteSent(recipientsOf(frozen));
    const isFirstPushed = frozen.approval.isHeld ? false : await push(first.journalId);
    if (isFirstPushed) {
      void pushRest(rest.map(({ journalId }) => journalId));
    }
    const unpushed = isFirstPushed ? undefined : journal.get(first.journalId);
    const pushed = {
      isPushed: isFirstPushed,
      ...(unpushed?.stage === 'rejected' ? { isRejected: true as const } : {}),
      ...defined({ problem: unpushed?.problem }),
    };
    return frozen.approval.kind === 'message'
      ? { kind: 'message', ...first, ...pushed }
      : {
          kind: 'batch',
          batchId: frozen.approval.id,
          journalIds: signed.map(({ journalId }) => journalId),
          firstCid: first.cid,
          ...pushed,
        };
  }

  async function signData({ approval, data }: FrozenData, passphrase: string | undefined): Promise<Confirmed> {
    const { form } = approval;
    const { address, keyType } = approval.from;
    const from = requireAddress(address, 'from');
    const signature = await wallet.signData({ from, data, form, ...defined({ passphrase }) });
    if (!verifyBytes(signature, from, bytesToSign(data, form, keyType))) {
      throw new SextantError('internal', 'The signature does not match the approved data and was discarded.');
    }
    const signatureHex = bytesToHex(encodeSignature(signature));
    return { kind: 'data', signature: { address, form, keyType, dataHex: bytesToHex(data), signatureHex } };
  }

  return {
    handlers: {
      messages: {
        prepareMessage: async (draft) => {
          const reviewed = await reviewer.review(draft);
          const { facts, checks, network } = reviewed;
          refuseFailed(checks);
          const account = requireAccount(wallet.findAccount(facts.fields.from));
          const { message } = facts;
          if (message === undefined) {
            throw new SextantError('message-refused', 'Could not build the message.');
          }
          const holder = newestHolders(journal.list(), network.genesisCid)(message);
          requireReplacement({ draft, message, holder, journal });
          const isHeld = draft.isHeld === true;
          return add(freezeApproval({ reviewed, message, account, isHeld, holder, known, nowMs: clock.nowMs() }));
        },
        prepareBatch: async (draft) => {
          const batch = await reviewer.reviewRows(draft);
          refuseFailed(batch.problems);
          const failed = batch.rows.find(({ view, message }) => view.result === 'fail' || message === undefined);
          if (failed !== undefined) {
            const reason = failed.view.findings.find(({ result }) => result === 'fail')?.detail ?? 'Could not build its message.';
            throw new SextantError('message-refused', `Line ${failed.view.line} cannot be sent: ${reason}`);
          }
          if (batch.rows.length === 0) {
            throw new SextantError('message-refused', 'The file has no lines to send.');
          }
          return add(freezeBatch({ batch, account: requireAccount(wallet.findAccount(batch.from)), known, nowMs: clock.nowMs() }));
        },
        prepareDataSignature: async ({ from, data, form }) => {
          const account = requireAccount(wallet.findAccount(requireAddress(from, 'from')));
          const letter = connections.getActive()?.letter ?? 'f';
          return add(freezeData({ data: requireData(data), form, account, letter, nowMs: clock.nowMs() }));
        },
        getApprovalOutcome: async ({ approvalId }) => approvals.getOutcome(approvalId),
      },
      approval: {
        confirmApproval: async ({ id, passphrase, isNewNetworkAccepted }) => {
          const consent = { isNewNetworkAccepted, ...defined({ passphrase }) };
          const confirmed = await approvals.confirm(id, (frozen) =>
            frozen.kind === 'data' ? signData(frozen, passphrase) : send(frozen, consent),
          );
          if (confirmed.kind !== 'data') {
            options.onSigned();
          }
          return confirmed;
        },
        rejectApproval: async ({ id }) => {
          approvals.reject(id);
          return {};
        },
        listBatch: async ({ id, offset, limit }) => {
          const frozen = approvals.getFrozen(id);
          const messages = frozen.kind === 'sending' ? frozen.messages : [];
          return { messages: messages.slice(offset, offset + limit).map(({ shown }) => shown), count: messages.length };
        },
      },
    },
    listPending: () => approvals.listPending(),
    stop: () => approvals.stop(),
  };

  function add(frozen: FrozenSending | FrozenData): { approvalId: string } {
    approvals.add(frozen);
    return { approvalId: frozen.approval.id };
  }
}

/** Return the recipients of the messages and of the multisig transactions that they propose or approve. */
function recipientsOf({ messages }: FrozenSending): Address[] {
  const paid = messages.flatMap(({ messageBytes, shown }) => [
    decodeMessage(messageBytes).to,
    ...shown.moves.flatMap(({ to }) => (to === undefined ? [] : [parseAddress(to)])),
  ]);
  return [...new Set(paid)];
}

function isPushed(sent: SentMessage | undefined): boolean {
  return sent !== undefined && sent.stage !== 'intent' && sent.stage !== 'signed' && sent.stage !== 'rejected' && sent.stage !== 'failed';
}

function requireAccount(account: VaultAccount | undefined): VaultAccount {
  if (account === undefined) {
    throw new SextantError('key-missing', 'The vault has no key for this account.');
  }
  return account;
}

function requireData(data: DataText): Uint8Array {
  try {
    return readDataText(data);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('invalid-input', error.message, { details: { fields: { data: error.message } } });
  }
}

interface ReplacementCheck {
  readonly draft: MessageDraft;
  readonly message: Message;
  readonly holder: SentMessage | undefined;
  readonly journal: Pick<SendJournal, 'get'>;
}

/** Refuse to reuse the nonce of a message signed here, unless the draft names that message or states the nonce. */
function requireReplacement({ draft, message, holder, journal }: ReplacementCheck): void {
  if (draft.replacesId === undefined) {
    if (holder !== undefined && draft.nonce === undefined) {
      throw new SextantError('message-refused', `Another message with nonce ${message.nonce} was just signed. Prepare this message again.`);
    }
    return;
  }
  const named = journal.get(draft.replacesId)?.message;
  if (holder === undefined || named?.from !== message.from || named.nonce !== message.nonce) {
    const from = formatAddress(message.from, holder?.intent.letter ?? 'f');
    throw new SextantError('message-refused', `The message to replace does not have nonce ${message.nonce} of ${from}.`);
  }
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
