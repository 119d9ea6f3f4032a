/**
 * Common contract events by declaration. The first topic is the hash of the signature; a contract may use it differently, so a
 * decoded log shows what it looks like. Sources: ERC-20, 721, 1155, 173, 1967, 4626, the wrapped token, OpenZeppelin contracts,
 * Uniswap V2 pairs; docs.soliditylang.org, "Contract ABI Specification", events.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { DomainError } from '../domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../encoding/bytes.ts';
import type { DecodedField } from '../encoding/decoded-value.ts';
import { type AbiFunction, type CalldataCodec, decodeArguments, parseAbiFunction } from './evm-abi.ts';

/** Indexed parameters (in the topics) come first in all of them; the others are in the data. */
const DECLARATIONS: readonly string[] = [
  'Transfer(address from, address to, uint256 amountOrId)',
  'Approval(address owner, address spender, uint256 amountOrId)',
  'ApprovalForAll(address owner, address operator, bool approved)',
  'TransferSingle(address operator, address from, address to, uint256 id, uint256 value)',
  'TransferBatch(address operator, address from, address to, uint256[] ids, uint256[] values)',
  'Deposit(address to, uint256 amount)',
  'Withdrawal(address from, uint256 amount)',
  'Deposit(address sender, address owner, uint256 assets, uint256 shares)',
  'Withdraw(address sender, address receiver, address owner, uint256 assets, uint256 shares)',
  'OwnershipTransferred(address previousOwner, address newOwner)',
  'RoleGranted(bytes32 role, address account, address sender)',
  'RoleRevoked(bytes32 role, address account, address sender)',
  'Upgraded(address implementation)',
  'AdminChanged(address previousAdmin, address newAdmin)',
  'Initialized(uint8 version)',
  'Sync(uint112 reserve0, uint112 reserve1)',
  'Paused(address account)',
  'Unpaused(address account)',
];

const BY_TOPIC: ReadonlyMap<string, AbiFunction> = new Map(
  DECLARATIONS.map((declaration) => {
    const event = parseAbiFunction(declaration);
    return [`0x${bytesToHex(keccak_256(utf8ToBytes(event.signature)))}`, event];
  }),
);

/** No event has calldata parameters. */
const NO_CALLS: CalldataCodec = {
  decode: (value) => ({ kind: 'bytes', value }),
  encode: (value) => (value.kind === 'bytes' ? value.value : new Uint8Array()),
};

/** A log decoded as a well-known event. */
export interface KnownLog {
  /** Such as `Transfer(address,address,uint256)`. */
  readonly signature: string;
  readonly fields: readonly DecodedField[];
}

/**
 * Decode a log if its first topic is that of a well-known event and the rest matches exactly; undefined otherwise.
 * Topics and data are 0x hex. Never throws.
 */
export function decodeKnownLog(topics: readonly string[], data: string): KnownLog | undefined {
  const [first = '', ...indexed] = topics;
  const event = BY_TOPIC.get(first);
  if (event === undefined) return undefined;
  try {
    const { parameters, signature } = event;
    const head = parameters.slice(0, indexed.length);
    const inTopics = decodeArguments(head, concatBytes(...indexed.map((topic) => hexToBytes(topic.slice(2)))), NO_CALLS);
    const inData = decodeArguments(parameters.slice(indexed.length), hexToBytes(data.slice(2)), NO_CALLS);
    return { signature, fields: [...inTopics, ...inData] };
  } catch (error) {
    // Another event with the same signature, or the same with other indexed parameters.
    if (!(error instanceof DomainError)) throw error;
    return undefined;
  }
}
