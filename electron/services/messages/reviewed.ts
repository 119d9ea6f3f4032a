/** What a review hands to whoever freezes messages: the built messages with everything that is known of them. Types only. */
import type { Address, NetworkLetter } from '../../../shared/domain/address.ts';
import type { AttoFil } from '../../../shared/domain/amount.ts';
import type { EpochClock } from '../../../shared/domain/epoch.ts';
import type { Message } from '../../../shared/domain/message.ts';
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { BatchRow, Check } from '../../../shared/ipc/schemas/drafts.ts';
import type { AddressOnChain } from '../addresses/resolve-address.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { InnerFacts } from '../multisig/call-tree.ts';
import type { DraftFacts, Simulation } from './draft-facts.ts';

/** The network that messages are made for. */
export interface DraftNetwork {
  readonly genesisCid: string;
  readonly name: string;
  readonly letter: NetworkLetter;
  /** Dates epochs; absent where nobody can be asked about a development network. */
  readonly clock?: EpochClock;
  /** Of EIP-155, which a delegated signature covers; absent where it is not needed or not known. */
  readonly chainId?: number;
  /** Why the chain id is not known where it is needed. */
  readonly chainIdProblem?: string;
}

/** A draft whose fields could be read, with everything that is known of it. */
export interface Reviewed {
  /** Absent for a draft that is built without a node. */
  readonly active?: ActiveConnection;
  readonly network: DraftNetwork;
  /** `facts.message` is absent where no message could be built; one of the checks says why. */
  readonly facts: DraftFacts;
  readonly checks: readonly Check[];
}

/** One line of a batch. */
export interface ReviewedRow extends InnerFacts {
  /** What documents are shown; holds the findings. */
  readonly view: BatchRow;
  /** Absent where none could be built; the row's result is `fail` then. */
  readonly message?: Message;
  readonly recipient?: AddressOnChain;
  readonly simulation?: Simulation;
}

/** A batch in the order of its nonces, which is that of the file. */
export interface ReviewedBatch {
  readonly active: ActiveConnection;
  readonly network: DraftNetwork;
  readonly pinned: TipsetRef;
  readonly from: Address;
  readonly isHeld: boolean;
  readonly baseFee: AttoFil;
  readonly networkVersion?: number;
  readonly senderBalance: AttoFil;
  /** About the file or the batch as a whole; nothing may be signed while one of them fails. */
  readonly problems: readonly Check[];
  readonly rows: readonly ReviewedRow[];
  readonly calls: readonly CallRef[];
}
