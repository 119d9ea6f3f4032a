/**
 * Messages on their way out: reviewed, frozen, approved, sent, followed.
 *
 * A draft is text from the app and is trusted in nothing: it is parsed again, everything it names is read from the node, and the
 * bytes are built here. Only the approval zone can confirm what was prepared. Called by the handlers of `messages` and `approval`.
 */
import { methodName } from '../../../shared/domain/actor-methods.ts';
import type { Address } from '../../../shared/domain/address.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { maximumFee } from '../../../shared/domain/gas.ts';
import { encodeMessage, messageCid } from '../../../shared/domain/message.ts';
import { networkVersionOn } from '../../../shared/domain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Approval, Check, DraftReview, MessageDraft } from '../../../shared/ipc/schemas/wallet.ts';
import type { ParsedDraft } from '../../../shared/validation/forms.ts';
import { parseDraft } from '../../../shared/validation/forms.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { ApprovalOutcome, ConfirmResult } from '../../wallet/approvals.ts';
import { Approvals } from '../../wallet/approvals.ts';
import { nextOwnNonce } from '../../wallet/nonce-ledger.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import { readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { singletonOfActor } from './account-reader.ts';
import { checkDraft, isToSender } from './draft-checks.ts';
import type { DraftFacts } from './draft-facts.ts';
import { readDraftFacts } from './draft-facts.ts';
import { freezeApproval, likelyFeeOf } from './freeze-approval.ts';
import type { ChainPort } from './message-follower.ts';
import { MessageFollower } from './message-follower.ts';
import type { Consent } from './message-sender.ts';
import { MessageSender } from './message-sender.ts';

export interface MessagesServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly wallet: WalletService;
  readonly journal: SendJournal;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onApprovalsChanged: () => void;
}

interface Reviewed {
  readonly active: ActiveConnection;
  readonly facts: DraftFacts;
  readonly checks: readonly Check[];
}

export class MessagesService {
  readonly #options: MessagesServiceOptions;
  readonly #approvals: Approvals;
  readonly #sender: MessageSender;
  readonly #follower: MessageFollower;

