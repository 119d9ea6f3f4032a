import { bytesToHex, hexToBytes } from '../../shared/domain/bytes.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { ethSigningBytes, ethTransactionFromMessage } from '../../shared/domain/eth-transaction.ts';
import { decodeMessage } from '../../shared/domain/message.ts';
import type { MessageApproval } from '../../shared/ipc/schemas/approvals.ts';

/**
 * What the key signs, made here from the message's bytes: these bytes, or for an f410f account the Ethereum transaction that they mean.
 * Undefined for a message that no transaction means, which the signer refuses.
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
