/**
 * Pending approvals of the trusted document. Each can be confirmed once.
 *
 * An approval is frozen: the content shown was decoded from the bytes that will be signed, and the bytes cannot change. Trusts its caller to
 * be the approval zone (the host checks that). Refuses to confirm approvals that expired, were rejected or are unknown; a second
 * confirmation gets the result of the first. Approvals are kept in memory only: a restart drops unconfirmed ones.
 */
import { SextantError } from '../../shared/ipc/envelope.ts';
import type {
  Approval,
  ApprovalOutcome,
  BatchApproval,
  Confirmed,
  DataApproval,
  FrozenMessage,
  MessageApproval,
} from '../../shared/ipc/schemas/approvals.ts';
import type { Clock } from '../platform/ports.ts';

export const APPROVAL_LIFETIME_MS = 5 * 60_000;
/** Settled approvals are kept for screens that ask for the outcome. */
const MAX_REMEMBERED = 500;
/** More than a person can read; a larger number means that the app is broken or compromised. */
const MAX_PENDING = 50;

/** Bytes to sign, and the content decoded from them. */
export interface FrozenBytes {
  readonly messageBytes: Uint8Array;
  readonly shown: FrozenMessage;
}

/** One message or many of one sender, in the order of their nonces. */
export interface FrozenSending {
  readonly kind: 'sending';
  readonly approval: MessageApproval | BatchApproval;
  readonly messages: readonly FrozenBytes[];
  /** Height of the head when it was prepared; 0 if it was built offline. */
  readonly madeAtHeight: number;
  readonly letter: 'f' | 't';
  readonly connectionName: string;
  /** The journal entry with the same nonce, as shown; absent if there was none. */
  readonly replacesId?: string;
}

/** Data to sign that is not a message. */
export interface FrozenData {
  readonly kind: 'data';
  readonly approval: DataApproval;
  readonly data: Uint8Array;
}

/** The content that the trusted document shows, and the bytes to sign. */
export type FrozenApproval = FrozenSending | FrozenData;

type State =
  | { readonly status: 'waiting'; readonly frozen: FrozenApproval }
  | { readonly status: 'confirming'; readonly frozen: FrozenApproval; readonly result: Promise<Confirmed> }
  | { readonly status: 'confirmed'; readonly result: Confirmed }
  | { readonly status: 'rejected' }
  | { readonly status: 'expired' };

/** A settled approval only keeps its outcome: a batch is megabytes. */
interface Entry {
  readonly expiresAtMs: number;
  state: State;
  cancelExpiry: () => void;
}

export interface ApprovalsOptions {
  readonly clock: Clock;
  /** Called when an approval is added, changed or removed. */
  readonly onChange: () => void;
  /** Called when an approval is rejected or has expired. */
  readonly onAbandoned: (frozen: FrozenApproval, status: 'rejected' | 'expired') => void;
}

export class Approvals {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #onAbandoned: ApprovalsOptions['onAbandoned'];
  readonly #entries = new Map<string, Entry>();

  constructor(options: ApprovalsOptions) {
    this.#clock = options.clock;
    this.#onChange = options.onChange;
    this.#onAbandoned = options.onAbandoned;
  }