  constructor(options: MessagesServiceOptions) {
    const { connections, chain, wallet, journal, clock, logger } = options;
    this.#options = options;
    this.#sender = new MessageSender({
      connections,
      wallet,
      journal,
      logger,
      locate: (sent, active) => this.#follower.locate(sent, active),
    });
    this.#follower = new MessageFollower({ connections, chain, journal, clock, logger, sender: this.#sender });
    this.#approvals = new Approvals({
      clock,
      onChange: options.onApprovalsChanged,
      onAbandoned: (id, why) => {
        this.#sender.abandon(id, why).catch((error: unknown) => logger.error('An abandoned approval could not be noted', { id, error }));
      },
    });
  }

  start(): void {
    this.#follower.start();
  }

  async stop(): Promise<void> {
    this.#approvals.stop();
    await this.#follower.stop();
  }

  /**
   * What a draft would become at the head. Reads only; what is wrong with the draft is in the answer, not thrown.
   *
   * @throws SextantError `not-connected`, and what the endpoint answers
   */
  async reviewDraft(draft: MessageDraft): Promise<DraftReview> {
    const parsed = parseDraft(draft);
    if (!parsed.ok) {
      const head = this.#options.chain.tipsets.at(-1);
      if (head === undefined) {
        throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
      }
      const pinned = { height: head.height, key: [...head.key], timeMs: head.timeMs };
      return { pinned, fieldErrors: parsed.errors, checks: [], calls: [] };
    }
    return this.#toReview(await this.#review(parsed.fields));
  }

  /**
   * Builds the message again from the draft and puts its frozen bytes before the trusted document.
   *
   * @throws SextantError `invalid-input` with errors by field, `key-missing`, `insufficient-funds`, `message-refused`
   */
  async prepareMessage(draft: MessageDraft): Promise<{ approvalId: string }> {
    const parsed = parseDraft(draft);
    if (!parsed.ok) {
      throw new SextantError('invalid-input', 'The draft has fields that cannot be used.', { details: { fields: parsed.errors } });
    }
    const { active, facts, checks } = await this.#review(parsed.fields);
    const account = this.#options.wallet.findAccount(parsed.fields.from);
    refuseFailed(checks);
    if (facts.message === undefined || account === undefined) {
      throw new SextantError('message-refused', 'The message could not be built.');
    }
    const frozen = freezeApproval({ message: facts.message, facts, checks, account, active, nowMs: this.#options.clock.nowMs() });
    this.#approvals.add(frozen);
    return { approvalId: frozen.approval.id };
  }

  /** @throws SextantError `approval-missing` */
  getApprovalOutcome(id: string): ApprovalOutcome {
    return this.#approvals.getOutcome(id);
  }

  listApprovals(): Approval[] {
    return this.#approvals.listWaiting();
  }

  /**
   * Signs and pushes exactly once. For the approval zone alone.
   *
   * @throws SextantError `approval-missing`, `approval-expired`, `approval-settled`, `vault-locked`, `wrong-passphrase`,
   * `wrong-network`, `not-connected`, `message-refused`
   */
  async confirmApproval(id: string, consent: Consent): Promise<ConfirmResult> {
    const result = await this.#approvals.confirm(id, (frozen) => this.#sender.send(frozen, consent));
    this.#follower.follow();
    return result;
  }

  rejectApproval(id: string): void {
    this.#approvals.reject(id);
  }

  async #review(fields: ParsedDraft): Promise<Reviewed> {
    const { connections, chain, wallet, journal, clock } = this.#options;
    const active = await connections.requireActive();
    const tipsets = chain.slice.get().connectionId === active.id ? chain.tipsets : [];
    const { genesisCid, networkName } = active.facts;
    const ownNonce = nextOwnNonce(journal.list(), genesisCid, fields.from);
    const facts = await readPinned(active.client, tipsets, 'compose: review', (node) => {
      const baseFee = tipsets.find((tipset) => tipset.height === node.ref.height)?.baseFee ?? '0';
      return readDraftFacts(node, { active, fields, ownNonce, baseFee: attoFil(baseFee) });
    });
    const checks = checkDraft(facts, {
      letter: active.letter,
      networkName,
      genesisCid,
      account: wallet.findAccount(fields.from),
      sent: journal.list(),
      nowMs: clock.nowMs(),
    });
    return { active, facts, checks };
  }

  #toReview({ active, facts, checks }: Reviewed): DraftReview {
    const write = (address: Address) => formatAddress(address, active.letter);
    const { sender, recipient, message, simulation, fields } = facts;
    const name = singletonOfActor(recipient)?.name;
    const method = methodName(recipient.actorType, fields.method, networkVersionOn(active.facts.networkName, facts.pinned.height));
    return {
      pinned: facts.pinned,
      fieldErrors: {},
      checks: [...checks],
      sender: { address: write(sender.address), balance: sender.balance.toString(), exists: sender.exists },
      recipient: {
        address: write(recipient.address),
        exists: recipient.exists,
        ...(recipient.actorType === undefined ? {} : { actorType: recipient.actorType }),
        ...(recipient.idAddress === undefined ? {} : { idAddress: write(recipient.idAddress) }),
        ...(name === undefined ? {} : { name }),
        isSender: isToSender(facts),
      },
      ...(method === undefined ? {} : { methodName: method }),
      ...(message === undefined
        ? {}
        : {
            message: {
              nonce: message.nonce.toString(),
              gasLimit: message.gasLimit.toString(),
              gasFeeCap: message.gasFeeCap.toString(),
              gasPremium: message.gasPremium.toString(),
              value: message.value.toString(),
              maximumFee: maximumFee(message).toString(),
              // Without a simulation nothing below the highest fee can be promised.
              likelyFee: (likelyFeeOf(message, facts) ?? maximumFee(message)).toString(),
              baseFee: facts.baseFee.toString(),
              cid: messageCid(message),
              bytesHex: bytesToHex(encodeMessage(message)),
            },
          }),
      ...(simulation === undefined
        ? {}
        : {
            simulation: {
              exitCode: simulation.exitCode,
              exitName: explainExitCode(simulation.exitCode, { calledActor: recipient.actorType }).name,
              gasUsed: simulation.gasUsed.toString(),
              ...(simulation.error === undefined ? {} : { error: simulation.error }),
            },
          }),
      calls: [...facts.calls],
    };
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
