import { DomainError } from '../../shared/domain/domain-error.ts';
import { bytesToHex, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { ethSigningBytes, ethTransactionFromMessage } from '../../shared/domain/evm/eth-transaction.ts';
import { decodeMessage } from '../../shared/domain/messages/message.ts';
import type { MessageApproval } from '../../shared/ipc/schemas/approvals.ts';

/**
 * The bytes that the key signs, derived from the message: its own bytes, or for an f410f account the equivalent Ethereum transaction.
 * Undefined for a message without an equivalent transaction, which the signer refuses.
 */
export function signedBytesOf({ bytesHex, from, chainId }: MessageApproval): { readonly hex: string; readonly form: string } | undefined {
  if (from.keyType !== 'delegated') return { hex: bytesHex, form: 'CBOR' };
  if (chainId === undefined) return undefined;
  try {
    const transaction = ethTransactionFromMessage(decodeMessage(hexToBytes(bytesHex)));
    return { hex: bytesToHex(ethSigningBytes(transaction, chainId)), form: 'Ethereum transaction (EIP-1559, RLP)' };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
