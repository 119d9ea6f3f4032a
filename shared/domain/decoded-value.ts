/** What parameters and return values are after decoding: a tree whose leaves are values of the domain, and nothing lost. */
import type { ActorType } from './actor-type.ts';
import type { Address } from './address.ts';
import type { AttoFil } from './amount.ts';
import type { Bitfield } from './bitfield.ts';
import type { Cid } from './cid.ts';
import type { Unit } from './method-shape.ts';

/**
 * One value. Where `encoding` is given, the chain has the value in a form that would not be written today (a zero with a sign byte, text
 * that is no UTF-8, run lengths written at length): these are its bytes, so that writing the tree again gives what was read.
 */
export type DecodedValue =
  | { readonly kind: 'address'; readonly value: Address }
  | { readonly kind: 'amount'; readonly value: AttoFil; readonly encoding?: Uint8Array }
  /** `isBig`: written as a byte string with a sign, as amounts are. */
  | { readonly kind: 'integer'; readonly value: bigint; readonly isBig: boolean; readonly unit?: Unit; readonly encoding?: Uint8Array }
  /** `size`: of this length in every message. `isLabel`: the label of a deal, which may be text too. */
  | { readonly kind: 'bytes'; readonly value: Uint8Array; readonly unit?: Unit; readonly size?: number; readonly isLabel?: true }
  /** Type 1 secp256k1, 2 BLS, 3 delegated; a hostile message may have any byte. */
  | { readonly kind: 'signature'; readonly type: number; readonly data: Uint8Array }
  | { readonly kind: 'cid'; readonly value: Cid }
  | { readonly kind: 'bitfield'; readonly value: Bitfield; readonly unit?: Unit; readonly encoding?: Uint8Array }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Text that is no UTF-8 (labels of old deals) has U+FFFD in it, and its bytes as `encoding`. */
  | { readonly kind: 'text'; readonly value: string; readonly encoding?: Uint8Array }
  /** Null: an optional value that is not there. */
  | { readonly kind: 'none' }
  /** No bytes at all: the method takes, or returned, nothing. Only at the top. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly items: readonly DecodedValue[] }
  | { readonly kind: 'record'; readonly fields: readonly DecodedField[] }
  /** A CBOR map; only where no shape is known. */
  | { readonly kind: 'map'; readonly entries: readonly DecodedField[] }
  /** A byte string that holds the CBOR of a value of known shape. */
  | { readonly kind: 'embedded'; readonly value: DecodedValue }
  /** A byte string that holds the parameters of another actor's method. */
  | DecodedCall
  /** A byte string that holds what the call of another actor's method returned. */
  | { readonly kind: 'callReturn'; readonly method: bigint; readonly methodName?: string; readonly returned: Decoded }
  | ContractCall
  | ContractRevert;

/** A value by the name Lotus gives it in JSON. */
export interface DecodedField {
  readonly name: string;
  readonly value: DecodedValue;
}

/** A call inside of parameters: what a multisig is to do once it is approved, what a new actor is made with. */
export interface DecodedCall {
  readonly kind: 'call';
  /** Undefined for an actor that the call is about to make. */
  readonly to?: Address;
  /** Undefined where nobody could say what `to` is. */
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly methodName?: string;
  readonly params: Decoded;
}

/** A byte string that is the input of a contract: a selector of 4 bytes and its arguments by the Ethereum contract ABI. */
export interface ContractCall {
  readonly kind: 'contractCall';
  /** 0x and 8 digits. */
  readonly selector: string;
  /** As `transfer(address,uint256)`; undefined where the selector is not among the well-known ones or the arguments do not fit it. */
  readonly signature?: string;
  readonly arguments?: readonly DecodedField[];
  /** What comes after the selector. */
  readonly data: Uint8Array;
}

/** A byte string in which a contract says why it gave up. */
export interface ContractRevert {
  readonly kind: 'revert';
  readonly data: Uint8Array;
  readonly reason:
    | { readonly type: 'none' }
    /** `Error(string)`: what require and revert say. */
    | { readonly type: 'message'; readonly text: string }
    /** `Panic(uint256)`: what the compiler's own checks say. */
    | { readonly type: 'panic'; readonly code: bigint; readonly meaning: string }
    /** An error that the contract declares itself: 0x and 8 digits. */
    | { readonly type: 'custom'; readonly selector: string }
    | { readonly type: 'bytes' };
}

/** Parameters or a return value, and how they were read. */
export interface Decoded {
  /**
   * `typed`: the shape of the method fits; `cbor`: no shape is known, or none fits, and this is the CBOR structure;
   * `hex`: neither, the value is the bytes themselves.
   */
  readonly form: 'typed' | 'cbor' | 'hex';
  readonly value: DecodedValue;
  /** What a value without a tuple around it is called. */
  readonly label?: string;
  /** Parameters of a call that succeeds and does nothing (`isWithoutEffect`). */
  readonly isWithoutEffect?: true;
  /** The value is a byte string without its CBOR head, as calls between contracts have it (codec 0x55). */
  readonly isUnwrapped?: true;
}
