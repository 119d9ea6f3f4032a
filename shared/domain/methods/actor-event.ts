/**
 * Actor events as ChainGetEvents and GetActorEventsRaw return them: lists of keys and values. Sources: FIP-0049 (format), FIP-0083,
 * FIP-0118 and builtin-actors `emit.rs` of market, miner, reward and verifreg (keys and values), Lotus
 * `EthLogFromEvent` (logs of Ethereum contracts).
 */
import { DomainError } from '../domain-error.ts';
import { bytesToHex } from '../encoding/bytes.ts';
import { type CborValue, cidOfCborLink, decodeBigIntBytes, readCbor } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';

/** One key and value of an event. */
export interface EventEntry {
  /** 1: key indexed, 2: value indexed, 3: both. */
  readonly flags: number;
  readonly key: string;
  /** 0x51 CBOR (built-in actors), 0x55 raw bytes (Ethereum contracts). */
  readonly codec: number;
  readonly value: Uint8Array;
}

/** The ID of a deal, allocation or claim, and the actor IDs of its parties. */
interface Parties {
  readonly id: bigint;
  readonly client: bigint;
  readonly provider: bigint;
}

interface Piece {
  readonly pieceCid: Cid;
  /** Padded piece size in bytes. */
  readonly pieceSize: bigint;
}

interface Term extends Parties, Piece {
  /** Epochs. */
  readonly termMin: bigint;
  readonly termMax: bigint;
}

/** A verifier's DataCap after a change; `client` is set if DataCap was granted to one. */
interface VerifierBalanceEvent {
  readonly type: 'verifier-balance';
  readonly verifier: bigint;
  /** Bytes of DataCap. */
  readonly balance: bigint;
  readonly client: bigint | undefined;
}

/** An allocation created, or removed after it expired. */
interface AllocationEvent extends Term {
  readonly type: 'allocation' | 'allocation-removed';
  /** Epoch. */
  readonly expiration: bigint;
}

/** A claim on a piece in a sector. */
interface ClaimEvent extends Term {
  readonly type: 'claim' | 'claim-updated' | 'claim-removed';
  /** Epoch. */
  readonly termStart: bigint;
  readonly sector: bigint;
}

/** A state change of a deal. */
interface DealEvent extends Parties {
  readonly type: 'deal-published' | 'deal-activated' | 'deal-terminated' | 'deal-completed';
}

/** A sector pre-committed or terminated. */
interface SectorEvent {
  readonly type: 'sector-precommitted' | 'sector-terminated';
  readonly sector: bigint;
}

/** A sector activated or updated with data. `unsealedCid` (CommD) is undefined for a sector without data. */
interface SectorDataEvent {
  readonly type: 'sector-activated' | 'sector-updated';
  readonly sector: bigint;
  readonly unsealedCid: Cid | undefined;
  readonly pieces: readonly Piece[];
}

/** A change of the reward streams: queued, applied, cancelled, or dropped because it no longer applied. */
interface StreamWriteEvent {
  readonly type: 'write-queued' | 'write-applied' | 'write-cancelled' | 'write-dropped';
  /** 0 new weights, 1 weights of a gate check, 2 new stream, 3 removal, 4 new writer. */
  readonly op: bigint;
  /** Epoch. */
  readonly effectiveEpoch: bigint;
  /** Undefined for changes of weights. */
  readonly streamId: bigint | undefined;
  /** The queued change as CBOR (`decodeStreamWrite`); undefined once it left the queue. */
  readonly payload: Uint8Array | undefined;
}

/** A closed period of a reward stream: its pool was split among the recipients and the remainder burned. */
interface PeriodFoldedEvent {
  readonly type: 'period-folded';
  readonly streamId: bigint;
  /** The method that closed it, such as `SetShares`. */
  readonly cause: string;
  /** attoFIL. */
  readonly accrued: bigint;
  readonly dust: bigint;
}

/** The recipients of a reward stream as actor IDs, and their shares in units of 10^-18. */
interface SharesSetEvent {
  readonly type: 'shares-set';
  readonly streamId: bigint;
  readonly shares: readonly { readonly recipient: bigint; readonly share: bigint }[];
}

/** The share of one recipient of a reward stream moved to another. */
interface AddressReplacedEvent {
  readonly type: 'address-replaced';
  readonly streamId: bigint;
  readonly oldRecipient: bigint;
  readonly newRecipient: bigint;
}

