/** What a text in the search field can mean, judged by its form alone. */
import { type Address, parseAddress } from '../../../shared/domain/address.ts';
import { type Cid, parseCid } from '../../../shared/domain/cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { addressFromEthAddress } from '../../../shared/domain/eth-address.ts';

export type SearchMeaning =
  | { readonly kind: 'number'; readonly value: number; readonly only?: 'epoch' | 'deal' }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'cids'; readonly cids: readonly Cid[] }
  | { readonly kind: 'method'; readonly text: string }
  /** Begins as an address does and is none: `problem` says why. */
  | { readonly kind: 'misspelled'; readonly problem: string }
  | { readonly kind: 'nothing' };

/** Group separators people paste: comma, point, apostrophes, underscore and every kind of space. */
const GROUPED_NUMBER = /^\d{1,3}(?:([,.'’_]|\s)\d{3})(?:\1\d{3})*$/u;

/**
 * @param text as typed; spaces around it do not matter
 */
export function meaningOf(text: string): SearchMeaning {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { kind: 'nothing' };
  }
  const labelled = /^(epoch|height|tipset|deal)\s*#?\s*(.+)$/i.exec(trimmed);
  const number = numberOf(labelled?.[2] ?? trimmed.replace(/^#/, ''));
  if (number !== undefined) {
    const label = labelled?.[1]?.toLowerCase();
    return { kind: 'number', value: number, ...(label === undefined ? {} : { only: label === 'deal' ? 'deal' : 'epoch' }) };
  }
  if (/^0x[0-9a-f]{40}$/i.test(trimmed)) {
    return addressOrProblem(trimmed, addressFromEthAddress);
  }
  const meaning = addressOrProblem(trimmed, parseAddress);
  if (meaning.kind === 'address') {
    return meaning;
  }
  const cids = cidsOf(trimmed);
  if (cids.length > 0) {
    return { kind: 'cids', cids };
  }
  if (/^[ft][0-4][a-z0-9]{10,}$/i.test(trimmed)) {
    return meaning;
  }
  return /^[A-Za-z][A-Za-z0-9_.]{1,80}$/.test(trimmed) ? { kind: 'method', text: trimmed.replace(/^.*\./, '') } : { kind: 'nothing' };
}

function addressOrProblem(text: string, parse: (text: string) => Address): SearchMeaning {
  try {
    return { kind: 'address', address: parse(text) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'misspelled', problem: error.message };
  }
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  const digits = GROUPED_NUMBER.test(trimmed) ? trimmed.replace(/\D/gu, '') : trimmed;
  if (!/^\d{1,16}$/.test(digits)) {
    return undefined;
  }
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** One CID, or the blocks of a tipset key as a list, as JSON links or one after another. */
function cidsOf(text: string): Cid[] {
  const words = text.split(/[\s,;"'{}[\]:/]+/).filter((word) => word !== '');
  const cids: Cid[] = [];
  for (const word of words) {
    try {
      cids.push(parseCid(word));
    } catch {
      // Not a CID: then the text as a whole is none either.
      return [];
    }
  }
  return cids;
}
