/** Parameters of the Ethereum API, with Lotus' errors (chain/types/ethtypes/eth_types.go). Untrusted. */
import { type Address, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../shared/domain/encoding/cbor.ts';
import { INVOKE_CONTRACT } from '../../../../shared/domain/evm/eth-transaction.ts';
import { BLOCK_GAS_LIMIT } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import type { Parameter } from '../dispatcher.ts';
import { ParameterError } from '../rpc-error.ts';

const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;
const UINT64_LIMIT = 1n << 64n;
const CREATE_EXTERNAL = 4n;

export type BlockTag = 'earliest' | 'pending' | 'latest' | 'safe' | 'finalized';
const TAGS: readonly BlockTag[] = ['earliest', 'pending', 'latest', 'safe', 'finalized'];

/** A block parameter. */
export type BlockName = { readonly tag: BlockTag } | { readonly height: bigint } | { readonly hash: string };

function textOf(value: unknown, goType: string): string {
  if (typeof value === 'string') return value;
  const kind = value === null || value === undefined ? 'null' : typeof value === 'bigint' ? 'number' : typeof value;
  throw new ParameterError(`json: cannot unmarshal ${kind} into Go value of type ${goType}`);
}

/** Hexadecimal digits without 0x, of an exact number of bytes if given. */
function digitsOf(text: string, bytes?: number): string {
  const bare = text.replace(/^0x/i, '');
  const digits = bare.length % 2 === 1 ? `0${bare}` : bare;
  if (bytes !== undefined && digits.length !== bytes * 2) {
    throw new ParameterError(`expected hex string length sans prefix ${bytes * 2}, got ${digits.length}`);
  }
  const wrong = /[^0-9a-f]/i.exec(digits)?.[0];
  if (wrong !== undefined) throw new ParameterError(`cannot parse hex value: encoding/hex: invalid byte: ${JSON.stringify(wrong)}`);
  return digits.toLowerCase();
}

function decodeUint64(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  const text = typeof value === 'bigint' ? value.toString() : value;
  if (typeof text === 'string' && /^(?:0x[0-9a-f]+|\d+)$/i.test(text)) {
    const number = BigInt(text);
    if (number < UINT64_LIMIT) return number;
  }
  throw new ParameterError(`cannot interpret ${JSON.stringify(text)} as a hex-encoded uint64, or a number`);
}

function decodeAddress(value: unknown): Address {
  const digits = digitsOf(textOf(value, 'string'), ADDRESS_BYTES);
  try {
    return addressFromEthAddress(`0x${digits}`);
  } catch (error) {
    if (error instanceof DomainError) throw new ParameterError(error.message);
    throw error;
  }
}

export const ethAddressParameter: Parameter<Address> = { goType: '*ethtypes.EthAddress', decode: decodeAddress };

export const ethBytesParameter: Parameter<Uint8Array> = {
  goType: '*ethtypes.EthBytes',
  decode: (value) => hexToBytes(digitsOf(textOf(value, 'string'))),
};

export const ethHashParameter: Parameter<string> = {
  goType: '*ethtypes.EthHash',
  decode: (value) => `0x${digitsOf(textOf(value, 'string'), HASH_BYTES)}`,
};

export const ethIndexParameter: Parameter<bigint> = { goType: '*ethtypes.EthUint64', decode: decodeUint64 };

function tagOf(text: string): BlockTag | undefined {
  return TAGS.find((tag) => tag === text);
}

/** A tag or a height. */
export const blockNumberParameter: Parameter<BlockName> = {
  goType: '*string',
  decode: (value) => {
    const text = textOf(value, 'string');
    const tag = tagOf(text);
    return tag === undefined ? { height: decodeUint64(text) } : { tag };
  },
};

/** A tag, a height, a hash, or an object of EIP-1898. */
export const blockNameParameter: Parameter<BlockName> = { goType: '*ethtypes.EthBlockNumberOrHash', decode: decodeBlockName };

export function decodeBlockName(value: unknown): BlockName {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { blockNumber, blockHash } = value as Record<string, unknown>;
    if (blockNumber !== undefined && blockHash !== undefined) throw new ParameterError('cannot specify both blockNumber and blockHash');
    if (blockNumber !== undefined) return { height: decodeUint64(blockNumber) };
    if (blockHash !== undefined) return { hash: ethHashParameter.decode(blockHash) };
    throw new ParameterError('invalid block param');
  }
  if (typeof value === 'string') {
    const tag = tagOf(value);
    if (tag !== undefined) return { tag };
    if (value.length === 66 && value.startsWith('0x')) return { hash: ethHashParameter.decode(value) };
  }
  try {
    return { height: decodeUint64(value) };
  } catch {
    throw new ParameterError('invalid block param');
  }
}

/** Message of an eth_call or eth_estimateGas object. */
export function decodeEthCall(value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ParameterError('json: cannot unmarshal value into Go value of type ethtypes.EthCallDecode');
  }
  const { from, to, value: amount, data, input } = value as Record<string, unknown>;
  const calldata = hexToBytes(digitsOf(textOf(input ?? data ?? '0x', 'string')));
  return {
    version: 0,
    from: from === undefined || from === null ? addressFromEthAddress(`0x${'0'.repeat(40)}`) : decodeAddress(from),
    to: to === undefined || to === null ? parseAddress('f010') : decodeAddress(to),
    nonce: 0n,
    value: attoFil(amount === undefined || amount === null ? 0n : BigInt(`0x0${digitsOf(textOf(amount, 'string'))}`)),
    gasLimit: BLOCK_GAS_LIMIT,
    gasFeeCap: attoFil(0n),
    gasPremium: attoFil(0n),
    method: to === undefined || to === null ? CREATE_EXTERNAL : INVOKE_CONTRACT,
    params: calldata.length === 0 ? calldata : encodeCbor(calldata),
  };
}
