/**
 * Converts one record of the market file to a row.
 *
 * Input is untrusted. Records in the form of Go's encoder (almost all) are read from their bytes without creating values; others (other
 * member order, whitespace, escapes, unknown members) are parsed as JSON. Both paths accept the same records.
 */
import { isUtf8 } from 'node:buffer';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { CidReader } from '../cid-prefix.ts';
import { type DealBatch, PIECE_CID_BYTES, PIECE_CID_HEAD, setAmount, setInteger } from './deal-batch.ts';

/** `b` and the base32 of 39 bytes. */
const PIECE_TEXT = 64;
/** The total supply is 2×10^27 attoFIL, and the market rejects higher amounts; sums of 100 million amounts fit into 128 bits. */
export const MAX_AMOUNT_DIGITS = 30;
/** Digits that are exact in a double, also in the product below. */
const EXACT_DIGITS = 15;
const MIN_RECORD = 300;
export const MAX_EPOCH = 2 ** 31 - 1;
const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE = 0x7d;
/** Bytes reserved for a label; twice the market's limit. */
const LABEL_ROOM = 512;

const P = {
  piece: literal('{"Proposal":{"PieceCID":{"/":"'),
  size: literal('"},"PieceSize":'),
  verified: literal(',"VerifiedDeal":'),
  yes: literal('true'),
  no: literal('false'),
  client: literal(',"Client":"'),
  provider: literal('","Provider":"'),
  label: literal('","Label":"'),
  start: literal('","StartEpoch":'),
  end: literal(',"EndEpoch":'),
  price: literal(',"StoragePricePerEpoch":"'),
  providerCollateral: literal('","ProviderCollateral":"'),
  clientCollateral: literal('","ClientCollateral":"'),
  state: literal('"},"State":{'),
  sector: literal('"SectorNumber":'),
  sectorStart: literal('"SectorStartEpoch":'),
  lastUpdated: literal(',"LastUpdatedEpoch":'),
  slash: literal(',"SlashEpoch":'),
};

export class DealReader {
  readonly #cids = new CidReader();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #encoder = new TextEncoder();
  /** Value of the last number. */
  #number = 0;
  /** Prefix of the last piece. */
  #pieceHigh = 0;
  #pieceLow = 0;

