/** The calls of the approval zone that make, bring, show and remove keys. */
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../shared/ipc/derive.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { WalletService } from './wallet-service.ts';

type ApprovalHandlers = HandlersOf<SextantContract>['approval'];
export type KeyCalls = Exclude<keyof ApprovalHandlers, 'confirmApproval' | 'rejectApproval' | 'listBatch'>;

/** What an address holds now. Absent fields could not be asked. */
export interface Holding {
  readonly balance?: string;
  readonly nonce?: string;
  readonly exists?: boolean;
}

export interface KeyHandlersOptions {
  readonly wallet: WalletService;
  /** Asks the active node; addresses in the network's letter, answers in the same order. Never throws. */
  readonly readHoldings: (addresses: readonly string[]) => Promise<readonly Holding[]>;
}

const notYet = async (): Promise<never> => {
  throw new SextantError('internal', 'Not built yet.');
};

export function keyHandlers({ wallet }: KeyHandlersOptions): Pick<ApprovalHandlers, KeyCalls> {
  return {
    createVault: async (input) => ({ ...(await wallet.createVault(input)), phraseId: 'first' }),
    unlockVault: async (input) => {
      await wallet.unlockVault(input);
      return {};
    },
    lockVault: async () => {
      await wallet.lockWallet();
      return {};
    },
    changePassphrase: notYet,
    revealPhrase: notYet,
    confirmBackup: notYet,
    createKey: notYet,
    scanPhrase: notYet,
    importPhrase: notYet,
    readKey: notYet,
    importKey: notYet,
    exportKey: notYet,
    deleteKey: notYet,
    renameKey: notYet,
  };
}
