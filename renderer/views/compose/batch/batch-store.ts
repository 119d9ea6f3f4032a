/** The batch text, kept while the app runs so that leaving the screen or rejecting an approval loses nothing. */
import { createStore } from 'zustand/vanilla';

export interface BatchFields {
  readonly from: string;
  readonly csv: string;
  /** Name of the source file; empty for pasted text. */
  readonly fileName: string;
  readonly gasFeeCap: string;
  readonly gasPremium: string;
  readonly isHeld: boolean;
}

export const EMPTY_BATCH: BatchFields = { from: '', csv: '', fileName: '', gasFeeCap: '', gasPremium: '', isHeld: false };
export const batchStore = createStore<BatchFields>(() => EMPTY_BATCH);

/** Example file content. */
export const TEMPLATE_CSV = 'to,value,method,params,comment\nf01234,1.5,0,,a transfer\n';
