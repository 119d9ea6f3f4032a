/** State of the composer form. Survives navigation, reloads and rejected approvals. */

import { createStore } from 'zustand/vanilla';
import { defined } from '../../../shared/collections/defined.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { type DraftParams, type DraftReview, type MessageDraft, zMessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { hexDigits } from '../../../shared/text/hex-digits.ts';
import { hasUnreadable, readJson } from './params/params-json.ts';

/** Fee mode: `own` as entered; `slow` waits for a base fee at or below the current one. */
export type FeeChoice = 'slow' | 'next' | 'own';

/** All fields are text. Invalid text is reported at its field and never dropped. */
export interface DraftFields {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly isMaximumValue: boolean;
  readonly method: string;
  readonly params: DraftParams;
  /** The actor type that the method was chosen for, while the type of the recipient is unknown. */
  readonly expectedType: ActorType | undefined;
  /** The pasted contract ABI. */
  readonly abi: string;
  readonly feeChoice: FeeChoice;
  readonly gasFeeCap: string;
  readonly gasPremium: string;
  readonly gasLimit: string;
  readonly nonce: string;
  readonly replacesId: string | undefined;
  readonly isHeld: boolean;
  readonly offline: MessageDraft['offline'];
  /** The saved draft that the form was loaded from or saved as. */
  readonly savedId: string | undefined;
}

const NO_PARAMS: DraftParams = { kind: 'none' };

export const EMPTY_DRAFT: DraftFields = {
  from: '',
  to: '',
  value: '',
  isMaximumValue: false,
  method: '0',
  params: NO_PARAMS,
  expectedType: undefined,
  abi: '',
  feeChoice: 'next',
  gasFeeCap: '',
  gasPremium: '',
  gasLimit: '',
  nonce: '',
  replacesId: undefined,
  isHeld: false,
  offline: undefined,
  savedId: undefined,
};

/** Session storage key of the form: per tab or window. The form contains no secrets. */
const KEPT_UNDER = 'compose draft';

export const draftStore = createStore<DraftFields>(() => keptDraft());
draftStore.subscribe((fields) => {
  if (typeof sessionStorage === 'undefined') return;
  if (isDraftEmpty(fields)) sessionStorage.removeItem(KEPT_UNDER);
  else sessionStorage.setItem(KEPT_UNDER, JSON.stringify(fields));
});