/** A payment of a reward stream to a recipient. */
interface ClaimPayoutEvent {
  readonly type: 'claim-payout';
  readonly streamId: bigint;
  readonly recipient: bigint;
  /** attoFIL. */
  readonly amount: bigint;
}

/** A log of an Ethereum contract: 0 to 4 topics of 32 bytes, and its data, both as 0x hex. */
interface EvmLogEvent {
  readonly type: 'evm-log';
  readonly topics: readonly string[];
  readonly data: string;
}

/** Any other event: each value decoded if it is CBOR, else as bytes. */
export interface UnknownEvent {
  readonly type: 'unknown';
  /** The value of its `$type` entry, if present. */
  readonly name: string | undefined;
  readonly entries: readonly { readonly key: string; readonly value: CborValue }[];
}

/** A decoded event. IDs, epochs and sector numbers are bigint. */
export type ActorEvent =
  | VerifierBalanceEvent
  | AllocationEvent
  | ClaimEvent
  | DealEvent
  | SectorEvent
  | SectorDataEvent
  | StreamWriteEvent
  | PeriodFoldedEvent
  | SharesSetEvent
  | AddressReplacedEvent
  | ClaimPayoutEvent
  | EvmLogEvent
  | UnknownEvent;

const CBOR_CODEC = 0x51;
const RAW_CODEC = 0x55;
const TYPE_KEY = '$type';
const TOPIC_BYTES = 32;
/** The FVM's limit (ref-fvm `fvm/src/kernel/default.rs`). */
const MAX_ENTRIES = 255;

/**
 * Decode the entries of an event. An event of an unknown type, or with unexpected entries, is returned as `unknown` with all its
 * values. Never throws.
 */
export function decodeActorEvent(entries: readonly EventEntry[]): ActorEvent {
  return decodeEvmLog(entries) ?? decodeBuiltIn(entries);
}

function decodeBuiltIn(entries: readonly EventEntry[]): ActorEvent {
  const values = entries.map(({ key, codec, value }) => ({ key, value: codec === CBOR_CODEC ? cborOrBytes(value) : value }));
  const first = values[0];
  const name = first?.key === TYPE_KEY && typeof first.value === 'string' ? first.value : undefined;
  try {
    const reader = new EntryReader(values.slice(1));
    const event = name === undefined || entries.length > MAX_ENTRIES ? undefined : readEvent(name, reader);
    if (event !== undefined && reader.isDone) return event;
  } catch (error) {
    // An unexpected entry makes the event unknown.
    if (!(error instanceof DomainError)) throw error;
  }
  return { type: 'unknown', name, entries: values };
}

function readEvent(type: string, reader: EntryReader): ActorEvent | undefined {
  switch (type) {
    case 'verifier-balance':
      return {
        type,
        verifier: reader.integer('verifier'),
        balance: reader.bigInteger('balance'),
        client: reader.optionalInteger('client'),
      };
    case 'allocation':
    case 'allocation-removed':
      return { type, ...readTerm(reader), expiration: reader.integer('expiration') };
    case 'claim':
    case 'claim-updated':
    case 'claim-removed':
      return { type, ...readTerm(reader), termStart: reader.integer('term-start'), sector: reader.integer('sector') };
    case 'deal-published':
    case 'deal-activated':
    case 'deal-terminated':
    case 'deal-completed':
      return { type, ...readParties(reader) };
    case 'sector-precommitted':
    case 'sector-terminated':
      return { type, sector: reader.integer('sector') };
    case 'sector-activated':
    case 'sector-updated': {
      const sector = reader.integer('sector');
      const unsealedCid = reader.optionalCid('unsealed-cid');
      const pieces: Piece[] = [];
      while (!reader.isDone) pieces.push(readPiece(reader));
      return { type, sector, unsealedCid, pieces };
    }
    case 'write-queued':
    case 'write-applied':
    case 'write-cancelled':
    case 'write-dropped':
      return {
        type,
        op: reader.integer('op'),
        effectiveEpoch: reader.integer('effective-epoch'),
        streamId: reader.optionalInteger('stream-id'),
        payload: type === 'write-queued' ? reader.bytes('payload') : undefined,
      };
    case 'period-folded':
      return {
        type,
        streamId: reader.integer('stream-id'),
        cause: reader.text('cause'),
        accrued: reader.bigInteger('accrued'),
        dust: reader.bigInteger('dust'),
      };
    case 'shares-set':
      return {
        type,
        streamId: reader.integer('stream-id'),
        shares: reader.pairs('shares').map(([recipient, share]) => ({ recipient, share })),
      };
    case 'address-replaced':
      return {
        type,
        streamId: reader.integer('stream-id'),
        oldRecipient: reader.integer('old-recipient'),
        newRecipient: reader.integer('new-recipient'),
      };
    case 'claim-payout':
      return { type, streamId: reader.integer('stream-id'), recipient: reader.integer('recipient'), amount: reader.bigInteger('amount') };
    default:
      return undefined;
  }
}

