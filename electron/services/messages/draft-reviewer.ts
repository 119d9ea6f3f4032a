/**
 * What a draft would become at the head.
 *
 * A draft is text from the app and is trusted in nothing: it is parsed, everything it names is read from the node, and the bytes are
 * built here. Reads only. Called by the handlers of `messages` and, once more, when an approval is prepared.
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
import type { BatchDraft, DraftReview, MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { ParsedDraft } from '../../../shared/validation/forms.ts';
import { parseDraft } from '../../../shared/validation/forms.ts';
import type { Clock } from '../../platform/ports.ts';
import { nextOwnNonce } from '../../wallet/nonce-ledger.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { VaultAccount } from '../../wallet/vault-file.ts';
import { readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { singletonOfActor } from './account-reader.ts';
import { checkDraft, isToSender } from './draft-checks.ts';
import type { DraftFacts } from './draft-facts.ts';
import { readDraftFacts } from './draft-facts.ts';
import { likelyFeeOf } from './freeze-approval.ts';
import type { ChainPort } from './message-follower.ts';
import type { Reviewed, ReviewedBatch } from './reviewed.ts';

export interface DraftReviewerOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly findAccount: (address: Address) => VaultAccount | undefined;
  readonly journal: SendJournal;
  readonly clock: Clock;
}

export class DraftReviewer {
  readonly #options: DraftReviewerOptions;

  constructor(options: DraftReviewerOptions) {
    this.#options = options;
  }

  /**
   * What is wrong with the draft is in the answer, not thrown.
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

  /** @throws SextantError `invalid-input` with errors by field, and as `reviewDraft` */
  async review(draft: MessageDraft): Promise<Reviewed> {
    const parsed = parseDraft(draft);
    if (!parsed.ok) {
      throw new SextantError('invalid-input', 'The draft has fields that cannot be used.', { details: { fields: parsed.errors } });
    }
    return this.#review(parsed.fields);
  }

  /**
   * Builds every message of a batch.
   *
   * @throws SextantError `invalid-input` where the sender or the file cannot be read, and as `reviewDraft`
   */
  async reviewRows(_draft: BatchDraft): Promise<ReviewedBatch> {
    throw new SextantError('internal', 'Not built yet.');
  }

  async #review(fields: ParsedDraft): Promise<Reviewed> {
    const { connections, chain, findAccount, journal, clock } = this.#options;
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
      account: findAccount(fields.from),
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
      sender: { address: write(sender.address), balance: sender.balance.toString(), exists: sender.exists, isOwn: true, calls: [] },
      recipient: {
        address: write(recipient.address),
        exists: recipient.exists,
        ...(recipient.actorType === undefined ? {} : { actorType: recipient.actorType }),
        ...(recipient.idAddress === undefined ? {} : { idAddress: write(recipient.idAddress) }),
        ...(name === undefined ? {} : { name }),
        isSender: isToSender(facts),
        isOwn: false,
        calls: [],
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
              paramsHex: bytesToHex(message.params),
              params: { form: 'hex' },
              json: '',
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
              calls: [],
              omittedCount: 0,
              failedInsideCount: 0,
              balanceChanges: [],
            },
          }),
      calls: [...facts.calls],
    };
  }
}