function keptDraft(): DraftFields {
  const text = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(KEPT_UNDER);
  if (text === null) return EMPTY_DRAFT;
  try {
    const kept = JSON.parse(text);
    const draft = zMessageDraft.safeParse(toKeptDraft(kept));
    if (!draft.success) return EMPTY_DRAFT;
    const feeChoice: FeeChoice = kept.feeChoice === 'slow' || kept.feeChoice === 'own' ? kept.feeChoice : 'next';
    return { ...fieldsOfDraft(draft.data), feeChoice, abi: typeof kept.abi === 'string' ? kept.abi : '' };
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Parses stored data, which another version of the app may have written, with the schema of the contract. */
function toKeptDraft(kept: DraftFields): MessageDraft {
  return toMessageDraft({ ...EMPTY_DRAFT, ...kept });
}

/** Whether the form is empty, apart from the sender, which is filled in automatically. */
export function isDraftEmpty(fields: DraftFields): boolean {
  const { from: _from, savedId: _savedId, ...typed } = fields;
  const { from: _emptyFrom, savedId: _emptySavedId, ...empty } = EMPTY_DRAFT;
  return JSON.stringify(typed) === JSON.stringify({ ...empty });
}

/** The connections that another window switched between while this draft was open; undefined once dismissed or for another draft. */
export const draftSwitchStore = createStore<{ readonly from: string; readonly to: string } | undefined>(() => undefined);

/** The draft to review. Empty fields use the estimate; an empty value of a call is zero. */
export function toMessageDraft(fields: DraftFields): MessageDraft {
  const method = fields.method.trim() === '' ? '0' : fields.method.trim();
  const value = fields.value.trim() === '' && method !== '0' ? '0' : fields.value.trim();
  return {
    from: fields.from.trim(),
    to: fields.to.trim(),
    value,
    ...(fields.isMaximumValue ? { isMaximumValue: true } : {}),
    method,
    params: fields.params,
    ...optionalText('gasFeeCap', fields.gasFeeCap),
    ...optionalText('gasPremium', fields.gasPremium),
    ...optionalText('gasLimit', fields.gasLimit),
    ...optionalText('nonce', fields.nonce),
    ...defined({ replacesId: fields.replacesId }),
    ...(fields.isHeld ? { isHeld: true } : {}),
    ...defined({ offline: fields.offline }),
  };
}

function optionalText<N extends string>(name: N, text: string): Partial<Record<N, string>> {
  const trimmed = text.trim();
  return trimmed === '' ? {} : ({ [name]: trimmed } as Partial<Record<N, string>>);
}

/** Converts a draft to form fields. */
export function fieldsOfDraft(draft: MessageDraft, savedId?: string): DraftFields {
  const hasFees = draft.gasFeeCap !== undefined || draft.gasPremium !== undefined;
  return {
    ...EMPTY_DRAFT,
    from: draft.from,
    to: draft.to,
    value: draft.value,
    isMaximumValue: draft.isMaximumValue === true,
    method: draft.method,
    params: draft.params,
    expectedType: undefined,
    abi: draft.params.kind === 'contract' ? draft.params.declaration : '',
    feeChoice: hasFees ? 'own' : 'next',
    gasFeeCap: draft.gasFeeCap ?? '',
    gasPremium: draft.gasPremium ?? '',
    gasLimit: draft.gasLimit ?? '',
    nonce: draft.nonce ?? '',
    replacesId: draft.replacesId,
    isHeld: draft.isHeld === true,
    offline: draft.offline,
    savedId,
  };
}

/** The draft with the fees of its review, so that the signer gets exactly the message that was checked, with the same CID. */
export function withReviewedFees(draft: MessageDraft, reviewed: NonNullable<DraftReview['message']>): MessageDraft {
  return {
    ...draft,
    gasFeeCap: `${reviewed.gasFeeCap} attoFIL`,
    gasPremium: `${reviewed.gasPremium} attoFIL`,
    gasLimit: reviewed.gasLimit,
  };
}

/** Errors found without a node: only what the contract would reject. */
export function formErrors(fields: DraftFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (!/^\d{0,20}$/.test(fields.method.trim())) errors.method = 'Choose a method from the list, or enter its number.';
  const { params } = fields;
  if (params.kind === 'bytes' && params.encoding === 'hex' && !/^([0-9a-f]{2})*$/i.test(hexDigits(params.text))) {
    errors.params = 'Enter hex digits, two per byte.';
  }
  if (params.kind === 'bytes' && params.encoding === 'base64' && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(params.text)) {
    errors.params = 'Not valid base64.';
  }
  if (params.kind === 'fields' && readJson(params.json) === undefined) errors.params = 'Not valid JSON.';
  return errors;
}

/** The missing input, for the footer; undefined if the draft can be reviewed. */
export function missingWords(fields: DraftFields): string | undefined {
  if (fields.from.trim() === '' || fields.to.trim() === '') return 'Enter sender, recipient and amount first.';
  const isTransfer = toMessageDraft(fields).method === '0';
  if (isTransfer && fields.value.trim() === '' && !fields.isMaximumValue) return 'Enter sender, recipient and amount first.';
  if (Object.keys(formErrors(fields)).length > 0) return 'Correct the marked fields first.';
  const { params } = fields;
  if (params.kind === 'fields' && hasUnreadable(readJson(params.json))) return 'Enter the parameters first.';
  if (params.kind === 'contract') {
    if (params.declaration === '') return 'Choose a contract function first.';
    if (hasUnreadable(readJson(params.argumentsJson))) return 'Enter the arguments first.';
  }
  if (
    fields.offline !== undefined &&
    [fields.nonce, fields.gasLimit, fields.gasFeeCap, fields.gasPremium].some((text) => text.trim() === '')
  )
    return 'Building offline requires nonce, gas limit, fee cap and premium.';
  return undefined;
}
