/** Compares the requests and answers of two recorded calls, live or from opened sessions. */
import type { CallComparison, CallDifference } from '../../../shared/ipc/schemas/inspector.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { compareValues, type ValueComparison } from './compare-values.ts';
import { bodyText, recordedValue } from './recorded-text.ts';

/** Comparing larger bodies would block the main thread. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const LIMITS = { differences: 500, values: 300_000 };
/** The request id counts the calls of a client, so it always differs. */
const IGNORED = ['id'];

interface Side {
  readonly comparison: ValueComparison;
  readonly notes: readonly string[];
}

const NOTHING: ValueComparison = { differences: [], equalCount: 0, maskedCount: 0, isTruncated: false };

export async function compareCalls(left: RecordedCall, right: RecordedCall): Promise<CallComparison> {
  const request = await compareBodies(left.request, right.request, 'requests');
  const response = await compareBodies(left.response, right.response, 'answers');
  const sides = [request, response];
  const maskedCount = request.comparison.maskedCount + response.comparison.maskedCount;
  const notes = [...sides.flatMap((side) => side.notes), ...maskedNote(maskedCount)];
  return {
    left: left.summary,
    right: right.summary,
    request: request.comparison.differences,
    response: response.comparison.differences,
    equalCount: request.comparison.equalCount + response.comparison.equalCount,
    isTruncated: sides.some((side) => side.comparison.isTruncated),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

async function compareBodies(left: RecordedBody | undefined, right: RecordedBody | undefined, what: string): Promise<Side> {
  const leftText = left === undefined ? '' : await bodyText(left, MAX_BODY_BYTES);
  const rightText = right === undefined ? '' : await bodyText(right, MAX_BODY_BYTES);
  if (leftText === undefined || rightText === undefined) {
    return {
      comparison: { ...NOTHING, isTruncated: true },
      notes: [`The ${what} were not compared: a body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`],
    };
  }
  const isCut = [left, right].some((body) => body?.facts.isTruncated === true);
  const notes = isCut ? [`At least one of the ${what} was not recorded in full.`] : [];
  const leftValue = parsed(leftText);
  const rightValue = parsed(rightText);
  if (leftValue === undefined || rightValue === undefined) {
    const comparison = compareTexts(leftText, rightText);
    return { comparison: { ...comparison, isTruncated: isCut }, notes: [...notes, `The ${what} were compared as text: one is not JSON.`] };
  }
  const comparison = compareValues(leftValue.value, rightValue.value, LIMITS, IGNORED);
  return { comparison: { ...comparison, isTruncated: comparison.isTruncated || isCut }, notes };
}

/** Parse a text; an empty text is no value; undefined if the text is not JSON. */
function parsed(text: string): { readonly value: unknown } | undefined {
  const value = recordedValue(text);
  return value === undefined && text !== '' ? undefined : { value };
}

/** Compare texts; the excerpt begins shortly before the first different character. */
function compareTexts(left: string, right: string): ValueComparison {
  if (left === right) {
    return { ...NOTHING, equalCount: 1 };
  }
  let at = 0;
  while (at < left.length && left[at] === right[at]) {
    at += 1;
  }
  const from = Math.max(0, at - 40);
  const difference: CallDifference = {
    path: '',
    kind: 'changed',
    left: JSON.stringify(left.slice(from, from + 300)).slice(0, 400),
    right: JSON.stringify(right.slice(from, from + 300)).slice(0, 400),
  };
  return { ...NOTHING, differences: [difference] };
}

function maskedNote(count: number): string[] {
  if (count === 0) {
    return [];
  }
  return [
    count === 1
      ? 'One value is masked on both sides, so it cannot be compared.'
      : `${count} values are masked on both sides, so they cannot be compared.`,
  ];
}
