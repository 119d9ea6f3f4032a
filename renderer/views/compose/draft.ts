/** The composer's form as typed, kept while the app runs so that leaving the screen or rejecting an approval loses nothing. */

import { createStore } from 'zustand/vanilla';
import type { DraftReview, MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { hexDigits } from '../../../shared/validation/draft-params.ts';

/** Every field is text: what cannot be read is said beside its field, never thrown away. */
export interface DraftFields {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly method: string;
  readonly paramsHex: string;
  readonly gasFeeCap: string;
  readonly gasPremium: string;
  readonly gasLimit: string;
}

export const EMPTY_DRAFT: DraftFields = {
  from: '',
  to: '',
  value: '',
  method: '0',
  paramsHex: '',
  gasFeeCap: '',
  gasPremium: '',
  gasLimit: '',
};

export const draftStore = createStore<DraftFields>(() => EMPTY_DRAFT);

/** Whether nothing was typed; the sender is filled in without being asked. */
export function isDraftEmpty(fields: DraftFields): boolean {
  return toEntries(fields).every(([name, text]) => name === 'from' || text.trim() === EMPTY_DRAFT[name]);
}

function toEntries(fields: DraftFields): [keyof DraftFields, string][] {
  return Object.entries(fields) as [keyof DraftFields, string][];
}

/** The connections between which another window switched while this draft stood; undefined once it was read, or the draft is another. */
export const draftSwitchStore = createStore<{ readonly from: string; readonly to: string } | undefined>(() => undefined);

/** What is sent for review. Fields that are empty leave the choice to the estimate. */
export function toMessageDraft(fields: DraftFields): MessageDraft {
  const method = fields.method.trim();
  return {
    from: fields.from.trim(),
    to: fields.to.trim(),
    value: fields.value.trim(),
    method: method === '' ? '0' : method,
    params: fields.paramsHex.trim() === '' ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: hexDigits(fields.paramsHex) },
    ...(fields.gasFeeCap.trim() === '' ? {} : { gasFeeCap: fields.gasFeeCap.trim() }),
    ...(fields.gasPremium.trim() === '' ? {} : { gasPremium: fields.gasPremium.trim() }),
    ...(fields.gasLimit.trim() === '' ? {} : { gasLimit: fields.gasLimit.trim() }),
  };
}

/** The draft with the fees that were shown for it, so that what is put before the signer is the message that was checked, to the CID. */
export function withReviewedFees(draft: MessageDraft, reviewed: NonNullable<DraftReview['message']>): MessageDraft {
  return {
    ...draft,
    gasFeeCap: `${reviewed.gasFeeCap} attoFIL`,
    gasPremium: `${reviewed.gasPremium} attoFIL`,
    gasLimit: reviewed.gasLimit,
  };
}

/** What is wrong before anything is asked of a node: only what the contract itself would refuse. */
export function formErrors(fields: DraftFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (!/^\d{0,20}$/.test(fields.method.trim())) errors.method = 'A method is a whole number, 0 for a plain transfer.';
  if (!/^[0-9a-f]*$/i.test(hexDigits(fields.paramsHex))) errors.paramsHex = 'Parameters are hex digits, two for each byte.';
  return errors;
}

/** Whether there is enough to ask for a review at all. */
export function isReviewable(fields: DraftFields): boolean {
  return fields.from.trim() !== '' && fields.to.trim() !== '' && fields.value.trim() !== '' && Object.keys(formErrors(fields)).length === 0;
}