  /**
   * Read a record in Go's form at `from` into the next row. Returns its end, or -1 if it has another form, is invalid or ends beyond
   * `to`: then nothing was added. `view` is over the same bytes.
   */
  readUsual(bytes: Uint8Array, view: DataView, from: number, to: number, dealId: number, batch: DealBatch): number {
    if (to - from < MIN_RECORD) return -1;
    const row = batch.rowCount;
    let at = this.#readPiece(bytes, expect(view, from, P.piece, to), batch);
    at = this.#readInteger(bytes, expect(view, at, P.size, to));
    const pieceSize = this.#number;
    if (pieceSize < 0) return -1;
    at = expect(view, at, P.verified, to);
    if (at < 0) return -1;
    const isVerified = bytes[at] === 0x74;
    at = expect(view, at, isVerified ? P.yes : P.no, to);
    at = this.#readId(bytes, expect(view, at, P.client, to));
    const clientId = this.#number;
    at = this.#readId(bytes, expect(view, at, P.provider, to));
    const providerId = this.#number;
    const labelFrom = expect(view, at, P.label, to);
    if (labelFrom < 0) return -1;
    batch.reserveLabel(LABEL_ROOM);
    const { label } = batch;
    let labelEnd = batch.labelStart;
    const labelRoom = labelEnd + LABEL_ROOM;
    let isAscii = true;
    at = labelFrom;
    for (;;) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) break;
      // Escapes and control characters are left to the JSON parser.
      if (at >= to || byte < 0x20 || byte === 0x5c || labelEnd === labelRoom) return -1;
      if (byte >= 0x80) isAscii = false;
      label[labelEnd++] = byte;
      at += 1;
    }
    const labelTo = at;
    if (!isAscii && !isUtf8(bytes.subarray(labelFrom, labelTo))) return -1;
    at = this.#readEpoch(bytes, expect(view, at, P.start, to));
    const startEpoch = this.#number;
    at = this.#readEpoch(bytes, expect(view, at, P.end, to));
    const endEpoch = this.#number;
    at = this.#readAmount(bytes, expect(view, at, P.price, to), batch.price, row);
    at = this.#readAmount(bytes, expect(view, at, P.providerCollateral, to), batch.providerCollateral, row);
    at = this.#readAmount(bytes, expect(view, at, P.clientCollateral, to), batch.clientCollateral, row);
    at = expect(view, at, P.state, to);
    if (at < 0) return -1;
    let sector = -1;
    if (bytes[at + 7] === 0x4e) {
      at = this.#readInteger(bytes, expect(view, at, P.sector, to));
      sector = this.#number;
      if (sector < 0) return -1;
      if (at < 0 || bytes[at] !== COMMA) return -1;
      at += 1;
    }
    at = this.#readEpoch(bytes, expect(view, at, P.sectorStart, to));
    const sectorStart = this.#number;
    at = this.#readEpoch(bytes, expect(view, at, P.lastUpdated, to));
    const lastUpdated = this.#number;
    at = this.#readEpoch(bytes, expect(view, at, P.slash, to));
    const slash = this.#number;
    if (at < 0 || bytes[at] !== CLOSE || bytes[at + 1] !== CLOSE) return -1;
    at += 2;
    // Bytes after `to` in the window are from an earlier record.
    if (at > to) return -1;

    setInteger(batch.dealId, row, dealId);
    setInteger(batch.clientId, row, clientId);
    setInteger(batch.providerId, row, providerId);
    setInteger(batch.pieceSize, row, pieceSize);
    batch.isVerified[row] = isVerified ? 1 : 0;
    batch.labelEnds[row] = labelEnd;
    batch.isLabelText[row] = 1;
    setInteger(batch.startEpoch, row, startEpoch);
    setInteger(batch.endEpoch, row, endEpoch);
    setInteger(batch.sectorNumber, row, sector < 0 ? 0 : sector);
    batch.hasNoSector[row] = sector < 0 ? 1 : 0;
    setInteger(batch.sectorStart, row, sectorStart);
    setInteger(batch.lastUpdated, row, lastUpdated);
    setInteger(batch.slash, row, slash);
    batch.addCid(this.#pieceHigh, this.#pieceLow, 'piece');
    if (this.#cids.read(bytes, labelFrom, labelTo)) batch.addCid(this.#cids.high, this.#cids.low, 'payload');
    batch.rowCount = row + 1;
    return at;
  }

  /** Read a record in any form into the next row. Returns undefined, or why it is not a deal: then nothing was added. */
  readAny(bytes: Uint8Array, from: number, to: number, dealId: number, batch: DealBatch): string | undefined {
    let text: string;
    let record: unknown;
    try {
      text = this.#decoder.decode(bytes.subarray(from, to));
    } catch {
      return 'The text is not valid UTF-8.';
    }
    try {
      record = parseLosslessJson(text);
    } catch {
      return 'The value is not valid JSON.';
    }
    if (!isObject(record)) return 'The value is not an object.';
    const { Proposal: proposal, State: state } = record;
    if (!isObject(proposal)) return 'Proposal is missing.';
    if (!isObject(state)) return 'State is missing.';
    try {
      const row = batch.rowCount;
      const pieceCid = proposal.PieceCID;
      const hasPiece = pieceCid !== null;
      if (hasPiece) {
        const pieceText = isObject(pieceCid) ? pieceCid['/'] : undefined;
        if (typeof pieceText !== 'string') return 'PieceCID is missing.';
        const piece = this.#encoder.encode(`${pieceText}"`);
        if (piece.length !== PIECE_TEXT + 1 || this.#readPiece(piece, 0, batch) < 0) return 'PieceCID is not a piece CID.';
      } else batch.pieceEnds[row] = batch.pieceStart;
      setInteger(batch.dealId, row, dealId);
      setInteger(batch.clientId, row, idOf(proposal, 'Client'));
      setInteger(batch.providerId, row, idOf(proposal, 'Provider'));
      setInteger(batch.pieceSize, row, naturalOf(proposal, 'PieceSize'));
      batch.isVerified[row] = booleanOf(proposal, 'VerifiedDeal') ? 1 : 0;
      if (typeof proposal.Label !== 'string') return 'Label is not text.';
      const label = this.#encoder.encode(proposal.Label);
      setInteger(batch.startEpoch, row, epochOf(proposal, 'StartEpoch'));
      setInteger(batch.endEpoch, row, epochOf(proposal, 'EndEpoch'));
      setAmount(batch.price, row, amountOf(proposal, 'StoragePricePerEpoch'));
      setAmount(batch.providerCollateral, row, amountOf(proposal, 'ProviderCollateral'));
      setAmount(batch.clientCollateral, row, amountOf(proposal, 'ClientCollateral'));
      const hasSector = state.SectorNumber !== undefined;
      setInteger(batch.sectorNumber, row, hasSector ? naturalOf(state, 'SectorNumber') : 0);
      batch.hasNoSector[row] = hasSector ? 0 : 1;
      setInteger(batch.sectorStart, row, epochOf(state, 'SectorStartEpoch'));
      setInteger(batch.lastUpdated, row, epochOf(state, 'LastUpdatedEpoch'));
      setInteger(batch.slash, row, epochOf(state, 'SlashEpoch'));
      batch.reserveLabel(label.length);
      batch.label.set(label, batch.labelStart);
      batch.labelEnds[row] = batch.labelStart + label.length;
      batch.isLabelText[row] = 1;
      if (hasPiece) batch.addCid(this.#pieceHigh, this.#pieceLow, 'piece');
      if (this.#cids.read(label, 0, label.length)) batch.addCid(this.#cids.high, this.#cids.low, 'payload');
      batch.rowCount = row + 1;
      return undefined;
    } catch (error) {
      if (error instanceof WrongMember) return error.message;
      throw error;
    }
  }

  /** Read a piece CID up to its quotation mark into the next row. Returns the position of the mark, or -1. */
  #readPiece(bytes: Uint8Array, at: number, batch: DealBatch): number {
    const end = at + PIECE_TEXT;
    if (at < 0 || bytes[end] !== QUOTE || !this.#cids.read(bytes, at, end)) return -1;
    const { bytes: cid, length, high, low } = this.#cids;
    if (length !== PIECE_CID_BYTES || bytes[at] !== 0x62) return -1;
    for (let index = 0; index < PIECE_CID_HEAD.length; index += 1) {
      if (cid[index] !== PIECE_CID_HEAD[index]) return -1;
    }
    const start = batch.pieceStart;
    for (let index = 0; index < PIECE_CID_BYTES; index += 1) batch.pieceCid[start + index] = cid[index] as number;
    batch.pieceEnds[batch.rowCount] = start + PIECE_CID_BYTES;
    this.#pieceHigh = high;
    this.#pieceLow = low;
    return end;
  }

  /** An integer of at most 15 digits. Returns its end, or -1. */
  #readInteger(bytes: Uint8Array, from: number): number {
    if (from < 0) return -1;
    const isNegative = bytes[from] === 0x2d;
    const start = isNegative ? from + 1 : from;
    let at = start;
    let value = 0;
    for (;;) {
      const digit = (bytes[at] as number) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      at += 1;
    }
    const digits = at - start;
    if (digits === 0 || digits > EXACT_DIGITS || (digits > 1 && bytes[start] === 0x30) || (isNegative && value === 0)) return -1;
    this.#number = isNegative ? -value : value;
    return at;
  }

  #readEpoch(bytes: Uint8Array, from: number): number {
    const at = this.#readInteger(bytes, from);
    return at >= 0 && isEpoch(this.#number) ? at : -1;
  }

  /** `f0…` or `t0…`. */
  #readId(bytes: Uint8Array, from: number): number {
    if (from < 0 || (bytes[from] !== 0x66 && bytes[from] !== 0x74) || bytes[from + 1] !== 0x30) return -1;
    const at = this.#readInteger(bytes, from + 2);
    return at < 0 || this.#number < 0 ? -1 : at;
  }

  /** An amount of at most 30 digits. Returns its end, or -1. */
  #readAmount(bytes: Uint8Array, from: number, words: Uint32Array, row: number): number {
    if (from < 0) return -1;
    let at = from;
    let upper = 0;
    let lower = 0;
    while (at - from < EXACT_DIGITS) {
      const digit = (bytes[at] as number) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      upper = upper * 10 + digit;
      at += 1;
    }
    const digits = at - from;
    if (digits === 0 || (digits > 1 && bytes[from] === 0x30)) return -1;
    let factor = 1;
    while (at - from < EXACT_DIGITS * 2) {
      const digit = (bytes[at] as number) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      lower = lower * 10 + digit;
      factor *= 10;
      at += 1;
    }
    if (bytes[at] !== QUOTE) return -1;
    setProduct(words, row, upper, factor, lower);
    return at;
  }
}

