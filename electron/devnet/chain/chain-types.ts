import type { BlockHeader } from '../../../shared/domain/chain/block-header.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { SignedMessage } from '../../../shared/domain/messages/message.ts';
import type { StateRef } from '../state/state.ts';
import type { Execution } from './execution.ts';

/** A signed message with its bytes and CIDs. */
export interface ChainMessage {
  readonly signed: SignedMessage;
  /** Message CID: of the signed message, or of the unsigned one with a BLS signature. */
  readonly cid: Cid;
  readonly unsignedCid: Cid;
  /** CBOR of the signed message. */
  readonly bytes: Uint8Array;
}

export interface Block {
  readonly cid: Cid;
  readonly header: BlockHeader;
  readonly bytes: Uint8Array;
  /** BLS messages first, then the others, as ChainGetBlockMessages lists them. */
  readonly messages: readonly ChainMessage[];
}

export interface Receipt {
  readonly exitCode: number;
  readonly returned: Uint8Array;
  readonly gasUsed: bigint;
  /** Undefined without events, and in a simulation. */
  readonly eventsRoot: Cid | undefined;
}

/**
 * A tipset in memory. `parent` is undefined for genesis and at the edge of the history window;
 * `parentState` is the state that State* calls with this tipset's key read.
 */
export interface TipsetNode {
  readonly keyText: string;
  readonly key: readonly Cid[];
  readonly height: number;
  readonly blocks: readonly Block[];
  parent: TipsetNode | undefined;
  readonly parentState: StateRef;
  /** Base fee of the messages in this tipset. */
  readonly baseFee: bigint;
  readonly parentWeight: bigint;
  execution: Execution | undefined;
}

export interface HeadChange {
  readonly type: 'current' | 'revert' | 'apply';
  readonly tipset: TipsetNode;
}

export function keyTextOf(key: readonly string[]): string {
  return key.join(',');
}
