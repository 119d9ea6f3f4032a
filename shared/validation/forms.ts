/**
 * Validates the composer's draft.
 *
 * Called by the app for messages next to the fields, and by the message service before it reads from a node. All typed input of a
 * message is validated here.
 */
import { defined } from '../collections/defined.ts';
import { type Address, addressProtocol, parseAddress } from '../domain/addresses/address.ts';
import { addressFromEthAddress, ethAddressFromAddress } from '../domain/addresses/eth-address.ts';
import { type AttoFil, attoFil, FIL, parseFil } from '../domain/amounts/amount.ts';
import { DomainError } from '../domain/domain-error.ts';
import { INVOKE_CONTRACT } from '../domain/evm/eth-transaction.ts';
import { BLOCK_GAS_LIMIT, MINIMUM_BASE_FEE } from '../domain/messages/gas.ts';
import { ACTOR_TYPES, type ActorType } from '../domain/methods/actor-type.ts';
import type { MessageDraft } from '../ipc/schemas/drafts.ts';
import { encodeDraftParams, type ParsedParams, readDraftParams } from './draft-params.ts';

/** A draft, parsed without a node. */
export interface ParsedDraft {
  readonly from: Address;
  readonly to: Address;
  /** Absent for the maximum. */
  readonly value?: AttoFil;
  /** Never 0 for a delegated sender, whose plain transfer is InvokeContract without calldata. */
  readonly method: bigint;
  readonly params: ParsedParams;
  /** Absent fields are estimated. */
  readonly gasFeeCap?: AttoFil;
  readonly gasPremium?: AttoFil;
  readonly gasLimit?: bigint;
  /** Absent for the next one. */
  readonly nonce?: bigint;
  readonly replacesId?: string;
  readonly isHeld: boolean;
  readonly offline?: { readonly genesisCid: string; readonly actorType?: ActorType };
}

type DraftField = keyof MessageDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;
export type DraftResult =
  | { readonly ok: true; readonly fields: ParsedDraft }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** The total supply of FIL: mempools reject more. */
const MAXIMUM_VALUE = 2_000_000_000n * FIL;
const UINT64_LIMIT = 1n << 64n;
/** The BLS address of zeros, which nodes refuse as receiver. */
const ZERO_BLS_PAYLOAD = /^f3ya{20}/;
const CREATE_EXTERNAL = 4n;
const ETHEREUM_ADDRESS_MANAGER = 'f010';

/** Parses a draft. Each invalid field has one error; dependent fields are checked only if both are valid. */
export function parseDraft(draft: MessageDraft): DraftResult {
  const errors: DraftErrors = {};
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
  const value = draft.isMaximumValue === true ? undefined : read('value', () => readAmount(draft.value));
  const method = read('method', () => methodFor(from, to, readInteger(draft.method, 'Enter a method number; 0 for a plain transfer.')));
  const params = method === undefined ? undefined : read('params', () => readDraftParams(draft.params, method));
  const gasFeeCap = read('gasFeeCap', () => readOptional(draft.gasFeeCap, readFeeCap));
  const gasPremium = read('gasPremium', () => readOptional(draft.gasPremium, readGasPrice));
  const gasLimit = read('gasLimit', () => readOptional(draft.gasLimit, readGasLimit));
  const nonce = read('nonce', () => readOptional(draft.nonce, (text) => readInteger(text, 'Enter the nonce as an integer.')));
  const offline = read('offline', () => readOffline(draft.offline));

  if (gasFeeCap !== undefined && gasPremium !== undefined && gasPremium > gasFeeCap) {
    errors.gasPremium = 'The premium is part of the fee cap, so it cannot be higher.';
  }
  if (draft.offline !== undefined) checkOffline(draft, errors);
  if (offline !== undefined && method !== undefined && params !== undefined) {
    read('params', () => encodeDraftParams(params, { actorType: offline.actorType, method }));
  }
  if (
    Object.keys(errors).length > 0 ||
    from === undefined ||
    to === undefined ||
    (value === undefined && draft.isMaximumValue !== true) ||
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
      ...defined({ value }),
      method,
      params,
      ...defined({ gasFeeCap, gasPremium, gasLimit, nonce, replacesId: draft.replacesId }),
      isHeld: draft.isHeld === true,
      ...defined({ offline }),
    },
  };
}

