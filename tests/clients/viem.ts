/** What of viem is compared with ours: transactions, their hashes and signatures, calls of contracts, and Ethereum addresses. */
import {
  type Abi,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  parseAbiItem,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializedEIP1559,
  toFunctionSelector,
} from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';

/** The fields of an EIP-1559 transaction that Filecoin carries: there is no access list. */
export interface ViemTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gas: bigint;
  /** Absent where a contract is created. */
  readonly to?: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** The bytes 0x02 ‖ rlp(…) that are hashed and signed. */
export function viemEncodeTransaction(transaction: ViemTransaction): Uint8Array {
  return hexToBytes(serializeTransaction({ ...transaction, type: 'eip1559' }));
}

/** Signs a transaction; returns the bytes with the signature, and r ‖ s ‖ y-parity alone. */
export async function viemSignTransaction(
  transaction: ViemTransaction,
  privateKey: Hex,
): Promise<{ readonly serialized: Uint8Array; readonly signature: Uint8Array }> {
  const unsigned = serializeTransaction({ ...transaction, type: 'eip1559' });
  const signature = await sign({ hash: keccak256(unsigned), privateKey });
  const parity = signature.yParity === 1 ? '01' : '00';
  return {
    serialized: hexToBytes(serializeTransaction({ ...transaction, type: 'eip1559' }, signature)),
    signature: hexToBytes(`0x${signature.r.slice(2)}${signature.s.slice(2)}${parity}`),
  };
}

/** Signs a legacy transaction at one gas price, the fee cap: that of EIP-155, or of Homestead, which names no chain. */
export async function viemSignLegacyTransaction(transaction: ViemTransaction, privateKey: Hex, isProtected: boolean): Promise<Uint8Array> {
  const { nonce, maxFeePerGas: gasPrice, gas, value, data, to, chainId } = transaction;
  const legacy = {
    type: 'legacy' as const,
    ...{ nonce, gasPrice, gas, value, data },
    ...(to === undefined ? {} : { to }),
    ...(isProtected ? { chainId } : {}),
  };
  const signature = await sign({ hash: keccak256(serializeTransaction(legacy)), privateKey });
  return hexToBytes(serializeTransaction(legacy, signature));
}

/** The sender of a signed transaction, with the checksum of EIP-55. */
export async function viemRecoverSender(serialized: Hex): Promise<string> {
  return await recoverTransactionAddress({ serializedTransaction: serialized as TransactionSerializedEIP1559 });
}

/** The hash that Ethereum tools know a signed transaction by. */
export function viemTransactionHash(serialized: Hex): string {
  return keccak256(serialized);
}

/** The Ethereum address of a private key, with the checksum of EIP-55. */
export function viemAddressFromPrivateKey(privateKey: Hex): string {
  return privateKeyToAccount(privateKey).address;
}

/** An Ethereum address with its checksum. Throws for text that `isAddress` refuses: `getAddress` alone mends a wrong checksum. */
export function viemChecksumAddress(text: string): string {
  if (!isAddress(text)) throw new Error('not an address');
  return getAddress(text);
}

/** The first four bytes of the keccak-256 of a function's signature. */
export function viemFunctionSelector(signature: string): string {
  return toFunctionSelector(signature);
}

/** The input of a function of a contract. `signature` is as `transfer(address,uint256)`; tuples are arrays. */
export function viemEncodeCall(signature: string, values: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: abiOf(signature), args: values });
}

/** The arguments in the input of a function, tuples as arrays. */
export function viemDecodeCall(signature: string, input: Hex): readonly unknown[] {
  return decodeFunctionData({ abi: abiOf(signature), data: input }).args ?? [];
}

function abiOf(signature: string): Abi {
  const known = abis.get(signature);
  if (known !== undefined) return known;
  const abi = [parseAbiItem(`function ${signature}`)] as Abi;
  abis.set(signature, abi);
  return abi;
}

const abis = new Map<string, Abi>();
