import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';

/** Wallet* of a node that holds no key, in the words of Lotus (chain/wallet/wallet.go, node/repo/fsrepo.go). */
export function addWalletMethods(table: MethodTableBuilder): void {
  table
    .add('WalletList', 'write', [], () => [])
    .add('WalletHas', 'write', [addressParameter], () => false)
    .add('WalletDefaultAddress', 'write', [], () => {
      throw new RpcError("failed to get default key: opening key 'default': key info not found");
    });
}
