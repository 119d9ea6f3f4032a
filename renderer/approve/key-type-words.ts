import type { Account } from '../../shared/ipc/schemas/wallet.ts';

/** The display name of a key type. */
export function keyTypeWords(keyType: Account['keyType']): string {
  switch (keyType) {
    case 'secp256k1':
      return 'secp256k1 key';
    case 'bls':
      return 'BLS key';
    case 'delegated':
      return 'Ethereum key';
    default:
      return keyType satisfies never;
  }
}
