/**
 * Reviews drafts at the head.
 *
 * A draft is untrusted text from the app: it is parsed, everything it names is read from the node, and the bytes are built here. Read-only.
 * Called by the handlers of `messages`, and again when an approval is prepared.
 */
import { type Address, formatAddress } from '../../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { timeMsToEpoch } from '../../../../shared/domain/chain/epoch.ts';
import { builtInKnowledge, versionAt } from '../../../../shared/domain/chain/network-version.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Settings } from '../../../../shared/ipc/schemas/app.ts';
import type { BatchDraft, BatchReview, DraftReview, MessageDraft, NonceView } from '../../../../shared/ipc/schemas/drafts.ts';
import { type ParsedDraft, parseDraft } from '../../../../shared/validation/forms.ts';
import type { Clock } from '../../../platform/ports.ts';
import type { SendJournal } from '../../../wallet/send-journal.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { resolveOnChain } from '../../addresses/resolve-address.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import type { ChainTipset } from '../../pinned/chain-tipset.ts';
import { tipsetRef } from '../../pinned/chain-tipset.ts';
import { readPinned } from '../../pinned/pinned-node.ts';
import { offlineFacts } from '../approvals/offline-facts.ts';
import type { ChainPort } from '../journal/message-follower.ts';
import { reviewBatchRows } from './batch-reviewer.ts';
import { viewOfBatch } from './batch-view.ts';
import { type CheckContext, checkDraft } from './draft-checks.ts';
import { readDraftFacts, readPoolNonce } from './draft-facts.ts';
import { networkOf, offlineNetwork } from './draft-network.ts';
import { viewOfReview } from './draft-view.ts';
import { nonceView } from './nonce-view.ts';
import type { DraftNetwork, Reviewed, ReviewedBatch } from './reviewed.ts';

export interface DraftReviewerOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly findAccount: (address: Address) => VaultAccount | undefined;
  readonly journal: SendJournal;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly known: KnownAddresses;
}

export class DraftReviewer {
  readonly #options: DraftReviewerOptions;

  constructor(options: DraftReviewerOptions) {
    this.#options = options;
  }

  /**
   * Review a draft. Errors of the draft are in the result, not thrown.
   *
   * @throws SextantError `not-connected`, and errors of the endpoint
   */
  async reviewDraft(draft: MessageDraft): Promise<DraftReview> {
    const parsed = parseDraft(draft);
    if (parsed.ok) return viewOfReview(await this.#review(parsed.fields), this.#options.known);
    const head = this.#options.chain.tipsets.at(-1);
    if (head === undefined && draft.offline === undefined) {
      throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
    }
    const pinned = head === undefined || draft.offline !== undefined ? {} : { pinned: tipsetRef(head) };
    return { ...pinned, fieldErrors: parsed.errors, checks: [], calls: [] };
  }

  /** Review a draft for an approval. @throws SextantError `invalid-input` with errors by field, and as `reviewDraft` */
  async review(draft: MessageDraft): Promise<Reviewed> {
    const parsed = parseDraft(draft);
    if (!parsed.ok) throw wrongFields(parsed.errors);
    const reviewed = await this.#review(parsed.fields);
    if (Object.keys(reviewed.facts.fieldErrors).length > 0) throw wrongFields(reviewed.facts.fieldErrors);
    return reviewed;
  }

  /**
   * Build every message of a batch. Errors of its lines are in the result.
   *
   * @throws SextantError `invalid-input` for an invalid sender or gas price, and as `reviewDraft`
   */
  async reviewRows(draft: BatchDraft): Promise<ReviewedBatch> {
    const { known } = this.#options;
    const active = await this.#options.connections.requireActive();
    const tipsets = this.#tipsets(active);
    return readPinned(active.client, tipsets, 'compose: batch', async (node) =>
      reviewBatchRows(node, {
        active,
        draft,
        baseFee: baseFeeAt(tipsets, node.ref.height),
        known,
        contextOf: (network, from) => this.#contextOf(network, from),
        networkOf: (from) => networkOf(active, from),
      }),
    );
  }

  /** Dry-run a batch for the documents. Throws as `reviewRows`. */
  async reviewBatch(draft: BatchDraft): Promise<BatchReview> {
    return viewOfBatch(await this.reviewRows(draft));
  }

  /** Read the nonces of a sender. @throws SextantError `not-connected`, and errors of the endpoint */
  async getNonces(from: Address): Promise<NonceView> {
    const active = await this.#options.connections.requireActive();
    return readPinned(active.client, this.#tipsets(active), 'compose: nonces', async (node) => {
      const [sender, pool] = await Promise.all([resolveOnChain(node, from, active), readPoolNonce(active, from)]);
      if (sender.problem !== undefined) {
        throw new SextantError('node-error', `Could not read the nonce of ${formatAddress(from, active.letter)}: ${sender.problem}`, {
          retryable: true,
        });
      }
      const calls = [...sender.calls.slice(0, 1), ...(pool === undefined ? [] : [pool.call])];
      const { genesisCid } = active.facts;
      return nonceView({ chain: sender.nonce, pool: pool?.value, sent: this.#options.journal.list(), genesisCid, from, calls });
    });
  }

  async #review(fields: ParsedDraft): Promise<Reviewed> {
    if (fields.offline !== undefined) {
      const network = offlineNetwork(fields.offline.genesisCid, this.#options.connections.getActive());
      const facts = offlineFacts(fields, scheduledVersion(network, this.#options.clock.nowMs()));
      return { network, facts, checks: checkDraft(facts, this.#contextOf(network, fields.from)) };
    }
    const active = await this.#options.connections.requireActive();
    const tipsets = this.#tipsets(active);
    const sent = this.#options.journal.list();
    const [network, facts] = await Promise.all([
      networkOf(active, fields.from),
      readPinned(active.client, tipsets, 'compose: review', (node) =>
        readDraftFacts(node, { active, fields, sent, known: this.#options.known, baseFee: baseFeeAt(tipsets, node.ref.height) }),
      ),
    ]);
    return { active, network, facts, checks: checkDraft(facts, this.#contextOf(network, fields.from)) };
  }

  /** The chain service may still have tipsets of the previous connection. */
  #tipsets(active: ActiveConnection): readonly ChainTipset[] {
    const { chain } = this.#options;
    return chain.slice.get().connectionId === active.id ? chain.tipsets : [];
  }

  #contextOf(network: DraftNetwork, from: Address): CheckContext {
    const { findAccount, journal, clock, settings, known } = this.#options;
    return {
      network,
      account: findAccount(from),
      sent: journal.list(),
      known: known.list(),
      nowMs: clock.nowMs(),
      feeWarningPercent: settings().feeWarningPercent,
    };
  }
}

/** Return the network version by this machine's clock; undefined if the upgrades of the network are unknown. */
function scheduledVersion({ name, clock }: DraftNetwork, nowMs: number): number | undefined {
  return clock === undefined ? undefined : versionAt(builtInKnowledge(name), timeMsToEpoch(nowMs, clock))?.version;
}

function baseFeeAt(tipsets: readonly ChainTipset[], height: number): AttoFil {
  return attoFil(tipsets.find((tipset) => tipset.height === height)?.baseFee ?? '0');
}

function wrongFields(errors: Readonly<Record<string, string | undefined>>): SextantError {
  const fields = Object.fromEntries(Object.entries(errors).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])));
  return new SextantError('invalid-input', 'Some fields of the draft are invalid.', { details: { fields } });
}
