/** Results of a review for freezing: built messages and their facts. Types only. */
import type { Address, NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import type { AttoFil } from '../../../../shared/domain/amounts/amount.ts';
import type { EpochClock } from '../../../../shared/domain/chain/epoch.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import type { CallRef, TipsetRef } from '../../../../shared/ipc/schemas/common.ts';
import type { BatchRow, Check } from '../../../../shared/ipc/schemas/drafts.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import type { InnerFacts } from '../../multisig/call-tree.ts';
import type { DraftFacts, Simulation } from './draft-facts.ts';

/** The network that messages are built for. */
export interface DraftNetwork {
  readonly genesisCid: string;
  readonly name: string;
  readonly letter: NetworkLetter;
  /** Converts epochs to times; absent for a development network that is not connected. */
  readonly clock?: EpochClock;
  /** EIP-155 chain ID, which a delegated signature covers; absent if not needed or unknown. */
  readonly chainId?: number;
  /** Why the chain ID is unknown although it is needed. */
  readonly chainIdProblem?: string;
}

/** A draft with valid fields and its facts. */
export interface Reviewed {
  /** Absent for a draft built offline. */
  readonly active?: ActiveConnection;
  readonly network: DraftNetwork;
  /** `facts.message` is absent if no message could be built; one of the checks has the reason. */
  readonly facts: DraftFacts;
  readonly checks: readonly Check[];
}

/** One line of a batch. */
export interface ReviewedRow extends InnerFacts {
  /** The contract's form, with the findings. */
  readonly view: BatchRow;
  /** Absent if it could not be built; the row's result is then `fail`. */
  readonly message?: Message;
  readonly recipient?: AddressOnChain;
  readonly simulation?: Simulation;
}

/** A batch in nonce order, which is that of the file. */
export interface ReviewedBatch {
  readonly active: ActiveConnection;
  readonly network: DraftNetwork;
  readonly pinned: TipsetRef;
  readonly from: Address;
  readonly isHeld: boolean;
  readonly baseFee: AttoFil;
  readonly networkVersion?: number;
  readonly senderBalance: AttoFil;
  /** Checks of the file and the batch as a whole; nothing may be signed if one of them fails. */
  readonly problems: readonly Check[];
  readonly rows: readonly ReviewedRow[];
  readonly calls: readonly CallRef[];
}
