import type { Account, KeyExportForm } from '../../../shared/ipc/schemas/wallet.ts';

export interface ExportForm {
  readonly form: KeyExportForm;
  readonly title: string;
  /** Who takes it. */
  readonly text: string;
}

const LOTUS: readonly ExportForm[] = [
  { form: 'lotus-hex', title: 'Lotus, hex', text: 'For lotus wallet import and most Filecoin tools. What lotus wallet export writes.' },
  { form: 'lotus-json', title: 'Lotus, JSON', text: 'For lotus wallet import --format json-lotus.' },
];
const RAW: readonly ExportForm[] = [
  { form: 'hex', title: 'Raw, hex', text: 'The 32 bytes alone. They do not say what kind of key it is.' },
  { form: 'base64', title: 'Raw, base64', text: 'The same bytes, as some libraries want them.' },
];
const ETHEREUM: ExportForm = {
  form: 'eth-hex',
  title: 'Ethereum, 0x',
  text: 'For MetaMask and other Ethereum wallets: import account, private key.',
};

/** The forms in which this kind of key is of use, the most likely first. */
export function exportForms(keyType: Account['keyType']): readonly ExportForm[] {
  // An Ethereum wallet would make another address of an f1 key, and has no BLS keys at all.
  return keyType === 'delegated' ? [ETHEREUM, ...LOTUS, ...RAW] : [...LOTUS, ...RAW];
}
