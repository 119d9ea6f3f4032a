/** Decoded parameters and return values: a lossless tree of domain values. */
import type { Address } from '../addresses/address.ts';
import type { AttoFil } from '../amounts/amount.ts';
import type { ActorType } from '../methods/actor-type.ts';
import type { Unit } from '../methods/method-shape.ts';
import type { Bitfield } from './bitfield.ts';
import type { Cid } from './cid.ts';

/**
 * One value. `encoding` has the original bytes of a non-canonical encoding (a zero with a sign byte, text that is not UTF-8,
 * non-minimal run lengths), so that encoding the tree again returns the input.
 */
export type DecodedValue =
  | { readonly kind: 'address'; readonly value: Address }
  | { readonly kind: 'amount'; readonly value: AttoFil; readonly encoding?: Uint8Array }
  /** `isBig`: encoded as a byte string with a sign, as amounts are. */
  | { readonly kind: 'integer'; readonly value: bigint; readonly isBig: boolean; readonly unit?: Unit; readonly encoding?: Uint8Array }
  /** `size`: fixed length. `isLabel`: a deal label, which may also be text. */
  | { readonly kind: 'bytes'; readonly value: Uint8Array; readonly unit?: Unit; readonly size?: number; readonly isLabel?: true }
  /** Type 1 secp256k1, 2 BLS, 3 delegated; a hostile message may have any byte. */
  | { readonly kind: 'signature'; readonly type: number; readonly data: Uint8Array }
  | { readonly kind: 'cid'; readonly value: Cid }
  | { readonly kind: 'bitfield'; readonly value: Bitfield; readonly unit?: Unit; readonly encoding?: Uint8Array }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Text that is not UTF-8 (labels of old deals) has U+FFFD in it, and its bytes as `encoding`. */
  | { readonly kind: 'text'; readonly value: string; readonly encoding?: Uint8Array }
  /** Null: an absent optional value. */
  | { readonly kind: 'none' }
  /** No bytes: the method has no parameters or no return value. Only at the top level. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly items: readonly DecodedValue[] }
  | { readonly kind: 'record'; readonly fields: readonly DecodedField[] }
  /** A CBOR map; only if the shape is unknown. */
  | { readonly kind: 'map'; readonly entries: readonly DecodedField[] }
  /** A byte string with the CBOR of a value of known shape. */
  | { readonly kind: 'embedded'; readonly value: DecodedValue }
  /** A byte string with the parameters of another actor's method. */
  | DecodedCall
  /** A byte string with the return value of another actor's method. */
  | { readonly kind: 'callReturn'; readonly method: bigint; readonly methodName?: string; readonly returned: Decoded }
  | ContractCall
  | ContractRevert;

/** A value with its JSON name in Lotus. */
export interface DecodedField {
  readonly name: string;
  readonly value: DecodedValue;
}

/** A call inside parameters: a multisig's proposal, or the constructor call of a new actor. */
export interface DecodedCall {
  readonly kind: 'call';
  /** Undefined for an actor that the call creates. */
  readonly to?: Address;
  /** Undefined if the actor type of `to` is unknown. */
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly methodName?: string;
  readonly params: Decoded;
}

/** Calldata: a selector of 4 bytes and arguments in the Ethereum contract ABI. */
export interface ContractCall {
  readonly kind: 'contractCall';
  /** 0x and 8 digits. */
  readonly selector: string;
  /** Such as `transfer(address,uint256)`; undefined if the selector is unknown or the arguments do not match it. */
  readonly signature?: string;
  readonly arguments?: readonly DecodedField[];
  /** The bytes after the selector. */
  readonly data: Uint8Array;
}

/** The revert data of a contract. */
export interface ContractRevert {
  readonly kind: 'revert';
  readonly data: Uint8Array;
  readonly reason:
    | { readonly type: 'none' }
    /** `Error(string)`: from require and revert. */
    | { readonly type: 'message'; readonly text: string }
    /** `Panic(uint256)`: from checks that the compiler inserts. */
    | { readonly type: 'panic'; readonly code: bigint; readonly meaning: string }
    /** A custom error of the contract: 0x and 8 digits. */
    | { readonly type: 'custom'; readonly selector: string }
    | { readonly type: 'bytes' };
}

/** Parameters or a return value, and how they were decoded. */
export interface Decoded {
  /**
   * `typed`: decoded by the method's shape; `cbor`: the plain CBOR structure, because no shape is known or matches;
   * `hex`: the raw bytes.
   */
  readonly form: 'typed' | 'cbor' | 'hex';
  readonly value: DecodedValue;
  /** Name of a value that is not in a tuple. */
  readonly label?: string;
  /** Whether the call succeeds without effect (`isWithoutEffect`). */
  readonly isWithoutEffect?: true;
  /** Whether the value is a byte string without its CBOR header, as in calls between contracts (codec 0x55). */
  readonly isUnwrapped?: true;
}
