/** What is looked at to say that all is well, and what of it needs somebody. */
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState, Passport, PassportFile } from '../../../shared/ipc/schemas/connections.ts';
import type { HistoryFile } from '../../../shared/ipc/schemas/history.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { OwnMiner, OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import type { Tone } from '../tone.ts';

export interface AttentionItem {
  readonly key: string;
  /** Items of one group are one row: the same cause at the same miner. */
  readonly group?: string;
  readonly tone: Exclude<Tone, 'neutral' | 'success'>;
  /** How urgent, in a word or two. */
  readonly urgency: string;
  readonly title: string;
  readonly detail: string;
  /** AttoFIL a day, where it costs something and that is known. */
  readonly costADay?: bigint;
  /** Whether everything else may follow from it. */
  readonly isCause?: boolean;
  /** How what it costs was computed, in a sentence. */
  readonly reckoning?: string;
  /** At the right: what it takes, or a time. */
  readonly note?: string;
  /** The time of an epoch: `left` counts down to it, `by` names it. */
  readonly until?: { readonly timeMs: number; readonly as: 'left' | 'by' };
  /** Where to go; with `sendTo` a draft of a transfer is left there. */
  readonly action: { readonly label: string; readonly path: string; readonly sendTo?: string };
}

/** A row of the list: its most urgent item, and those of the same group. */
export interface AttentionRow {
  readonly lead: AttentionItem;
  readonly others: readonly AttentionItem[];
}

export const CHECK_GROUPS = ['Endpoint and chain', 'My miners', 'My messages', 'Wallet', 'Sextant itself'] as const;

export interface Check {
  readonly id: string;
  readonly group: (typeof CHECK_GROUPS)[number];
  /** What is looked at. */
  readonly title: string;
  /** `unknown`: it applies, and could not be looked at. `none`: it does not apply. */
  readonly state: 'ok' | 'attention' | 'unknown' | 'none';
  /** What was found, or why nothing could be. */
  readonly words: string;
  /** What could not be looked at, where the rest was. */
  readonly gap?: string;
  readonly items: readonly AttentionItem[];
}

/** What the checks look at; undefined where it is not known yet. */
export interface AttentionFacts {
  readonly head: HeadState | undefined;
  readonly connections: ConnectionsState | undefined;
  readonly passports: readonly Passport[];
  readonly passportFile: PassportFile | undefined;
  readonly historyFile: HistoryFile | undefined;
  readonly journal: readonly JournalEntry[] | undefined;
  readonly wallet: WalletState | undefined;
  readonly ownMiners: OwnMinersKnown | undefined;
  /** Of own accounts on the connected network, attoFIL by address, as they were read last. */
  readonly balances: ReadonlyMap<string, bigint> | undefined;
  readonly nowMs: number;
  /** On the chain's own clock, by which deadlines close. */
  readonly chainNowMs: number;
}

interface CheckName {
  readonly id: string;
  readonly group: Check['group'];
  readonly title: string;
}

/**
 * A check that was made: attention where it found something. `words` say what is well.
 *
 * @param gap what could not be looked at: then nothing is well
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

/** One's own miners as they were last read; undefined where they are not known. */
export function knownMiners({
  ownMiners,
  connections,
}: Pick<AttentionFacts, 'ownMiners' | 'connections'>): readonly OwnMiner[] | undefined {
  const known = ownMiners?.known;
  if (known === undefined || 'error' in known.miners || ownMiners?.connectionId !== connections?.activeId) return undefined;
  return known.miners.value;
}
