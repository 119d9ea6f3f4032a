import { describe, expect, it } from 'vitest';
import {
  EMPTY_DRAFT,
  formErrors,
  isDraftEmpty,
  isReviewable,
  toMessageDraft,
  withReviewedFees,
} from '../../../../../renderer/views/compose/draft.ts';
import { reviewVerdict } from '../../../../../renderer/views/compose/review-verdict.ts';
import type { DraftReview } from '../../../../../shared/ipc/schemas/drafts.ts';

const FILLED = { ...EMPTY_DRAFT, from: ' t1from ', to: 't1to', value: '1.5' };

describe('the draft', () => {
  it('leaves fees to the estimate unless they are typed', () => {
    expect(toMessageDraft(FILLED)).toEqual({ from: 't1from', to: 't1to', value: '1.5', method: '0', paramsHex: '' });
    expect(toMessageDraft({ ...FILLED, gasFeeCap: '2 nanoFIL', paramsHex: '0x8141' })).toMatchObject({
      gasFeeCap: '2 nanoFIL',
      paramsHex: '8141',
    });
  });

  it.each(['43 00e807', '0X4300e807', ' 0x4300E807 '])('takes hex as it is pasted: %j', (paramsHex) => {
    expect(formErrors({ ...FILLED, paramsHex })).toEqual({});
    expect(toMessageDraft({ ...FILLED, paramsHex }).paramsHex.toLowerCase()).toBe('4300e807');
  });

  it('is reviewed as soon as there is something to review', () => {
    expect(isReviewable(EMPTY_DRAFT)).toBe(false);
    expect(isReviewable(FILLED)).toBe(true);
    expect(isReviewable({ ...FILLED, method: 'send' })).toBe(false);
    expect(Object.keys(formErrors({ ...FILLED, paramsHex: 'xyz', method: '-1' }))).toEqual(['method', 'paramsHex']);
  });
});

const REVIEW: DraftReview = {
  pinned: { height: 1, key: ['bafykey00'], timeMs: 1 },
  fieldErrors: {},
  checks: [{ id: 'a', title: 'The sender can pay', detail: '', result: 'pass' }],
  message: {
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
  },
  calls: [],
};

describe('what is put before the signer', () => {
  it('is the message that was reviewed, fees to the attoFIL', () => {
    const { message } = REVIEW;
    if (message === undefined) throw new Error('the review has a message');
    expect(withReviewedFees(toMessageDraft(FILLED), message)).toEqual({
      ...toMessageDraft(FILLED),
      gasFeeCap: `${message.gasFeeCap} attoFIL`,
      gasPremium: `${message.gasPremium} attoFIL`,
      gasLimit: message.gasLimit,
    });
  });
});

describe('the way to approval', () => {
  const base = { isReviewable: true, isReviewing: false, isCurrent: true, review: REVIEW, hasFailed: false };
  it('is open after a clean review of the form as it stands', () => {
    expect(reviewVerdict(base)).toEqual({ canApprove: true, warnings: 0 });
  });

  it('is closed, with a reason, in every other case', () => {
    const { message: _message, ...unbuilt } = REVIEW;
    const failing: DraftReview = { ...REVIEW, checks: [{ id: 'b', title: 'The balance is too small', detail: '', result: 'fail' }] };
    for (const change of [
      { isReviewable: false },
      { isReviewing: true },
      { isCurrent: false },
      { review: undefined },
      { hasFailed: true, isCurrent: false },
      { review: { ...REVIEW, fieldErrors: { to: 'Not an address.' } } },
      { review: failing },
      { review: unbuilt },
    ]) {
      const verdict = reviewVerdict({ ...base, ...change });
      expect(verdict.canApprove).toBe(false);
    }
    expect(reviewVerdict({ ...base, review: failing })).toEqual({ canApprove: false, reason: 'A check fails: The balance is too small.' });
  });
});

it('is empty until something but the sender was typed', () => {
  expect(isDraftEmpty({ ...EMPTY_DRAFT, from: 'f1sender' })).toBe(true);
  expect(isDraftEmpty({ ...EMPTY_DRAFT, method: '2' })).toBe(false);
  expect(isDraftEmpty({ ...EMPTY_DRAFT, to: 'f1' })).toBe(false);
});
