/** Types of the attention checks and of the items they report. */
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState, Passport, PassportFile } from '../../../shared/ipc/schemas/connections.ts';
import type { HistoryFile } from '../../../shared/ipc/schemas/history.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { OwnMiner, OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import type { Tone } from '../tone.ts';

export interface AttentionItem {
  readonly key: string;
  /** Items with the same group share a row: same cause, same miner. */
  readonly group?: string;
  readonly tone: Exclude<Tone, 'neutral' | 'success'>;
  /** How urgent, in a word or two. */
  readonly urgency: string;
  readonly title: string;
  readonly detail: string;
  /** Cost in attoFIL per day, if known. */
  readonly costADay?: bigint;
  /** Whether it may be the cause of all other items. */
  readonly isCause?: boolean;
  /** How the cost was computed, in a sentence. */
  readonly reckoning?: string;
  /** Shown at the right: what is needed, or a time. */
  readonly note?: string;
  /** The time of an epoch: `left` counts down to it, `by` names it. */
  readonly until?: { readonly timeMs: number; readonly as: 'left' | 'by' };
  /** Route to open; with `sendTo`, it opens with the draft of a transfer. */
  readonly action: { readonly label: string; readonly path: string; readonly sendTo?: string };
}

/** A row of the list: the most urgent item of a group, and the group's other items. */
export interface AttentionRow {
  readonly lead: AttentionItem;
  readonly others: readonly AttentionItem[];
}

export const CHECK_GROUPS = ['Endpoint and chain', 'My miners', 'My messages', 'Wallet', 'Sextant'] as const;

export interface Check {
  readonly id: string;
  readonly group: (typeof CHECK_GROUPS)[number];
  /** What the check covers. */
  readonly title: string;
  /** `unknown`: applies but could not run. `none`: does not apply. */
  readonly state: 'ok' | 'attention' | 'unknown' | 'none';
  /** The result, or why the check could not run. */
  readonly words: string;
  /** What could not be checked, if the check is incomplete. */
  readonly gap?: string;
  readonly items: readonly AttentionItem[];
}

/** Input of the checks; undefined if not known yet. */
export interface AttentionFacts {
  readonly head: HeadState | undefined;
  readonly connections: ConnectionsState | undefined;
  readonly passports: readonly Passport[];
  readonly passportFile: PassportFile | undefined;
  readonly historyFile: HistoryFile | undefined;
  readonly journal: readonly JournalEntry[] | undefined;
  readonly wallet: WalletState | undefined;
  readonly ownMiners: OwnMinersKnown | undefined;
  /** Last read balances of own accounts on the connected network: attoFIL by address. */
  readonly balances: ReadonlyMap<string, bigint> | undefined;
  readonly nowMs: number;
  /** By the chain's own clock, which decides when deadlines close. */
  readonly chainNowMs: number;
}

interface CheckName {
  readonly id: string;
  readonly group: Check['group'];
  readonly title: string;
}

/**
 * The result of a check that ran: `attention` if it found items. `words` describe the result without items.
 *
 * @param gap what could not be checked; the state is then `unknown` instead of `ok`
 */
export function made(name: CheckName, items: readonly AttentionItem[], words: string, gap?: string): Check {
  const found = items.map(({ title }) => title).join('; ');
  return {
    ...name,
    state: items.length > 0 ? 'attention' : gap === undefined ? 'ok' : 'unknown',
    words: items.length > 0 ? found : gap === undefined ? words : `${gap} ${words}`,
    ...(gap === undefined ? {} : { gap }),
    items,
  };
}

export function unknown(name: CheckName, words: string): Check {
  return { ...name, state: 'unknown', words, items: [] };
}

export function notApplicable(name: CheckName, words: string): Check {
  return { ...name, state: 'none', words, items: [] };
}

/** Own miners as last read; undefined if unknown. */
export function knownMiners({
  ownMiners,
  connections,
}: Pick<AttentionFacts, 'ownMiners' | 'connections'>): readonly OwnMiner[] | undefined {
  const known = ownMiners?.known;
  if (known === undefined || 'error' in known.miners || ownMiners?.connectionId !== connections?.activeId) return undefined;
  return known.miners.value;
}