  /** Add an approval. @throws SextantError `approvals-full` */
  add(frozen: FrozenApproval): void {
    if (this.listPending().length >= MAX_PENDING) {
      throw new SextantError(
        'approvals-full',
        `${MAX_PENDING} approvals are pending, the maximum. Open the list of approvals and reject some.`,
      );
    }
    const { id, expiresAtMs } = frozen.approval;
    const entry: Entry = { expiresAtMs, state: { status: 'waiting', frozen }, cancelExpiry: () => undefined };
    entry.cancelExpiry = this.#clock.after(Math.max(0, expiresAtMs - this.#clock.nowMs()), () => {
      // An approval that is being confirmed was confirmed in time.
      if (entry.state.status === 'waiting') {
        this.#abandon(entry, entry.state.frozen, 'expired');
      }
    });
    this.#entries.set(id, entry);
    this.#forgetOldest();
    this.#onChange();
  }

  /** Return the approvals that are pending or being confirmed, oldest first. */
  listPending(): Approval[] {
    return [...this.#entries.values()].flatMap(({ state }) => (isOpen(state) ? [state.frozen.approval] : []));
  }

  /** Return a pending approval with its bytes. @throws SextantError `approval-missing`, `approval-settled` */
  getFrozen(id: string): FrozenApproval {
    const { state } = this.#require(id);
    if (!isOpen(state)) {
      throw new SextantError('approval-settled', 'This approval is no longer pending.');
    }
    return state.frozen;
  }

  /** @throws SextantError `approval-missing` */
  getOutcome(id: string): ApprovalOutcome {
    const { state } = this.#require(id);
    switch (state.status) {
      case 'waiting':
      case 'confirming':
        return { status: 'waiting' };
      case 'confirmed':
        return { status: 'confirmed', result: state.result };
      case 'rejected':
      case 'expired':
        return { status: state.status };
      default:
        return state satisfies never;
    }
  }

  /**
   * Confirm an approval: run `send` once. If it throws (a wrong passphrase), nothing was signed and the approval is pending again; if it
   * returns, the approval is settled.
   *
   * @throws SextantError `approval-missing`, `approval-expired`, `approval-settled`, and errors of `send`
   */
  async confirm(id: string, send: (frozen: FrozenApproval) => Promise<Confirmed>): Promise<Confirmed> {
    const entry = this.#require(id);
    if (entry.state.status === 'waiting' && this.#isOver(entry)) {
      this.#abandon(entry, entry.state.frozen, 'expired');
    }
    const { state } = entry;
    switch (state.status) {
      case 'confirming':
      case 'confirmed':
        return state.result;
      case 'rejected':
        throw new SextantError('approval-settled', 'This approval was rejected. Prepare the message again.');
      case 'expired':
        throw new SextantError('approval-expired', 'This approval has expired and may be outdated. Prepare the message again.');
      case 'waiting':
        return this.#send(entry, state.frozen, send);
      default:
        return state satisfies never;
    }
  }

  async #send(entry: Entry, frozen: FrozenApproval, send: (frozen: FrozenApproval) => Promise<Confirmed>): Promise<Confirmed> {
    // Set before the first await, so that a second confirmation finds it.
    const result = send(frozen);
    entry.state = { status: 'confirming', frozen, result };
    this.#onChange();
    try {
      const confirmed = await result;
      entry.cancelExpiry();
      entry.state = { status: 'confirmed', result: confirmed };
      return confirmed;
    } catch (error) {
      entry.state = { status: 'waiting', frozen };
      if (this.#isOver(entry)) {
        this.#abandon(entry, frozen, 'expired');
      }
      throw error;
    } finally {
      this.#onChange();
    }
  }

  /** Reject an approval. @throws SextantError `approval-missing`, `approval-settled` if it is confirmed or being confirmed */
  reject(id: string): void {
    const entry = this.#require(id);
    const { state } = entry;
    if (state.status === 'rejected' || state.status === 'expired') {
      return;
    }
    if (state.status !== 'waiting') {
      throw new SextantError('approval-settled', 'This approval was already confirmed. See the journal for what was signed.');
    }
    this.#abandon(entry, state.frozen, 'rejected');
  }

  /** Cancel the timers. */
  stop(): void {
    for (const entry of this.#entries.values()) {
      entry.cancelExpiry();
    }
  }

  #isOver({ expiresAtMs }: Entry): boolean {
    return this.#clock.nowMs() >= expiresAtMs;
  }

  #abandon(entry: Entry, frozen: FrozenApproval, status: 'rejected' | 'expired'): void {
    entry.cancelExpiry();
    entry.state = { status };
    this.#onAbandoned(frozen, status);
    this.#onChange();
  }

  #require(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      throw new SextantError('approval-missing', 'Approval not found. It may belong to an earlier session of Sextant.');
    }
    return entry;
  }

  #forgetOldest(): void {
    for (const [id, { state }] of this.#entries) {
      if (this.#entries.size <= MAX_REMEMBERED) {
        return;
      }
      if (!isOpen(state)) {
        this.#entries.delete(id);
      }
    }
  }
}

/** Whether the approval may still be signed. */
function isOpen(state: State): state is Extract<State, { frozen: FrozenApproval }> {
  return state.status === 'waiting' || state.status === 'confirming';
}
