/**
 * What needs attention: evaluates the rules of `shared/attention` over the last answers of the services, and asks the node nothing.
 *
 * Evaluates while somebody subscribes: soon after each change of what the rules read, and every ten seconds, because words and
 * thresholds count minutes. Owns one slice.
 */
import { isDeepStrictEqual } from 'node:util';
import type { KnownBalances } from '../../../shared/attention/attention-facts.ts';
import { evaluateRules } from '../../../shared/attention/evaluate-rules.ts';
import { chainNowMs } from '../../../shared/domain/chain/chain-clock.ts';
import type { ListTopicSource, ValueTopicSource } from '../../../shared/ipc/derive.ts';
import type { Attention, RuleId } from '../../../shared/ipc/schemas/attention.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState, Passport, PassportFile } from '../../../shared/ipc/schemas/connections.ts';
import type { HistoryFile } from '../../../shared/ipc/schemas/history.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

const STEP_MS = 10_000;
/** Changes within this time are evaluated together. */
const SOON_MS = 100;

type Value<T> = Pick<ValueTopicSource<T>, 'get' | 'onChange'>;
type List<T> = Pick<ListTopicSource<T>, 'items' | 'onChange'>;

interface AttentionServiceOptions {
  readonly head: Value<HeadState>;
  readonly connections: Value<ConnectionsState>;
  readonly passports: List<Passport>;
  readonly passportFile: Value<PassportFile>;
  readonly historyFile: Value<HistoryFile>;
  readonly journal: List<JournalEntry>;
  readonly wallet: Value<WalletState>;
  readonly ownMiners: Value<OwnMinersKnown>;
  readonly balances: Value<KnownBalances>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class AttentionService {
  readonly slice: ValueTopic<Attention>;
  readonly #options: AttentionServiceOptions;
  readonly #logger: Logger;
  /** Rules whose failure is in the log. */
  readonly #failed = new Set<RuleId>();
  readonly #cleanups: (() => void)[] = [];
  #cancelNext: (() => void) | undefined;
  #isSoon = false;

  constructor(options: AttentionServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('attention');
    this.slice = new ValueTopic(this.#evaluate());
  }

  start(): void {
    const { head, connections, passports, passportFile, historyFile, journal, wallet, ownMiners, balances } = this.#options;
    for (const source of [head, connections, passports, passportFile, historyFile, journal, wallet, ownMiners, balances]) {
      this.#cleanups.push(source.onChange(() => this.#evaluateSoon()));
    }
    // Called before the first snapshot is sent, which therefore is current.
    this.#cleanups.push(this.slice.onSubscribersChanged((count) => (count === 0 ? this.#rest() : this.#publish())));
  }

  async stop(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#rest();
  }

  #evaluateSoon(): void {
    if (this.slice.subscriberCount === 0 || this.#isSoon) return;
    this.#isSoon = true;
    this.#publishAfter(SOON_MS);
  }

  #publish(): void {
    const next = this.#evaluate();
    if (!isDeepStrictEqual(next, this.slice.get())) this.slice.set(next);
    this.#isSoon = false;
    this.#publishAfter(STEP_MS);
  }

  #publishAfter(delayMs: number): void {
    this.#cancelNext?.();
    this.#cancelNext = this.#options.clock.after(delayMs, () => this.#publish());
  }

  #rest(): void {
    this.#cancelNext?.();
    this.#cancelNext = undefined;
    this.#isSoon = false;
  }

  #evaluate(): Attention {
    const { head, connections, passports, passportFile, historyFile, journal, wallet, ownMiners, balances, clock } = this.#options;
    const nowMs = clock.nowMs();
    const facts = {
      head: head.get(),
      connections: connections.get(),
      passports: passports.items(),
      passportFile: passportFile.get(),
      historyFile: historyFile.get(),
      journal: journal.items(),
      wallet: wallet.get(),
      ownMiners: ownMiners.get(),
      balances: balances.get(),
      nowMs,
      chainNowMs: chainNowMs(head.get().head?.timeMs, nowMs, connections.get().capabilities),
    };
    return evaluateRules(facts, (rule, error) => {
      if (this.#failed.has(rule)) return;
      this.#failed.add(rule);
      this.#logger.error('A rule could not be evaluated', { rule, error });
    });
  }
}
