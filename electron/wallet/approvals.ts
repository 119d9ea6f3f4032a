/**
 * The approvals that wait for the trusted document. Each can be confirmed once.
 *
 * An approval is frozen: what is shown was decoded from the very bytes that will be signed, and nothing can change them any more.
 * Trusts its caller to be the approval zone (the host checks that). Refuses to confirm what has expired, was rejected, or is not
 * known; a confirmation that comes twice, at the same time or later, gets the answer of the first. Approvals live in memory: a
 * restart forgets those that nobody confirmed.
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
/** Outcomes are remembered for the screens that wait for them. */
const REMEMBERED_LIMIT = 500;
/** More than a person can read; beyond it the app has run wild, or is not itself any more. */
const WAITING_LIMIT = 50;

/** Bytes that will be signed, and what they were read back as. */
export interface FrozenBytes {
  readonly messageBytes: Uint8Array;
  readonly shown: FrozenMessage;
}

/** One message or many of one sender, in the order of their nonces. */
export interface FrozenSending {
  readonly kind: 'sending';
  readonly approval: MessageApproval | BatchApproval;
  readonly messages: readonly FrozenBytes[];
  /** Height of the head when it was made; 0 where no node was asked. */
  readonly madeAtHeight: number;
  readonly letter: 'f' | 't';
  readonly connectionName: string;
  /** The entry of the journal that holds the nonce, as it was shown; absent where nothing did. */
  readonly replacesId?: string;
}

/** Data that is no message. */
export interface FrozenData {
  readonly kind: 'data';
  readonly approval: DataApproval;
  readonly data: Uint8Array;
}

/** What the trusted document shows, and what will be signed. */
export type FrozenApproval = FrozenSending | FrozenData;

type State =
  | { readonly status: 'waiting'; readonly frozen: FrozenApproval }
  | { readonly status: 'confirming'; readonly frozen: FrozenApproval; readonly result: Promise<Confirmed> }
  | { readonly status: 'confirmed'; readonly result: Confirmed }
  | { readonly status: 'rejected' }
  | { readonly status: 'expired' };

/** What is settled keeps its outcome alone: a batch has megabytes. */
interface Held {
  readonly expiresAtMs: number;
  state: State;
  cancelExpiry: () => void;
}

export interface ApprovalsOptions {
  readonly clock: Clock;
  /** An approval changed, came or went. */
  readonly onChange: () => void;
  /** It will never be signed: rejected or expired. */
  readonly onAbandoned: (frozen: FrozenApproval, status: 'rejected' | 'expired') => void;
}

export class Approvals {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #onAbandoned: ApprovalsOptions['onAbandoned'];
  readonly #held = new Map<string, Held>();

  constructor(options: ApprovalsOptions) {
    this.#clock = options.clock;
    this.#onChange = options.onChange;
    this.#onAbandoned = options.onAbandoned;
  }

  /** @throws SextantError `approvals-full` where too many wait */
  add(frozen: FrozenApproval): void {
    if (this.listWaiting().length >= WAITING_LIMIT) {
      throw new SextantError(
        'approvals-full',
        `${WAITING_LIMIT} approvals are waiting, the maximum. Open the list of waiting approvals and reject some.`,
      );
    }
    const { id, expiresAtMs } = frozen.approval;
    const held: Held = { expiresAtMs, state: { status: 'waiting', frozen }, cancelExpiry: () => undefined };
    held.cancelExpiry = this.#clock.after(Math.max(0, expiresAtMs - this.#clock.nowMs()), () => {
      // What is being confirmed was confirmed in time.
      if (held.state.status === 'waiting') {
        this.#abandon(held, held.state.frozen, 'expired');
      }
    });
    this.#held.set(id, held);
    this.#forgetOldest();
    this.#onChange();
  }

  /** What the trusted document lists: waiting or being confirmed, oldest first. */
  listWaiting(): Approval[] {
    return [...this.#held.values()].flatMap(({ state }) => (isOpen(state) ? [state.frozen.approval] : []));
  }

  /** What will be signed, while it waits. @throws SextantError `approval-missing`, `approval-settled` */
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
   * Runs `send` once. When it throws (a wrong passphrase), nothing was signed and the approval waits again; when it returns, the
   * approval is settled for good.
   *
   * @throws SextantError `approval-missing`, `approval-expired`, `approval-settled`, and whatever `send` throws
   */
  async confirm(id: string, send: (frozen: FrozenApproval) => Promise<Confirmed>): Promise<Confirmed> {
    const held = this.#require(id);
    if (held.state.status === 'waiting' && this.#isOver(held)) {
      this.#abandon(held, held.state.frozen, 'expired');
    }
    const { state } = held;
    switch (state.status) {
      case 'confirming':
      case 'confirmed':
        return state.result;
      case 'rejected':
        throw new SextantError('approval-settled', 'This approval was rejected. Prepare it again.');
      case 'expired':
        throw new SextantError('approval-expired', 'This approval has expired and may be outdated. Prepare it again.');
      case 'waiting':
        return this.#send(held, state.frozen, send);
      default:
        return state satisfies never;
    }
  }

  async #send(held: Held, frozen: FrozenApproval, send: (frozen: FrozenApproval) => Promise<Confirmed>): Promise<Confirmed> {
    // Set before anything is awaited: a second confirmation finds it.
    const result = send(frozen);
    held.state = { status: 'confirming', frozen, result };
    this.#onChange();
    try {
      const confirmed = await result;
      held.cancelExpiry();
      held.state = { status: 'confirmed', result: confirmed };
      return confirmed;
    } catch (error) {
      held.state = { status: 'waiting', frozen };
      if (this.#isOver(held)) {
        this.#abandon(held, frozen, 'expired');
      }
      throw error;
    } finally {
      this.#onChange();
    }
  }

  /** @throws SextantError `approval-missing`, `approval-settled` once it is confirmed or being confirmed */
  reject(id: string): void {
    const held = this.#require(id);
    const { state } = held;
    if (state.status === 'rejected' || state.status === 'expired') {
      return;
    }
    if (state.status !== 'waiting') {
      throw new SextantError('approval-settled', 'This approval was already confirmed. See the journal for what was signed.');
    }
    this.#abandon(held, state.frozen, 'rejected');
  }

  /** Cancels what would run later. */
  stop(): void {
    for (const held of this.#held.values()) {
      held.cancelExpiry();
    }
  }

  #isOver({ expiresAtMs }: Held): boolean {
    return this.#clock.nowMs() >= expiresAtMs;
  }

  #abandon(held: Held, frozen: FrozenApproval, status: 'rejected' | 'expired'): void {
    held.cancelExpiry();
    held.state = { status };
    this.#onAbandoned(frozen, status);
    this.#onChange();
  }

  #require(id: string): Held {
    const held = this.#held.get(id);
    if (held === undefined) {
      throw new SextantError('approval-missing', 'Approval not found. It may belong to an earlier session of Sextant.');
    }
    return held;
  }

  #forgetOldest(): void {
    for (const [id, { state }] of this.#held) {
      if (this.#held.size <= REMEMBERED_LIMIT) {
        return;
      }
      if (!isOpen(state)) {
        this.#held.delete(id);
      }
    }
  }
}

/** Whether something may still be signed. */
function isOpen(state: State): state is Extract<State, { frozen: FrozenApproval }> {
  return state.status === 'waiting' || state.status === 'confirming';
}
