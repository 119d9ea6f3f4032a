/**
 * The calls of the approval zone that create, import, show and delete keys.
 *
 * Addresses are accepted with either network letter and returned with that of the connected network. Phrases, private keys and passphrases
 * pass through, from and to the trusted document; the host allows no other caller.
 */
import type { Address } from '../../shared/domain/addresses/address.ts';
import { formatAddress, parseAddress } from '../../shared/domain/addresses/address.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../shared/ipc/derive.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { shownKeyAddress } from './shown-account.ts';
import type { ReadKeyResult } from './signer-protocol.ts';
import type { WalletService } from './wallet-service.ts';

type ApprovalHandlers = HandlersOf<SextantContract>['approval'];
export type KeyCalls = Exclude<keyof ApprovalHandlers, 'confirmApproval' | 'rejectApproval' | 'listBatch' | 'updateSafety'>;

/** Balance and nonce of an address. Fields that could not be read are absent. */
export interface Holding {
  readonly balance?: string;
  readonly nonce?: string;
  readonly exists?: boolean;
}

export interface KeyHandlersOptions {
  readonly wallet: WalletService;
  /** Reads from the active node; addresses with the network's letter, results in the same order. Never throws. */
  readonly readHoldings: (addresses: readonly string[]) => Promise<readonly Holding[]>;
}

const FORMS: Readonly<Record<ReadKeyResult['form'], string>> = {
  'lotus-hex': 'Lotus export, hex',
  'lotus-json': 'Lotus export, JSON',
  'gfc-json': 'go-filecoin export, JSON',
  'eth-hex': 'Private key, 0x',
  hex: 'Private key, hex',
  base64: 'Private key, base64',
};
const MAX_READINGS = 12;

export function keyHandlers({ wallet, readHoldings }: KeyHandlersOptions): Pick<ApprovalHandlers, KeyCalls> {
  const written = (canonical: string): string => formatAddress(parseAddress(canonical), wallet.letter);

  /** Add balances to public keys, and whether the vault has them. */
  const withHoldings = async <T extends { readonly address: string }>(keys: readonly T[]) => {
    const shown = keys.map((key) => ({ ...key, ...shownKeyAddress(parseAddress(key.address), wallet.letter) }));
    const holdings = await readHoldings(shown.map(({ address }) => address));
    return shown.map((key, index) => ({
      ...key,
      ...holdings[index],
      isHeld: wallet.findAccount(parseAddress(key.address)) !== undefined,
    }));
  };

  return {
    createVault: async ({ passphrase, label }) => {
      const made = await wallet.use('createVault', { label, ...wallet.newKeyFacts }, passphrase);
      return { ...made, address: written(made.address) };
    },
    createPhrase: async ({ label, passphrase }) => {
      const made = await wallet.use('createPhrase', { label, ...wallet.newKeyFacts }, passphrase);
      return { ...made, address: written(made.address) };
    },
    unlockVault: async (input) => {
      await wallet.unlockVault(input);
      return {};
    },
    lockVault: async () => {
      await wallet.lockWallet();
      return {};
    },
    changePassphrase: async ({ passphrase, newPassphrase }) => wallet.use('changePassphrase', { newPassphrase }, passphrase),
    revealPhrase: async ({ phraseId, passphrase }) => wallet.use('revealPhrase', { phraseId }, passphrase),
    confirmBackup: async ({ phraseId, words, passphrase }) => wallet.use('confirmBackup', { phraseId, words }, passphrase),
    createKey: async ({ keyType, phraseId, label, passphrase }) => {
      const input = { keyType, label, ...wallet.newKeyFacts, ...(phraseId === undefined ? {} : { phraseId }) };
      const made = await wallet.use('createKey', input, passphrase);
      return { ...made, address: written(made.address) };
    },
    scanPhrase: async ({ mnemonic, bip39Passphrase, count, path }) => {
      const { keys, wordCount } = await wallet.scanPhrase({
        mnemonic,
        count,
        ...(bip39Passphrase === undefined ? {} : { bip39Passphrase }),
        ...(path === undefined ? {} : { path }),
      });
      return { keys: await withHoldings(keys), wordCount };
    },
    importPhrase: async ({ mnemonic, bip39Passphrase, keys, label, passphrase }) => {
      const { createdAtMs } = wallet.newKeyFacts;
      const input = { mnemonic, keys, label, createdAtMs, ...(bip39Passphrase === undefined ? {} : { bip39Passphrase }) };
      const { addresses } = await wallet.use('importPhrase', input, passphrase);
      return { addresses: addresses.map(written) };
    },
    readKey: async ({ text }) => {
      const { form, keys } = await wallet.readKey(text);
      if (keys.length > MAX_READINGS) {
        throw new SextantError('invalid-input', `This export contains ${keys.length} keys. Import at most ${MAX_READINGS} at a time.`);
      }
      return { readings: (await withHoldings(keys)).map((key) => ({ ...key, form: FORMS[form] })) };
    },
    importKey: async ({ text, address, label, passphrase }) => {
      const chosen = requireKeyAddress(address);
      const made = await wallet.use('importKey', { text, address: chosen, label, createdAtMs: wallet.newKeyFacts.createdAtMs }, passphrase);
      return { address: written(made.address) };
    },
    exportKey: async ({ address, form, passphrase }) => wallet.use('exportKey', { address: requireKeyAddress(address), form }, passphrase),
    readHolding: async ({ address }) => {
      const shown = shownKeyAddress(requireKeyAddress(address), wallet.letter);
      return (await readHoldings([shown.address]))[0] ?? {};
    },
    deleteKey: async ({ address, typedAddress, passphrase }) => {
      const key = requireKeyAddress(address);
      requireTyped(key, typedAddress, wallet.letter);
      return wallet.use('deleteKey', { address: key }, passphrase);
    },
    renameKey: async ({ address, label, passphrase }) =>
      wallet.use('renameKey', { address: requireKeyAddress(address), label }, passphrase),
  };
}

function requireKeyAddress(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (!(error instanceof DomainError)) {
      throw error;
    }
    throw new SextantError('invalid-input', error.message, { details: { fields: { address: error.message } } });
  }
}

/** Require the exact address, as shown now or as stored in the vault. */
function requireTyped(address: Address, typed: string, letter: 'f' | 't'): void {
  if (typed !== formatAddress(address, letter) && typed !== formatAddress(address, 'f')) {
    const message = 'The text is not the exact address of this key. Nothing was deleted.';
    throw new SextantError('invalid-input', message, { details: { fields: { typedAddress: message } } });
  }
}