function readParties(reader: EntryReader): Parties {
  return { id: reader.integer('id'), client: reader.integer('client'), provider: reader.integer('provider') };
}

function readPiece(reader: EntryReader): Piece {
  return { pieceCid: reader.cid('piece-cid'), pieceSize: reader.integer('piece-size') };
}

function readTerm(reader: EntryReader): Term {
  return { ...readParties(reader), ...readPiece(reader), termMin: reader.integer('term-min'), termMax: reader.integer('term-max') };
}

/** Reads entries by key, in any order. */
class EntryReader {
  readonly #left: { readonly key: string; readonly value: CborValue }[];

  constructor(entries: readonly { readonly key: string; readonly value: CborValue }[]) {
    this.#left = [...entries];
  }

  get isDone(): boolean {
    return this.#left.length === 0;
  }

  integer(key: string): bigint {
    const value = this.optionalInteger(key);
    if (value === undefined) throw notOfItsKind(key);
    return value;
  }

  optionalInteger(key: string): bigint | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    const integer = integerOf(value);
    if (integer === undefined) throw notOfItsKind(key);
    return integer;
  }

  bigInteger(key: string): bigint {
    return decodeBigIntBytes(this.bytes(key));
  }

  bytes(key: string): Uint8Array {
    const value = this.#take(key);
    if (value instanceof Uint8Array) return value;
    throw notOfItsKind(key);
  }

  text(key: string): string {
    const value = this.#take(key);
    if (typeof value === 'string') return value;
    throw notOfItsKind(key);
  }

  /** A list of pairs of integers. */
  pairs(key: string): (readonly [bigint, bigint])[] {
    const rows = this.#take(key);
    if (!Array.isArray(rows)) throw notOfItsKind(key);
    return rows.map((row: CborValue) => {
      const [first, second, ...more] = Array.isArray(row) ? row.map(integerOf) : [];
      if (first === undefined || second === undefined || more.length > 0) throw notOfItsKind(key);
      return [first, second];
    });
  }

  cid(key: string): Cid {
    const cid = this.optionalCid(key);
    if (cid === undefined) throw notOfItsKind(key);
    return cid;
  }

  /** The CID, or undefined for null. */
  optionalCid(key: string): Cid | undefined {
    const value = this.#take(key);
    if (value === null) return undefined;
    const cid = cidOfCborLink(value);
    if (cid === undefined) throw notOfItsKind(key);
    return cid;
  }

  #take(key: string): CborValue | undefined {
    const at = this.#left.findIndex((entry) => entry.key === key);
    return at === -1 ? undefined : this.#left.splice(at, 1)[0]?.value;
  }
}

/**
 * Decode an Ethereum log as Lotus does: raw entries t1 to t4 of 32 bytes without gaps, and d. An empty log has no entries. Undefined
 * for all other events, including those with entries that Lotus would ignore.
 */
function decodeEvmLog(entries: readonly EventEntry[]): EvmLogEvent | undefined {
  const topics: string[] = [];
  let data: string | undefined;
  const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const { key, codec, value } of sorted) {
    if (codec !== RAW_CODEC) return undefined;
    if (key === 'd' && data === undefined) data = `0x${bytesToHex(value)}`;
    else if (key === `t${topics.length + 1}` && topics.length < 4 && value.length === TOPIC_BYTES) topics.push(`0x${bytesToHex(value)}`);
    else return undefined;
  }
  return { type: 'evm-log', topics, data: data ?? '0x' };
}

function integerOf(value: CborValue): bigint | undefined {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? BigInt(value) : undefined;
}

function cborOrBytes(value: Uint8Array): CborValue {
  try {
    return readCbor(value);
  } catch (error) {
    if (error instanceof DomainError) return value;
    throw error;
  }
}

function notOfItsKind(key: string): DomainError {
  return new DomainError('actor-event', `The event entry ${key} is invalid for this event type.`);
}
