import type { TrustedState } from '../../../../../shared/ipc/schemas/approvals.ts';
import type { Account } from '../../../../../shared/ipc/schemas/wallet.ts';

export const PHRASE_KEY: Account = {
  address: 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y',
  label: 'Main key',
  keyType: 'secp256k1',
  origin: { kind: 'phrase', phraseId: 'p1', path: "m/44'/461'/0'/0/0" },
  createdAtMs: 1_800_000_000_000,
  genesisCids: [],
  isBackedUp: false,
};

export const RANDOM_KEY: Account = {
  ...PHRASE_KEY,
  address: 't3wwtato54ee5aod7j5uv2n75jpyn4hpwx3f2kx5cijtoxgytiul2dczrak3ghlbt5zjnj574y3snhcb5bthva',
  label: 'Worker',
  keyType: 'bls',
  origin: { kind: 'random' },
};

export const ETHEREUM_KEY: Account = {
  ...PHRASE_KEY,
  address: 't410fkkld55ioe7qg24wvt7fu6pbknb56ht7pt4zamxa',
  ethAddress: '0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf',
  label: 'Contracts',
  keyType: 'delegated',
  origin: { kind: 'phrase', phraseId: 'p1', path: "m/44'/60'/0'/0/0" },
};

/** What the privileged side tells the trusted document of a vault with three keys of one phrase and none. */
export function trustedState(change: Partial<TrustedState> = {}): TrustedState {
  return {
    vault: 'unlocked',
    networkName: 'practice',
    accounts: [PHRASE_KEY, ETHEREUM_KEY, RANDOM_KEY],
    phrases: [{ id: 'p1', wordCount: 24, hasBip39Passphrase: false, isBackedUp: false, createdAtMs: 1_800_000_000_000 }],
    approvals: [],
    theme: 'dark',
    zoomPercent: 100,
    safety: { autoLockMinutes: 10, clipboardSeconds: 30, feeWarningPercent: 10 },
    ...change,
  };
}

export const NO_VAULT: Partial<TrustedState> = { vault: 'missing', accounts: [], phrases: [] };
