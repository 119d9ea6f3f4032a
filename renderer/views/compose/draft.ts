/** The composer's form as typed, kept while the app runs and over a reload, so that leaving the screen or rejecting an approval loses nothing. */
import { createStore } from 'zustand/vanilla';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { type DraftParams, type DraftReview, type MessageDraft, zMessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { hexDigits } from '../../../shared/text/hex-digits.ts';
import { hasUnreadable, readJson } from './params/params-json.ts';

/** How the fees are chosen: `own` as typed; `slow` waits for a base fee no higher than now's. */
export type FeeChoice = 'slow' | 'next' | 'own';

/** Every field is text: what cannot be read is said beside its field, never thrown away. */
export interface DraftFields {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly isMaximumValue: boolean;
  readonly method: string;
  readonly params: DraftParams;
  /** What the call was chosen for, while it is not known what the recipient is. */
  readonly expectedType: ActorType | undefined;
  /** The interface of the contract, as pasted. */
  readonly abi: string;
  readonly feeChoice: FeeChoice;
  readonly gasFeeCap: string;
  readonly gasPremium: string;
  readonly gasLimit: string;
  readonly nonce: string;
  readonly replacesId: string | undefined;
  readonly isHeld: boolean;
  readonly offline: MessageDraft['offline'];
  /** The saved draft that it was loaded from, or saved as. */
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

/** Where the present form outlives a reload: this tab, or this window, alone. Nothing of it is secret. */
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

/** What another version of the app may have kept is looked at by the contract's own schema. */
function toKeptDraft(kept: DraftFields): MessageDraft {
  return toMessageDraft({ ...EMPTY_DRAFT, ...kept });
}

/** Whether nothing was typed; the sender is filled in without being asked. */
export function isDraftEmpty(fields: DraftFields): boolean {
  const { from: _from, savedId: _savedId, ...typed } = fields;
  const { from: _emptyFrom, savedId: _emptySavedId, ...empty } = EMPTY_DRAFT;
  return JSON.stringify(typed) === JSON.stringify({ ...empty });
}

/** The connections between which another window switched while this draft stood; undefined once it was read, or the draft is another. */
export const draftSwitchStore = createStore<{ readonly from: string; readonly to: string } | undefined>(() => undefined);

/** What is sent for review. Fields that are empty leave the choice to the estimate; a call that needs no value has none. */
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
    ...(fields.replacesId === undefined ? {} : { replacesId: fields.replacesId }),
    ...(fields.isHeld ? { isHeld: true } : {}),
    ...(fields.offline === undefined ? {} : { offline: fields.offline }),
  };
}

function optionalText<N extends string>(name: N, text: string): Partial<Record<N, string>> {
  const trimmed = text.trim();
  return trimmed === '' ? {} : ({ [name]: trimmed } as Partial<Record<N, string>>);
}

/** A draft as the form shows it. */
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
  if (!/^\d{0,20}$/.test(fields.method.trim())) errors.method = 'Choose a method of the list, or enter its number.';
  const { params } = fields;
  if (params.kind === 'bytes' && params.encoding === 'hex' && !/^([0-9a-f]{2})*$/i.test(hexDigits(params.text))) {
    errors.params = 'Parameters are hex digits, two for each byte.';
  }
  if (params.kind === 'bytes' && params.encoding === 'base64' && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(params.text)) {
    errors.params = 'This is no base64.';
  }
  if (params.kind === 'fields' && readJson(params.json) === undefined) errors.params = 'This is no JSON.';
  return errors;
}

/** What is still to be filled in, in words for the foot of the screen; undefined when there is enough to ask for a review. */
export function missingWords(fields: DraftFields): string | undefined {
  if (fields.from.trim() === '' || fields.to.trim() === '') return 'Fill in sender, recipient and amount first.';
  const isTransfer = toMessageDraft(fields).method === '0';
  if (isTransfer && fields.value.trim() === '' && !fields.isMaximumValue) return 'Fill in sender, recipient and amount first.';
  if (Object.keys(formErrors(fields)).length > 0) return 'Correct the marked fields first.';
  const { params } = fields;
  if (params.kind === 'fields' && hasUnreadable(readJson(params.json))) return 'Fill in the parameters first.';
  if (params.kind === 'contract') {
    if (params.declaration === '') return 'Choose a function of the contract first.';
    if (hasUnreadable(readJson(params.argumentsJson))) return 'Fill in the arguments first.';
  }
  if (
    fields.offline !== undefined &&
    [fields.nonce, fields.gasLimit, fields.gasFeeCap, fields.gasPremium].some((text) => text.trim() === '')
  )
    return 'Without a node, nonce, gas limit, fee cap and premium are needed.';
  return undefined;
}