/** Without a node, these fields must be entered. */
function checkOffline(draft: MessageDraft, errors: DraftErrors): void {
  const needed = { nonce: 'nonce', gasLimit: 'gas limit', gasFeeCap: 'fee cap', gasPremium: 'premium' } as const;
  for (const field of ['nonce', 'gasLimit', 'gasFeeCap', 'gasPremium'] as const) {
    if ((draft[field] ?? '').trim() === '') errors[field] ??= `Enter the ${needed[field]}: there is no node to estimate it.`;
  }
  if (draft.isMaximumValue === true) errors.value ??= 'Enter the value: the maximum is unknown without a node.';
}

/** The method of a delegated sender, as Ethereum transactions allow it (Lotus chain/types/ethtypes/eth_transactions.go). */
function methodFor(from: Address | undefined, to: Address | undefined, method: bigint): bigint {
  if (from === undefined || addressProtocol(from) !== 4) return method;
  if (to === ETHEREUM_ADDRESS_MANAGER) {
    if (method === CREATE_EXTERNAL) return method;
    throw new DomainError('method', 'An f410f account can only call CreateExternal (method 4) of the Ethereum address manager.');
  }
  if (method === 0n) return INVOKE_CONTRACT;
  if (method !== INVOKE_CONTRACT) {
    throw new DomainError(
      'method',
      'An f410f account signs Ethereum transactions, which can only send FIL and call contracts. Use an f1 or f3 account for this method.',
    );
  }
  return method;
}

function readOffline(offline: MessageDraft['offline']): ParsedDraft['offline'] {
  if (offline === undefined) return undefined;
  const { genesisCid, actorType: typed = '' } = offline;
  if (typed === '') return { genesisCid };
  const actorType = ACTOR_TYPES.find((type) => type === typed);
  if (actorType === undefined) throw new DomainError('actor-type', 'Unknown actor type.');
  return { genesisCid, actorType };
}

/** An address as typed: Filecoin with either network prefix, or 0x. */
export function readAddress(text: string): Address {
  const trimmed = text.trim();
  return /^0x/i.test(trimmed) ? addressFromEthAddress(trimmed) : parseAddress(trimmed);
}

function readSender(text: string): Address {
  if (text.trim() === '') throw new DomainError('address-empty', 'Choose a sender.');
  const address = readAddress(text);
  const protocol = addressProtocol(address);
  if (protocol !== 1 && protocol !== 3 && (protocol !== 4 || ethAddressFromAddress(address) === undefined)) {
    throw new DomainError('address-protocol', 'The sender must be a key address: f1, f3 or f410f.');
  }
  return address;
}

function readReceiver(text: string): Address {
  if (text.trim() === '') throw new DomainError('address-empty', 'Enter the recipient’s address.');
  const address = readAddress(text);
  if (ZERO_BLS_PAYLOAD.test(address))
    throw new DomainError('address-payload', 'No one has the key of this address: funds sent to it are lost.');
  return address;
}

function readAmount(text: string): AttoFil {
  return checkAmount(parseFil(text));
}

function checkAmount(amount: AttoFil): AttoFil {
  if (amount < 0n) throw new DomainError('amount', 'The amount must not be negative.');
  if (amount >= MAXIMUM_VALUE) throw new DomainError('amount', 'The amount is higher than the total supply of FIL.');
  return amount;
}

/** A gas price, in nanoFIL without a unit, since 2 FIL per gas is never meant. */
function readGasPrice(text: string): AttoFil {
  let price: AttoFil;
  try {
    price = parseFil(/\p{L}\s*$/u.test(text) ? text : `${text} nanoFIL`);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'amount') throw error;
    throw new DomainError('gas-price', 'Enter nanoFIL per gas, or an amount with a unit, for example 0.5 or 100000 attoFIL.');
  }
  return checkAmount(price);
}

function readFeeCap(text: string): AttoFil {
  const cap = readGasPrice(text);
  if (cap < MINIMUM_BASE_FEE) throw new DomainError('amount', 'The fee cap must be at least 100 attoFIL per gas.');
  return attoFil(cap);
}

function readGasLimit(text: string): bigint {
  const limit = readInteger(text, 'Enter the gas limit as an integer.');
  if (limit < 1n || limit > BLOCK_GAS_LIMIT) throw new DomainError('gas-limit', 'The gas limit must be between 1 and 10,000,000,000.');
  return limit;
}

function readInteger(text: string, message: string): bigint {
  const trimmed = text.trim();
  if (!/^\d{1,20}$/.test(trimmed)) throw new DomainError('integer', message);
  const value = BigInt(trimmed);
  if (value >= UINT64_LIMIT) throw new DomainError('integer', 'The number exceeds 64 bits.');
  return value;
}

function readOptional<T>(text: string | undefined, parse: (text: string) => T): T | undefined {
  return text === undefined || text.trim() === '' ? undefined : parse(text);
}
