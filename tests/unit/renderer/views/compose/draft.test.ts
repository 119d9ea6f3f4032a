import { describe, expect, it } from 'vitest';
import {
  type DraftFields,
  EMPTY_DRAFT,
  fieldsOfDraft,
  formErrors,
  isDraftEmpty,
  missingWords,
  toMessageDraft,
  withReviewedFees,
} from '../../../../../renderer/views/compose/draft.ts';
import { reviewVerdict } from '../../../../../renderer/views/compose/review-verdict.ts';
import type { DraftReview } from '../../../../../shared/ipc/schemas/drafts.ts';

const FILLED: DraftFields = { ...EMPTY_DRAFT, from: ' t1from ', to: 't1to', value: '1.5' };

describe('the draft', () => {
  it('leaves fees and nonce to the estimate unless they are typed', () => {
    expect(toMessageDraft(FILLED)).toEqual({ from: 't1from', to: 't1to', value: '1.5', method: '0', params: { kind: 'none' } });
    expect(toMessageDraft({ ...FILLED, gasFeeCap: '2 nanoFIL', nonce: ' 7 ', isHeld: true })).toMatchObject({
      gasFeeCap: '2 nanoFIL',
      nonce: '7',
      isHeld: true,
    });
  });

  it('has no value where a call was given none, and keeps one that was', () => {
    expect(toMessageDraft({ ...FILLED, method: '16', value: '' }).value).toBe('0');
    expect(toMessageDraft({ ...FILLED, method: '16', value: '3' }).value).toBe('3');
    expect(toMessageDraft({ ...FILLED, value: '' }).value).toBe('');
  });

  it('comes back from a saved draft as it was', () => {
    const fields: DraftFields = {
      ...FILLED,
      from: 't1from',
      method: '16',
      params: { kind: 'fields', json: '{"AmountRequested":"1"}' },
      feeChoice: 'own',
      gasFeeCap: '2',
      gasPremium: '1',
      gasLimit: '9',
      nonce: '3',
      isMaximumValue: true,
    };
    expect(fieldsOfDraft(toMessageDraft(fields))).toEqual(fields);
  });

  it.each([
    [{}, undefined],
    [{ to: '' }, 'Enter sender, recipient and amount first.'],
    [{ value: '' }, 'Enter sender, recipient and amount first.'],
    [{ value: '', isMaximumValue: true }, undefined],
    [{ method: 'send' }, 'Correct the marked fields first.'],
    [{ method: '16', params: { kind: 'fields', json: '{"AmountRequested":{"?":""}}' } }, 'Enter the parameters first.'],
    [{ method: '16', params: { kind: 'fields', json: '{' } }, 'Correct the marked fields first.'],
    [{ params: { kind: 'contract', declaration: '', argumentsJson: '[]' } }, 'Choose a contract function first.'],
    [{ offline: { genesisCid: 'bafygenesis' } }, 'Building offline requires nonce, gas limit, fee cap and premium.'],
  ] as const)('with %j says what is missing: %s', (change, words) => {
    expect(missingWords({ ...FILLED, ...change })).toBe(words);
  });

  it.each(['43 00e807', '0X4300e807', ' 0x4300E807 '])('takes hex as it is pasted: %j', (text) => {
    expect(formErrors({ ...FILLED, params: { kind: 'bytes', encoding: 'hex', text } })).toEqual({});
  });

  it('is empty until something but the sender was typed', () => {
    expect(isDraftEmpty({ ...EMPTY_DRAFT, from: 'f1sender' })).toBe(true);
    expect(isDraftEmpty({ ...EMPTY_DRAFT, method: '2' })).toBe(false);
    expect(isDraftEmpty({ ...EMPTY_DRAFT, to: 'f1' })).toBe(false);
  });
});

const MESSAGE = {
  nonce: '0',
  gasLimit: '1',
  gasFeeCap: '1',
  gasPremium: '1',
  value: '1',
  maximumFee: '1',
  likelyFee: '1',
  baseFee: '1',
  cid: 'bafymessage',
  bytesHex: '8a00',
  paramsHex: '',
  params: { form: 'typed' as const },
  json: '{}',
  unsignedText: '{}',
};
const REVIEW: DraftReview = {
  pinned: { height: 1, key: ['bafykey00'], timeMs: 1 },
  fieldErrors: {},
  checks: [{ id: 'a', title: 'Sufficient funds', detail: '', result: 'pass' }],
  message: MESSAGE,
  calls: [],
};

describe('what is put before the signer', () => {
  it('is the message that was reviewed, fees to the attoFIL', () => {
    expect(withReviewedFees(toMessageDraft(FILLED), MESSAGE)).toEqual({
      ...toMessageDraft(FILLED),
      gasFeeCap: `${MESSAGE.gasFeeCap} attoFIL`,
      gasPremium: `${MESSAGE.gasPremium} attoFIL`,
      gasLimit: MESSAGE.gasLimit,
    });
  });
});

describe('the way to approval', () => {
  const base = { missing: undefined, isReviewing: false, isCurrent: true, review: REVIEW, hasFailed: false };
  it('is open after a clean review of the form as it stands', () => {
    expect(reviewVerdict(base)).toEqual({ canApprove: true, warnings: 0 });
  });

  it('is closed, with a reason, in every other case', () => {
    const { message: _message, ...unbuilt } = REVIEW;
    const failing: DraftReview = { ...REVIEW, checks: [{ id: 'b', title: 'The balance is too small', detail: '', result: 'fail' }] };
    for (const change of [
      { missing: 'Enter the parameters first.' },
      { isReviewing: true },
      { isCurrent: false },
      { review: undefined },
      { hasFailed: true, isCurrent: false },
      { review: { ...REVIEW, fieldErrors: { to: 'Not an address.' } } },
      { review: failing },
      { review: unbuilt },
    ]) {
      expect(reviewVerdict({ ...base, ...change }).canApprove).toBe(false);
    }
    const reason = 'A check fails: The balance is too small.';
    expect(reviewVerdict({ ...base, review: failing })).toEqual({ canApprove: false, reason });
    expect(reviewVerdict({ ...base, review: failing, isReviewing: true })).toEqual({ canApprove: false, reason });
  });
});
