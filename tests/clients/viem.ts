/** What of viem is compared with ours: EIP-1559 transactions, their hashes and signatures, and Ethereum addresses. */
import {
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  parseTransaction,
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

/** The sender of a signed transaction, with the checksum of EIP-55. */
export async function viemRecoverSender(serialized: Hex): Promise<string> {
  return await recoverTransactionAddress({ serializedTransaction: serialized as TransactionSerializedEIP1559 });
}

/** The fields of a serialised transaction. */
export function viemParseTransaction(serialized: Hex): ReturnType<typeof parseTransaction> {
  return parseTransaction(serialized);
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
