/** What a text in the search field can mean, judged by its form alone. */
import { type Address, parseAddress } from '../../../shared/domain/address.ts';
import { type Cid, parseCid } from '../../../shared/domain/cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { addressFromEthAddress } from '../../../shared/domain/eth-address.ts';
import { readCidText } from '../../../shared/domain/message-cid.ts';
import { looksSecret, SECRET_WORDS } from '../../../shared/text/secret.ts';

export type SearchMeaning =
  | { readonly kind: 'number'; readonly value: number; readonly only?: 'epoch' | 'deal' }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'cids'; readonly cids: readonly Cid[] }
  | { readonly kind: 'method'; readonly text: string }
  /** Meant as a number, an address or a CID, and none: `problem` says why, without the text. */
  | { readonly kind: 'misspelled'; readonly problem: string }
  | { readonly kind: 'nothing' };

/** Group separators people paste: comma, point, apostrophes, underscore and every kind of space. */
const GROUPED_NUMBER = /^\d{1,3}(?:([,.'’_]|\s)\d{3})(?:\1\d{3})*$/u;

/** Digits with anything that people write between, before or after them. */
const NUMBER_LIKE = /^[-−+]?\d[\d\s.,'’_]*(?:e[-+]?\d+)?$/iu;
const ETH_HASH = /^0x[0-9a-f]{64}$/i;
/** The letter and the kind of an address, with or without something before them. */
const ADDRESS_LIKE = /^(?:[a-z]+:)?[ft]\d/i;
/** Methods of F3, go-f3's finality, begin as a BLS address does. */
const F3_METHOD_LIKE = /^f3[a-z]{1,40}$/i;
/** Begins as a CID of version 1 in base32 or 58, or of version 0, does. */
const CID_LIKE = /(?:^|[\s"{:/])(?:ba[a-z0-9]{10}|z[a-zA-Z0-9]{40}|Qm[a-zA-Z0-9]{20})/i;

/**
 * @param text as typed; spaces around it do not matter
 */
export function meaningOf(text: string): SearchMeaning {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { kind: 'nothing' };
  }
  if (looksSecret(trimmed)) {
    return { kind: 'misspelled', problem: SECRET_WORDS };
  }
  const labelled = /^(epoch|height|tipset|deal)\s*#?\s*(.+)$/i.exec(trimmed);
  const number = numberOf(labelled?.[2] ?? trimmed.replace(/^#/, ''));
  if (number !== undefined) {
    const label = labelled?.[1]?.toLowerCase();
    return { kind: 'number', value: number, ...(label === undefined ? {} : { only: label === 'deal' ? 'deal' : 'epoch' }) };
  }
  const wrongNumber = numberProblem(labelled?.[2]?.trim() ?? trimmed.replace(/^#/, ''));
  if (wrongNumber !== undefined) {
    return { kind: 'misspelled', problem: wrongNumber };
  }
  if (/^0x/i.test(trimmed)) {
    return ETH_HASH.test(trimmed) ? misspelledCid(trimmed) : readAddress(trimmed, addressFromEthAddress);
  }
  const meaning = readAddress(trimmed, parseAddress);
  if (meaning.kind === 'address') {
    return meaning;
  }
  const cids = cidsOf(trimmed);
  if (cids.length > 0) {
    return { kind: 'cids', cids };
  }
  if (ADDRESS_LIKE.test(trimmed) && !F3_METHOD_LIKE.test(trimmed)) {
    return meaning;
  }
  if (CID_LIKE.test(trimmed)) {
    return misspelledCid(trimmed);
  }
  return /^[A-Za-z][A-Za-z0-9_.]{1,80}$/.test(trimmed) ? { kind: 'method', text: trimmed.replace(/^.*\./, '') } : { kind: 'nothing' };
}

function readAddress(text: string, parse: (text: string) => Address): SearchMeaning {
  return readOrProblem(() => ({ kind: 'address', address: parse(text) }), 'It looks like an address and is none. ');
}

/** A text that was taken for a CID, or for several: what is wrong with the first that is none. */
function misspelledCid(text: string): SearchMeaning {
  return readOrProblem(() => {
    const cids = wordsOf(text).map(readCidText);
    return { kind: 'cids', cids };
  }, '');
}

function readOrProblem(read: () => SearchMeaning, before: string): SearchMeaning {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: 'misspelled', problem: `${before}${error.message}` };
  }
}

/** Why a text of digits is no epoch and no deal; undefined for a text that is not meant as a number. */
function numberProblem(text: string): string | undefined {
  if (!NUMBER_LIKE.test(text)) return undefined;
  if (/^[-−]/.test(text)) return 'An epoch or a deal is never negative.';
  if (/[e+]/i.test(text)) return 'An epoch or a deal is written in digits alone, without a sign or an exponent.';
  if (/^\d+$/.test(text)) return `This number has ${text.length} digits: no epoch and no deal is so large.`;
  return 'An epoch or a deal is a whole number; its digits stand alone, or in groups of three.';
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
  const cids: Cid[] = [];
  for (const word of wordsOf(text)) {
    try {
      cids.push(parseCid(word));
    } catch {
      // Not a CID: then the text as a whole is none either.
      return [];
    }
  }
  return cids;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;"'{}[\]:/]+/).filter((word) => word !== '');
}