/** Compute upper × factor + lower, each below 2^50, as 128 bits: products of 25-bit limbs are exact in doubles. */
function setProduct(words: Uint32Array, row: number, upper: number, factor: number, lower: number): void {
  const at = row * 4;
  if (factor === 1) {
    words[at] = upper;
    words[at + 1] = Math.floor(upper / 0x1_0000_0000);
    words[at + 2] = 0;
    words[at + 3] = 0;
    return;
  }
  const LIMB = 0x200_0000;
  const u1 = Math.floor(upper / LIMB);
  const u0 = upper - u1 * LIMB;
  const f1 = Math.floor(factor / LIMB);
  const f0 = factor - f1 * LIMB;
  const t0 = u0 * f0 + lower;
  const c0 = Math.floor(t0 / LIMB);
  const t1 = u1 * f0 + u0 * f1 + c0;
  const c1 = Math.floor(t1 / LIMB);
  const t2 = u1 * f1 + c1;
  const c2 = Math.floor(t2 / LIMB);
  const d0 = t0 - c0 * LIMB;
  const d1 = t1 - c1 * LIMB;
  const d2 = t2 - c2 * LIMB;
  const d4 = Math.floor(c2 / LIMB);
  const d3 = c2 - d4 * LIMB;
  words[at] = d0 | (d1 << 25);
  words[at + 1] = (d1 >>> 7) | (d2 << 18);
  words[at + 2] = (d2 >>> 14) | (d3 << 11);
  words[at + 3] = (d3 >>> 21) | (d4 << 4);
}

