/** What the rules read: the last answers of the services, as they are. Types only. */
import type { HeadState } from '../ipc/schemas/chain.ts';
import type { ConnectionsState, Passport, PassportFile } from '../ipc/schemas/connections.ts';
import type { HistoryFile } from '../ipc/schemas/history.ts';
import type { JournalEntry } from '../ipc/schemas/journal.ts';
import type { OwnMinersKnown } from '../ipc/schemas/own-miners.ts';
import type { WalletState } from '../ipc/schemas/wallet.ts';

/** Balances of own accounts as last read, attoFIL by address. */
export interface KnownBalances {
  /** The network on which they were read; undefined if none were. */
  readonly genesisCid: string | undefined;
  readonly byAddress: ReadonlyMap<string, string>;
}

export interface AttentionFacts {
  readonly head: HeadState;
  readonly connections: ConnectionsState;
  readonly passports: readonly Passport[];
  readonly passportFile: PassportFile;
  readonly historyFile: HistoryFile;
  readonly journal: readonly JournalEntry[];
  readonly wallet: WalletState;
  readonly ownMiners: OwnMinersKnown;
  readonly balances: KnownBalances;
}

export interface EvaluationTime {
  readonly nowMs: number;
  /** By the chain's own clock, which decides when deadlines close. */
  readonly chainNowMs: number;
}
