/** Fields of the screen Signatures, kept until the page is closed. They contain no secrets. */
import { createStore } from 'zustand/vanilla';
import type { DataForm, DataText } from '../../../shared/ipc/schemas/signatures.ts';

export interface SignatureFields {
  /** The signed message to verify. */
  readonly message: string;
  /** Empty for the first key. */
  readonly from: string;
  readonly signedData: DataText;
  readonly signedForm: DataForm;
  readonly address: string;
  readonly verifiedData: DataText;
  readonly verifiedForm: DataForm;
  readonly signature: string;
}

const EMPTY_DATA: DataText = { encoding: 'text', text: '' };

export const signatureStore = createStore<SignatureFields>(() => ({
  message: '',
  from: '',
  signedData: EMPTY_DATA,
  signedForm: 'frc-0102',
  address: '',
  verifiedData: EMPTY_DATA,
  verifiedForm: 'frc-0102',
  signature: '',
}));