/** End of the literal at `at`, or -1 if it differs or ends beyond `to`. */
function expect(view: DataView, at: number, text: Literal, to: number): number {
  const end = at + text.length;
  if (at < 0 || end > to) return -1;
  const { words } = text;
  for (let index = 0; index < words.length; index += 1) {
    if (view.getUint32(at + index * 4, true) !== words[index]) return -1;
  }
  // The last four bytes, which overlap the previous word.
  return view.getUint32(end - 4, true) === text.last ? end : -1;
}

class WrongMember extends Error {}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function integerOf(members: Members, name: string): number {
  const value = members[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new WrongMember(value === undefined ? `${name} is missing.` : `${name} is not an integer below 2^53.`);
}

function epochOf(members: Members, name: string): number {
  const value = integerOf(members, name);
  if (!isEpoch(value)) throw new WrongMember(`${name} is beyond 31 bits.`);
  return value;
}

function isEpoch(value: number): boolean {
  return value >= -MAX_EPOCH && value <= MAX_EPOCH;
}

function naturalOf(members: Members, name: string): number {
  const value = integerOf(members, name);
  if (value < 0) throw new WrongMember(`${name} is negative.`);
  return value;
}

function booleanOf(members: Members, name: string): boolean {
  const value = members[name];
  if (typeof value !== 'boolean') throw new WrongMember(`${name} is not true or false.`);
  return value;
}

function idOf(members: Members, name: string): number {
  const value = members[name];
  const digits = typeof value === 'string' ? /^[ft]0(0|[1-9]\d{0,15})$/.exec(value)?.[1] : undefined;
  const id = Number(digits);
  if (!Number.isSafeInteger(id)) throw new WrongMember(`${name} is not an ID address.`);
  return id;
}

function amountOf(members: Members, name: string): bigint {
  const value = members[name];
  if (typeof value !== 'string' || !/^(0|[1-9]\d*)$/.test(value)) throw new WrongMember(`${name} is not an amount in attoFIL.`);
  if (value.length > MAX_AMOUNT_DIGITS) throw new WrongMember(`${name} exceeds the total FIL supply.`);
  return BigInt(value);
}

/** A literal that is compared four bytes at a time. */
interface Literal {
  readonly length: number;
  readonly words: Uint32Array;
  readonly last: number;
}

function literal(text: string): Literal {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(bytes.buffer);
  const words = Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getUint32(index * 4, true));
  return { length: bytes.length, words, last: view.getUint32(bytes.length - 4, true) };
}
