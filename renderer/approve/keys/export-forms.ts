import type { Account, KeyExportForm } from '../../../shared/ipc/schemas/wallet.ts';

export interface ExportForm {
  readonly form: KeyExportForm;
  readonly title: string;
  /** Programs that accept this format. */
  readonly text: string;
}

const LOTUS: readonly ExportForm[] = [
  { form: 'lotus-hex', title: 'Lotus, hex', text: 'Format of lotus wallet export. For lotus wallet import and most Filecoin tools.' },
  { form: 'lotus-json', title: 'Lotus, JSON', text: 'For lotus wallet import --format json-lotus.' },
];
const RAW: readonly ExportForm[] = [
  { form: 'hex', title: 'Raw, hex', text: 'The 32 bytes only, without the key type.' },
  { form: 'base64', title: 'Raw, base64', text: 'The 32 bytes in base64, without the key type.' },
];
const ETHEREUM: ExportForm = {
  form: 'eth-hex',
  title: 'Ethereum, 0x',
  text: 'For MetaMask and other Ethereum wallets (Import account, Private key).',
};

/** The export formats for a key type, most common first. */
export function exportForms(keyType: Account['keyType']): readonly ExportForm[] {
  // An Ethereum wallet derives a different address from an f1 key, and does not support BLS keys.
  return keyType === 'delegated' ? [ETHEREUM, ...LOTUS, ...RAW] : [...LOTUS, ...RAW];
}
