/** Parses the text of the search field into its possible meanings. */
import { type Address, parseAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../shared/domain/addresses/eth-address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { parsePeerId } from '../../../shared/domain/keys/peer-id.ts';
import { readCidText } from '../../../shared/domain/messages/message-cid.ts';
import { looksSecret, SECRET_WORDS } from '../../../shared/text/secret.ts';

/** The meaning of a number by the word before it. */
export type NumberLabel = 'epoch' | 'deal' | 'sector' | 'exit';

export type SearchMeaning =
  | { readonly kind: 'number'; readonly value: number; readonly only?: NumberLabel }
  /** `letter`: network letter as typed; absent for 0x. */
  | { readonly kind: 'address'; readonly address: Address; readonly letter?: 'f' | 't' }
  | { readonly kind: 'cids'; readonly cids: readonly Cid[] }
  | { readonly kind: 'sector'; readonly miner: Address; readonly sector: number }
  /** A message by its sender and nonce. */
  | { readonly kind: 'nonce'; readonly from: Address; readonly nonce: bigint }
  /** `party`: the provider of a claim or the client of an allocation; absent if not given. */
  | { readonly kind: 'claim' | 'allocation'; readonly id: number; readonly party?: Address }
  | { readonly kind: 'moment'; readonly timeMs: number }
  | { readonly kind: 'peer'; readonly peerId: string }
  | { readonly kind: 'eth-hash'; readonly hash: string }
  | { readonly kind: 'method'; readonly text: string }
  /** Looks like a number, an address or a CID but is invalid; `problem` has the reason, without the text. */
  | { readonly kind: 'misspelled'; readonly problem: string }
  | { readonly kind: 'nothing' };

/** Group separators in pasted numbers: comma, point, apostrophes, underscore and spaces. */
const GROUPED_NUMBER = /^\d{1,3}(?:([,.'’_]|\s)\d{3})(?:\1\d{3})*$/u;

/** Digits with any characters that may be part of a number. */
const NUMBER_LIKE = /^[-−+]?\d[\d\s.,'’_]*(?:e[-+]?\d+)?$/iu;
const ETH_HASH = /^0x[0-9a-f]{64}$/i;
/** Network letter and protocol of an address, with or without a prefix. */
const ADDRESS_LIKE = /^(?:[a-z]+:)?[ft]\d/i;
/** F3 methods begin like a BLS address. */
const F3_METHOD_LIKE = /^f3[a-z]{1,40}$/i;
/** Beginning of a CID: version 1 in base32 or base58, or version 0. */
const CID_LIKE = /(?:^|[\s"{:/])(?:ba[a-z0-9]{10}|z[a-zA-Z0-9]{40}|Qm[a-zA-Z0-9]{20})/i;
/** libp2p peer IDs of Ed25519 and secp256k1 keys. `Qm…` is parsed as a CID first. */
const PEER_LIKE = /^(?:12D3Koo|16Uiu2)[1-9A-HJ-NP-Za-km-z]{20,}$/;
const LABELS: Readonly<Record<string, NumberLabel>> = {
  epoch: 'epoch',
  height: 'epoch',
  tipset: 'epoch',
  deal: 'deal',
  sector: 'sector',
  exit: 'exit',
  'exit code': 'exit',
  exitcode: 'exit',
};
const LABELLED = /^(epoch|height|tipset|deal|sector|exit ?code|exit)\s*[:#=]?\s*(.+)$/i;
/** `f01000/12`, `f01000 sector 12`, `sector 12 of f01000`. */
const SECTOR_AFTER = /^(\S+?)\s*(?:\/|\s+sector\s*#?\s*)\s*([\d,._'’]+)$/i;
const SECTOR_BEFORE = /^sector\s*#?\s*([\d,._'’]+)\s+(?:of\s+|in\s+|at\s+)?(\S+)$/i;
/** `f1…:12`, `f1… nonce 12`, `nonce 12 of f1…`. */
const NONCE_AFTER = /^(\S+?)\s*(?::|\s+nonce\s*#?\s*)\s*(\d{1,20})$/i;
const NONCE_BEFORE = /^nonce\s*#?\s*(\d{1,20})\s+(?:of\s+|from\s+)?(\S+)$/i;
/** `claim 12`, `claim 12 of f01000`, `f01000 claim 12`, and the same for allocations. */
const CLAIM_BEFORE = /^(claim|allocation)\s*#?\s*([\d,._'’]+)(?:\s+(?:of\s+|from\s+|by\s+)?(\S+))?$/i;
const CLAIM_AFTER = /^(\S+)\s+(claim|allocation)\s*#?\s*([\d,._'’]+)$/i;
/** A date with optional time; UTC if no zone is given. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T\s]+(\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?)\s*(Z|UTC|[-+]\d{2}:?\d{2})?)?$/i;

/**
 * @param text as typed; surrounding spaces are ignored
 */
export function meaningOf(text: string): SearchMeaning {
  const trimmed = text.trim();
  if (trimmed === '') {
    return { kind: 'nothing' };
  }
  if (looksSecret(trimmed)) {
    return { kind: 'misspelled', problem: SECRET_WORDS };
  }
  return momentOf(trimmed) ?? partOf(trimmed) ?? numberMeaning(trimmed) ?? nameMeaning(trimmed);
}

/** Parse something named by an actor and a number. */
function partOf(text: string): SearchMeaning | undefined {
  const [, before, minerAfter] = SECTOR_BEFORE.exec(text) ?? [];
  const [, minerBefore, after] = SECTOR_AFTER.exec(text) ?? [];
  const miner = addressOf(minerAfter ?? minerBefore);
  const sector = numberOf(before ?? after ?? '');
  if (miner !== undefined && sector !== undefined) return { kind: 'sector', miner, sector };
  const [, nonceBefore, fromAfter] = NONCE_BEFORE.exec(text) ?? [];
  const [, fromBefore, nonceAfter] = NONCE_AFTER.exec(text) ?? [];
  const from = addressOf(fromAfter ?? fromBefore);
  const nonce = nonceBefore ?? nonceAfter;
  if (from !== undefined && nonce !== undefined) return { kind: 'nonce', from, nonce: BigInt(nonce) };
  const [, kindBefore, idAfter, partyAfter] = CLAIM_BEFORE.exec(text) ?? [];
  const [, partyBefore, kindAfter, idLast] = CLAIM_AFTER.exec(text) ?? [];
  const kind = (kindBefore ?? kindAfter)?.toLowerCase();
  const id = numberOf(idAfter ?? idLast ?? '');
  const party = partyAfter ?? partyBefore;
  if ((kind !== 'claim' && kind !== 'allocation') || id === undefined) return undefined;
  if (party === undefined) return { kind, id };
  const address = addressOf(party);
  return address === undefined ? undefined : { kind, id, party: address };
}

function numberMeaning(text: string): SearchMeaning | undefined {
  const labelled = LABELLED.exec(text);
  const label = LABELS[labelled?.[1]?.toLowerCase() ?? ''];
  const written = (labelled?.[2] ?? text.replace(/^#/, '')).trim();
  const value = numberOf(written);
  if (value !== undefined) return { kind: 'number', value, ...(label === undefined ? {} : { only: label }) };
  const problem = numberProblem(written);
  return problem === undefined ? undefined : { kind: 'misspelled', problem };
}

function nameMeaning(text: string): SearchMeaning {
  if (/^0x/i.test(text)) {
    return ETH_HASH.test(text) ? { kind: 'eth-hash', hash: text.toLowerCase() } : readAddress(text, addressFromEthAddress);
  }
  const meaning = readAddress(text, parseAddress);
  if (meaning.kind === 'address') {
    return { ...meaning, letter: text.startsWith('t') ? 't' : 'f' };
  }
  const cids = cidsOf(text);
  if (cids.length > 0) {
    return { kind: 'cids', cids };
  }
  if (ADDRESS_LIKE.test(text) && !F3_METHOD_LIKE.test(text)) {
    return meaning;
  }
  if (PEER_LIKE.test(text)) {
    return readOrProblem(() => {
      parsePeerId(text);
      return { kind: 'peer', peerId: text };
    }, '');
  }
  if (CID_LIKE.test(text)) {
    return misspelledCid(text);
  }
  return /^[A-Za-z][A-Za-z0-9_.]{1,80}$/.test(text) ? { kind: 'method', text: text.replace(/^.*\./, '') } : { kind: 'nothing' };
}

function momentOf(text: string): SearchMeaning | undefined {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (day === undefined) return undefined;
  const clock = time.length === 4 || /^\d:/.test(time) ? `0${time}` : time;
  const timeMs = Date.parse(`${day}T${clock}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
  return Number.isFinite(timeMs)
    ? { kind: 'moment', timeMs }
    : { kind: 'misspelled', problem: 'Not a valid date or time. Use 2026-11-22 or 2026-11-22 09:15, in UTC.' };
}

/** Parse any form of an address; undefined for all other texts. */
function addressOf(text: string | undefined): Address | undefined {
  if (text === undefined) return undefined;
  if (!/^0x/i.test(text)) return tryParseAddress(text);
  const read = readAddress(text, addressFromEthAddress);
  return read.kind === 'address' ? read.address : undefined;
}

function readAddress(text: string, parse: (text: string) => Address): SearchMeaning {
  return readOrProblem(() => ({ kind: 'address', address: parse(text) }), 'Not a valid address. ');
}

/** Return the problem of the first invalid CID in a text that looks like CIDs. */
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

/** Return why a text of digits is not a valid number; undefined for a text that is not a number. */
function numberProblem(text: string): string | undefined {
  if (!NUMBER_LIKE.test(text)) return undefined;
  if (/^[-−]/.test(text)) return 'An epoch or deal ID cannot be negative.';
  if (/[e+]/i.test(text)) return 'Enter an epoch or deal ID in digits only, without a sign or exponent.';
  if (/^\d+$/.test(text)) return `This number has ${text.length} digits and is too large for an epoch or deal ID.`;
  return 'Enter an epoch or deal ID as an integer, with optional groups of three digits.';
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

/** Parse one CID, or the block CIDs of a tipset key as a list or as JSON links. */
function cidsOf(text: string): Cid[] {
  const cids: Cid[] = [];
  for (const word of wordsOf(text)) {
    try {
      cids.push(parseCid(word));
    } catch {
      // Not a CID, so the text as a whole is not valid either.
      return [];
    }
  }
  return cids;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;"'{}[\]:/]+/).filter((word) => word !== '');
}
