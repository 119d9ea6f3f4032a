/**
 * Decodes JSON parameters to domain values; rejects what Lotus rejects, with its errors.
 * All input is untrusted.
 */
import { type Address, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Bitfield, decodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { base64ToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import type { Signature } from '../../../shared/domain/signatures/signature.ts';
import type { Parameter } from './dispatcher.ts';
import { ParameterError } from './rpc-error.ts';
import { PERMISSIONS, type Permission } from './tokens.ts';

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'number';
  return value === null || value === undefined ? 'null' : typeof value;
}

function mismatch(value: unknown, goValueType: string): never {
  throw new ParameterError(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${goValueType}`);
}

function integer(goType: string, least = -Number.MAX_SAFE_INTEGER): Parameter<number> {
  return {
    goType: `*${goType}`,
    decode: (value) => {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
      if (typeof value === 'bigint' || typeof value === 'number') {
        throw new ParameterError(`json: cannot unmarshal number ${value} into Go value of type ${goType}`);
      }
      return mismatch(value, goType);
    },
  };
}

export const epochParameter = integer('abi.ChainEpoch');
export const sectorParameter = integer('abi.SectorNumber', 0);
export const dealParameter = integer('abi.DealID', 0);
export const uint64Parameter = integer('uint64', 0);
export const sectorSizeParameter = integer('abi.SectorSize', 0);
export const int64Parameter = integer('int64');
export const versionParameter = integer('network.Version', 0);

export const booleanParameter: Parameter<boolean> = {
  goType: '*bool',
  decode: (value) => (typeof value === 'boolean' ? value : mismatch(value, 'bool')),
};

export const textParameter: Parameter<string> = {
  goType: '*string',
  decode: (value) => (typeof value === 'string' ? value : mismatch(value, 'string')),
};

/** Unknown permission names are skipped; a real node signs them without effect. */
export const permissionsParameter: Parameter<readonly Permission[]> = {
  goType: '*[]auth.Permission',
  decode: (value) => {
    if (!Array.isArray(value)) return mismatch(value, '[]auth.Permission');
    return PERMISSIONS.filter((permission) => value.includes(permission));
  },
};

export const stringsParameter: Parameter<string[]> = {
  goType: '*[]api.SectorState',
  decode: (value) => {
    if (!Array.isArray(value)) return mismatch(value, '[]api.SectorState');
    return value.map((item) => (typeof item === 'string' ? item : mismatch(item, 'api.SectorState')));
  },
};

function decodeCid(value: unknown): Cid {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ParameterError(
      `invalid cid: json: cannot unmarshal ${kindOf(value)} into Go value of type struct { CidTarget string "json:\\"/\\"" }`,
    );
  }
  const link = (value as Record<string, unknown>)['/'];
  if (typeof link !== 'string' || link === '') throw new ParameterError('invalid cid: cid too short');
  try {
    return parseCid(link);
  } catch {
    throw new ParameterError('invalid cid: selected encoding not supported');
  }
}

export const cidParameter: Parameter<Cid> = { goType: '*cid.Cid', decode: decodeCid };

/** Block CIDs of a tipset key; empty for the head. */
export const tipsetKeyParameter: Parameter<readonly Cid[]> = {
  goType: '*types.TipSetKey',
  decode: (value) => {
    if (value === null || value === undefined) return [];
    return Array.isArray(value) ? value.map(decodeCid) : mismatch(value, '[]cid.Cid');
  },
};

/** Undefined for the undefined address. */
export function decodeAddress(value: unknown): Address | undefined {
  if (typeof value !== 'string') return mismatch(value, 'string');
  if (value === '' || value === '<empty>') return undefined;
  try {
    return parseAddress(value);
  } catch (error) {
    throw new ParameterError(addressComplaint(value, error));
  }
}

function addressComplaint(text: string, error: unknown): string {
  if (text.length < 3 || text.length > 115) return 'invalid address length';
  if (text[0] !== 'f' && text[0] !== 't') return 'unknown address network';
  if (!/^[0-4]$/.test(text[1] ?? '')) return 'unknown address protocol';
  const detail = error instanceof Error ? error.message : '';
  return /checksum/i.test(detail) ? 'invalid address checksum' : 'invalid address payload';
}

export const addressParameter: Parameter<Address | undefined> = { goType: '*address.Address', decode: decodeAddress };

/** Sector numbers of a filter, or undefined. Run lengths start with zeros. */
export const bitfieldParameter: Parameter<Bitfield | undefined> = {
  goType: '**bitfield.BitField',
  decode: (value) => {
    if (value === null || value === undefined) return undefined;
    if (!Array.isArray(value)) return mismatch(value, '[]uint64');
    const runs = value.map((run: unknown) => (typeof run === 'number' || typeof run === 'bigint' ? run : mismatch(run, 'uint64')));
    try {
      return decodeRunLengths(runs);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw new ParameterError('json: invalid RLE+ bitfield');
    }
  },
};

type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown, goType: string): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : mismatch(value, goType);
}

function bytesOf(value: unknown): Uint8Array {
  if (value === null || value === undefined) return new Uint8Array();
  if (typeof value !== 'string') return mismatch(value, '[]uint8');
  try {
    return base64ToBytes(value);
  } catch {
    throw new ParameterError(`illegal base64 data at input byte ${corruptByteOf(value)}`);
  }
}

/** Position of Go's base64 error (encoding/base64 decodeQuantum): at the end, the first character of the truncated group. */
function corruptByteOf(text: string): number {
  const bad = text.search(/[^A-Za-z0-9+/]/);
  if (bad < 0) return text.length - (text.length % 4);
  if (text[bad] !== '=' || bad % 4 < 2) return bad;
  if (bad % 4 === 3) return bad + 1;
  if (bad + 1 === text.length) return text.length;
  return text[bad + 1] === '=' ? bad + 2 : bad;
}

export function amountOf(value: unknown): ReturnType<typeof attoFil> {
  if (value === undefined || value === null || value === '') return attoFil(0n);
  if (typeof value !== 'string') return mismatch(value, 'string');
  if (!/^-?\d{1,80}$/.test(value)) throw new ParameterError(`failed to parse bigint string: '"${value}"'`);
  return attoFil(BigInt(value));
}

export function unsigned(value: unknown, goType: string): bigint {
  if (value === undefined || value === null) return 0n;
  if (typeof value === 'bigint' && value >= 0n && value < 2n ** 64n) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value !== 'number' && typeof value !== 'bigint') return mismatch(value, goType);
  throw new ParameterError(`json: cannot unmarshal number ${value} into Go struct field Message.${goType}`);
}

function versionOf(value: unknown): 0 {
  if (unsigned(value, 'Version of type uint64') !== 0n) throw new ParameterError('Version must be 0');
  return 0;
}

/** A message whose addresses may be missing. */
export interface LooseMessage extends Omit<Message, 'to' | 'from'> {
  readonly to: Address | undefined;
  readonly from: Address | undefined;
}

function decodeMessage(value: unknown): LooseMessage {
  const fields = fieldsOf(value, 'types.RawMessage');
  return {
    version: versionOf(fields.Version),
    to: decodeAddress(fields.To ?? ''),
    from: decodeAddress(fields.From ?? ''),
    nonce: unsigned(fields.Nonce, 'Nonce of type uint64'),
    value: amountOf(fields.Value),
    gasLimit: unsigned(fields.GasLimit, 'GasLimit of type int64'),
    gasFeeCap: amountOf(fields.GasFeeCap),
    gasPremium: amountOf(fields.GasPremium),
    method: unsigned(fields.Method, 'Method of type abi.MethodNum'),
    params: bytesOf(fields.Params),
  };
}

export const messageParameter: Parameter<LooseMessage> = { goType: '**types.Message', decode: decodeMessage };

/** Filter of GetActorEventsRaw. */
export interface ActorEventFilter {
  readonly addresses: readonly Address[];
  /** Values to match, by key. */
  readonly fields: readonly (readonly [key: string, values: readonly { readonly codec: number; readonly value: Uint8Array }[]])[];
  readonly fromHeight: number | undefined;
  readonly toHeight: number | undefined;
  readonly tipsetKey: readonly Cid[] | undefined;
}

/** An optional list field; null is absent. */
function listOf(value: unknown, goType: string): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : mismatch(value, goType);
}

function decodeEventValue(value: unknown): { readonly codec: number; readonly value: Uint8Array } {
  const fields = fieldsOf(value, 'types.ActorEventBlock');
  return { codec: uint64Parameter.decode(fields.codec), value: bytesOf(fields.value) };
}

/** Decode types.ActorEventFilter as Lotus does; null matches everything. */
export const actorEventFilterParameter: Parameter<ActorEventFilter> = {
  goType: '**types.ActorEventFilter',
  decode: (value) => {
    const given = fieldsOf(value ?? {}, 'types.ActorEventFilter');
    const wanted = Object.entries(fieldsOf(given.fields ?? {}, 'map[string][]types.ActorEventBlock'));
    const heightOf = (height: unknown) => (height === null || height === undefined ? undefined : epochParameter.decode(height));
    return {
      addresses: listOf(given.addresses, '[]address.Address').flatMap((address) => decodeAddress(address) ?? []),
      fields: wanted.map(([key, values]) => [key, listOf(values, '[]types.ActorEventBlock').map(decodeEventValue)] as const),
      fromHeight: heightOf(given.fromHeight),
      toHeight: heightOf(given.toHeight),
      tipsetKey: given.tipsetKey === undefined ? undefined : tipsetKeyParameter.decode(given.tipsetKey),
    };
  },
};

/** Messages, or null for none. */
export const messagesParameter: Parameter<readonly LooseMessage[]> = {
  goType: '*[]*types.Message',
  decode: (value) => {
    if (value === null || value === undefined) return [];
    return Array.isArray(value) ? value.map(decodeMessage) : mismatch(value, '[]*types.Message');
  },
};

export interface LooseSignedMessage {
  readonly message: LooseMessage;
  readonly signature: Signature;
}

const SIGNATURE_TYPES = new Map([
  [1, 'secp256k1'],
  [2, 'bls'],
  [3, 'delegated'],
] as const);

export const signedMessageParameter: Parameter<LooseSignedMessage> = {
  goType: '**types.SignedMessage',
  decode: (value) => {
    const fields = fieldsOf(value, 'types.RawSignedMessage');
    return { message: decodeMessage(fields.Message), signature: decodeSignature(fields.Signature) };
  },
};

function decodeSignature(value: unknown): Signature {
  const fields = fieldsOf(value, 'crypto.Signature');
  const type = SIGNATURE_TYPES.get(Number(fields.Type) as 1 | 2 | 3);
  if (type === undefined) throw new ParameterError('invalid signature type');
  return { type, data: bytesOf(fields.Data) };
}

export const signatureParameter: Parameter<Signature> = { goType: '**crypto.Signature', decode: decodeSignature };

export const bytesParameter: Parameter<Uint8Array> = { goType: '*[]uint8', decode: bytesOf };

interface SendSpec {
  readonly maxFee: bigint;
  readonly isCapMaximized: boolean;
}

export const sendSpecParameter: Parameter<SendSpec | undefined> = {
  goType: '**api.MessageSendSpec',
  decode: (value) => {
    if (value === null || value === undefined) return undefined;
    const fields = fieldsOf(value, 'api.MessageSendSpec');
    return { maxFee: amountOf(fields.MaxFee), isCapMaximized: fields.MaximizeFeeCap === true };
  },
};
