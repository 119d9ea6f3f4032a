import { verifyBytes } from '../../../shared/domain/signatures/signature.ts';
import { addressJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, bytesParameter, decodeAddress, signatureParameter, textParameter } from './parameters.ts';
import { ParameterError, RpcError } from './rpc-error.ts';

/** Wallet* of a node without keys, with Lotus' errors (chain/wallet/wallet.go, node/repo/fsrepo.go, node/impl/full/wallet.go). */
export function addWalletMethods(table: MethodTableBuilder): void {
  table
    .read('WalletValidateAddress', [textParameter], ([text]) => {
      const address = validAddress(text);
      return address === undefined ? '<empty>' : addressJson(address);
    })
    .read(
      'WalletVerify',
      [addressParameter, bytesParameter, signatureParameter],
      ([address, bytes, signature]) => address !== undefined && verifyBytes(signature, address, bytes),
    )
    .add('WalletList', 'write', [], () => [])
    .add('WalletHas', 'write', [addressParameter], () => false)
    .add('WalletDefaultAddress', 'write', [], () => {
      throw new RpcError("failed to get default key: opening key 'default': key info not found");
    });
}

/** An invalid address is the method's own error here, not a parameter error. */
function validAddress(text: string): ReturnType<typeof decodeAddress> {
  try {
    return decodeAddress(text);
  } catch (error) {
    throw error instanceof ParameterError ? new RpcError(error.message) : error;
  }
}
