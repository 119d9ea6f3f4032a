/**
 * What a person types, read strictly: the composer's draft.
 *
 * Called twice, by the app for messages beside the fields and by the message service before anything is read from a node.
 * Nothing typed reaches a message without passing here.
 */
import { type Address, addressProtocol, parseAddress } from '../domain/address.ts';
import { type AttoFil, attoFil, FIL, parseFil } from '../domain/amount.ts';
import { hexToBytes } from '../domain/bytes.ts';
import { readCbor } from '../domain/cbor.ts';
import { DomainError } from '../domain/domain-error.ts';
import { addressFromEthAddress } from '../domain/eth-address.ts';
import { BLOCK_GAS_LIMIT, MINIMUM_BASE_FEE } from '../domain/gas.ts';
import type { MessageDraft } from '../ipc/schemas/drafts.ts';

export interface ParsedDraft {
  readonly from: Address;
  readonly to: Address;
  readonly value: AttoFil;
  readonly method: bigint;
  readonly params: Uint8Array;
  /** Absent fields are estimated. */
  readonly gasFeeCap?: AttoFil;
  readonly gasPremium?: AttoFil;
  readonly gasLimit?: bigint;
}

export type DraftField = keyof MessageDraft;
export type DraftResult =
  | { readonly ok: true; readonly fields: ParsedDraft }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** More FIL than there will ever be: what a pool refuses. */
const MAXIMUM_VALUE = 2_000_000_000n * FIL;
const UINT64_LIMIT = 1n << 64n;
/** A BLS address of zeros, which nodes refuse as a receiver: nobody has its key. */
const ZERO_BLS_PAYLOAD = /^f3ya{20}/;

/** Reads a draft. Every field that is wrong has one plain sentence; fields that depend on each other are checked where both are right. */
export function parseDraft(draft: MessageDraft): DraftResult {
  const errors: Partial<Record<DraftField, string>> = {};
  function read<T>(field: DraftField, parse: () => T): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors[field] = error.message;
      return undefined;
    }
  }

  const from = read('from', () => readSender(draft.from));
  const to = read('to', () => readReceiver(draft.to));
  const value = read('value', () => readAmount(draft.value));
  const method = read('method', () => readInteger(draft.method, 'A method is a whole number, 0 for a plain transfer.'));
  const params = read('params', () => readParams(draft.params.kind === 'bytes' ? draft.params.text : ''));
  const gasFeeCap = read('gasFeeCap', () => readOptional(draft.gasFeeCap, readFeeCap));
  const gasPremium = read('gasPremium', () => readOptional(draft.gasPremium, readGasPrice));
  const gasLimit = read('gasLimit', () => readOptional(draft.gasLimit, readGasLimit));

  if (gasFeeCap !== undefined && gasPremium !== undefined && gasPremium > gasFeeCap) {
    errors.gasPremium = 'The premium is part of the fee cap and cannot be above it.';
  }
  if (
    Object.keys(errors).length > 0 ||
    from === undefined ||
    to === undefined ||
    value === undefined ||
    method === undefined ||
    params === undefined
  ) {
    return { ok: false, errors: errors as Record<string, string> };
  }
  return {
    ok: true,
    fields: {
      from,
      to,
      value,
      method,
      params,
      ...(gasFeeCap === undefined ? {} : { gasFeeCap }),
      ...(gasPremium === undefined ? {} : { gasPremium }),
      ...(gasLimit === undefined ? {} : { gasLimit }),
    },
  };
}

/** An address as typed: Filecoin text of either letter, or 0x. */
export function readAddress(text: string): Address {
  const trimmed = text.trim();
  return /^0x/i.test(trimmed) ? addressFromEthAddress(trimmed) : parseAddress(trimmed);
}

function readSender(text: string): Address {
  if (text.trim() === '') throw new DomainError('address-empty', 'Choose the account that sends.');
  const address = readAddress(text);
  if (addressProtocol(address) !== 1) {
    throw new DomainError('address-protocol', 'A message is sent from a key address, which begins with f1 or t1.');
  }
  return address;
}

function readReceiver(text: string): Address {
  if (text.trim() === '') throw new DomainError('address-empty', 'Enter the address that receives.');
  const address = readAddress(text);
  if (ZERO_BLS_PAYLOAD.test(address))
    throw new DomainError('address-payload', 'Nobody holds the key of this address: what is sent to it is lost.');
  return address;
}

function readAmount(text: string): AttoFil {
  return checkAmount(parseFil(text));
}

function checkAmount(amount: AttoFil): AttoFil {
  if (amount < 0n) throw new DomainError('amount', 'An amount is never negative.');
  if (amount >= MAXIMUM_VALUE) throw new DomainError('amount', 'This is more FIL than there will ever be.');
  return amount;
}

/** A price for one unit of gas: nanoFIL where no unit is named, because a bare 2 can never mean 2 FIL for each unit. */
function readGasPrice(text: string): AttoFil {
  let price: AttoFil;
  try {
    price = parseFil(/\p{L}\s*$/u.test(text) ? text : `${text} nanoFIL`);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'amount') throw error;
    throw new DomainError('gas-price', 'A price of gas is a number in nanoFIL, or one with its unit: 0.5, 100000 attoFIL.');
  }
  return checkAmount(price);
}

function readFeeCap(text: string): AttoFil {
  const cap = readGasPrice(text);
  if (cap < MINIMUM_BASE_FEE) throw new DomainError('amount', 'The fee cap is at least 100 attoFIL per gas.');
  return attoFil(cap);
}

function readGasLimit(text: string): bigint {
  const limit = readInteger(text, 'A gas limit is a whole number.');
  if (limit < 1n || limit > BLOCK_GAS_LIMIT) throw new DomainError('gas-limit', 'A gas limit is between 1 and 10,000,000,000.');
  return limit;
}

function readInteger(text: string, message: string): bigint {
  const trimmed = text.trim();
  if (!/^\d{1,20}$/.test(trimmed)) throw new DomainError('integer', message);
  const value = BigInt(trimmed);
  if (value >= UINT64_LIMIT) throw new DomainError('integer', 'This number does not fit 64 bits.');
  return value;
}

/** The digits of hex as people paste it: with or without 0x, and in groups. */
export function hexDigits(text: string): string {
  return text.replace(/\s+/g, '').replace(/^0x/i, '');
}

/** Parameters are CBOR for every built-in actor; bytes that are not would only burn gas. */
function readParams(text: string): Uint8Array {
  const bytes = hexToBytes(hexDigits(text));
  if (bytes.length > 0) {
    try {
      readCbor(bytes);
    } catch (error) {
      if (error instanceof DomainError) throw new DomainError('params', 'These bytes are not CBOR, which parameters are written in.');
      throw error;
    }
  }
  return bytes;
}

function readOptional<T>(text: string | undefined, parse: (text: string) => T): T | undefined {
  return text === undefined || text.trim() === '' ? undefined : parse(text);
}
