import type { ValueTopicSource } from '../../../shared/ipc/derive.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import type { Logger } from '../../platform/ports.ts';
import type { VaultSealedSecrets } from '../../wallet/vault-sealed-secrets.ts';
import type { ConnectionsService } from './connections-service.ts';

export interface FollowVaultOptions {
  readonly wallet: Pick<ValueTopicSource<WalletState>, 'get' | 'onChange'>;
  readonly sealed: VaultSealedSecrets;
  readonly connections: Pick<ConnectionsService, 'tokensChanged'>;
  readonly logger: Logger;
}

/**
 * When the vault is created, unlocked or locked: seals tokens that are still stored unsealed, and refreshes the connections, so that
 * one that waited for its token connects. Returns the function that stops this.
 */
export function followVault({ wallet, sealed, connections, logger }: FollowVaultOptions): () => void {
  let { status } = wallet.get();
  return wallet.onChange((state) => {
    if (state.status === status) {
      return;
    }
    status = state.status;
    const follow = async (): Promise<void> => {
      if (status === 'unlocked') {
        await sealed.sealOpen();
      }
    };
    void follow()
      .catch((error) => logger.error('Stored tokens were not sealed by the vault', { error }))
      .then(() => connections.tokensChanged())
      .catch((error) => logger.error('The connections could not follow the vault', { error }));
  });
}
