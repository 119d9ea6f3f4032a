/**
 * Gives the parameters of a request the form that their names ask for: keys, links, numbers, addresses, messages. Says what was
 * changed. Facts: Lotus chain/types/tipset_key.go, go-cid cid.go and go-address address.go (JSON forms).
 */
import { tryParseAddress } from '../domain/address.ts';
import { type CidLink, cidParts, cidToLink, parseCid } from '../domain/cid.ts';
import { DomainError } from '../domain/domain-error.ts';
import { addressFromEthAddress } from '../domain/eth-address.ts';
import type { FailedCall } from './failure-row.ts';
import { type ParameterKind, parameterKind } from './parameter-kinds.ts';
import { bareMethod, isOfKind, listOf, paramNames, type RequestRepair, request, sameJson } from './repair.ts';
import {
  isRecord,
  normaliseMessage,
  normaliseSignature,
  toAttoFil,
  toBase64,
  toDecimal,
  toNumber,
  toSignatureType,
} from './repair-values.ts';
import { selectorOf } from './selector-shape.ts';

const SIGNATURE_FORM = 'written with the number of the signature type and its bytes in base64';
/** How the CID of a block is made, as that of every chain object. */
const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;

/** A parameter in its new form, and what to say of it after "is". */
export interface Shaped {
  readonly value: unknown;
  readonly form: string;
}

/** The link to the CID that a text is; undefined where it is none. */
export function linkOf(text: string): CidLink | undefined {
  try {
    return cidToLink(parseCid(text.trim()));
  } catch {
    // what is no CID stays as it is: the node's complaint is about something else
    return undefined;
  }
}

/** The link to what may be a block; whether it is one, only a node can tell. */
function blockLinkOf(text: string): CidLink | undefined {
  try {
    const cid = parseCid(text.trim());
    const { codec, hash } = cidParts(cid);
    return codec === DAG_CBOR && hash === BLAKE2B_256 ? cidToLink(cid) : undefined;
  } catch {
    return undefined;
  }
}

/** Every CID in what was sent in the place of a tipset key; undefined where something else is among them. */
function linksIn(value: unknown, depth = 0): readonly CidLink[] | undefined {
  if (typeof value === 'string') {
    const links = value.split(',', 65).map(blockLinkOf);
    return links.every((link) => link !== undefined) ? links : undefined;
  }
  if (depth > 2 || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const lists = value.slice(0, 65).map((item) => linksIn(item, depth + 1));
    return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
  }
  return linksIn(isRecord(value) ? (value['/'] ?? value.Cids ?? value.key) : undefined, depth + 1);
}

/** A tipset key as nodes take it: a list of links, or null for the head where nothing of it can be read. */
function tipsetKeyOf(value: unknown): Shaped {
  // A selector of /rpc/v2 that no key says the same as: the head would be another tipset.
  if (isRecord(value) && (value.height !== undefined || (value.tag !== undefined && value.tag !== 'latest'))) return { value, form: '' };
  const links = linksIn(value);
  if (links === undefined) return { value: null, form: 'null, which is the head' };
  return { value: links, form: 'a list of links, which have to be those of all blocks of one tipset (null is the head)' };
}

/** An address as nodes take it: in lower case and without spaces, where that makes it one. */
function addressOf(value: unknown): Shaped {
  const same = { value, form: '' };
  if (typeof value !== 'string' || tryParseAddress(value) !== undefined) return same;
  const trimmed = value.trim();
  if (tryParseAddress(trimmed) !== undefined) return { value: trimmed, form: 'without spaces' };
  const lower = trimmed.toLowerCase();
  if (tryParseAddress(lower) !== undefined) return { value: lower, form: 'in lower case' };
  const filecoin = filecoinAddressOf(trimmed);
  return filecoin === undefined ? same : { value: filecoin, form: 'the Filecoin address of that Ethereum address' };
}

/** The f410 or f0 address that an Ethereum address stands for; undefined where its capitals do not fit. */
export function filecoinAddressOf(text: string): string | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined;
  try {
    return addressFromEthAddress(text);
  } catch (error) {
    // A wrong checksum of capitals: which address was meant is not known.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** A whole number where an address belongs is the id of an actor. */
function addressOrId(value: unknown): Shaped {
  const id = toDecimal(typeof value === 'string' ? undefined : value);
  const text = id === undefined ? undefined : tryParseAddress(`f0${id}`);
  return text === undefined ? addressOf(value) : { value: text, form: 'the id address of that number' };
}

/** What a value has to become where a parameter or field of this kind belongs, as far as it can be told; else the value as it is. */
export function shapeOf(kind: ParameterKind | undefined, value: unknown): Shaped {
  switch (kind) {
    case 'tipsetKey':
      return tipsetKeyOf(value);
    case 'tipsetSelector':
      return { value: selectorOf(value, linksIn), form: 'an object with a tag, a key or a height' };
    case 'cid':
      return { value: typeof value === 'string' ? (linkOf(value) ?? value) : value, form: 'a link object' };
    case 'integer':
    case 'epoch':
      return { value: toNumber(value), form: 'a number' };
    case 'address':
      return addressOrId(value);
    case 'attoFil':
      return { value: toAttoFil(value) ?? value, form: 'attoFIL as decimal text' };
    case 'boolean':
      return { value: value === 'true' ? true : value === 'false' ? false : value, form: 'written without quotes' };
    case 'bytes':
      return { value: toBase64(value), form: 'in base64' };
    case 'message':
    case 'messages':
    case 'signedMessage':
    case 'signedMessages': {
      const message = normaliseMessage(value);
      const isSignatureAlone = isRecord(value) && isRecord(message) && sameJson(value.Message, message.Message) && isRecord(value.Message);
      return {
        value: message,
        form: isSignatureAlone ? SIGNATURE_FORM : 'written with amounts as decimal text, counts as numbers and bytes in base64',
      };
    }
    case 'signature':
      return { value: normaliseSignature(value), form: SIGNATURE_FORM };
    case 'signatureType':
      return { value: toSignatureType(value), form: 'a number' };
    default:
      return { value, form: '' };
  }
}

/** A parameter as a sentence has it: `blockCid` is the block CID. */
function inWords(name: string): string {
  if (isOfKind(name, 'address')) return 'address';
  return name === 'params'
    ? 'parameter of the method'
    : name
        .replace(/messages$/i, (word) => word.slice(0, -1))
        .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replace(/\b(?:cid|id)\b/, (word) => word.toUpperCase());
}

/** Gives every parameter of a method that is known its form; undefined where all have it or the method is not known. */
export function shapeParams(call: Pick<FailedCall, 'method' | 'params' | 'apiVersion'>): RequestRepair | undefined {
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  if (names === undefined || !Array.isArray(call.params)) return undefined;
  const changes = new Set<string>();
  const params = call.params.map((value: unknown, index) => {
    const name = names[index] ?? '';
    const changed = shapeOf(parameterKind(name), value);
    if (sameJson(changed.value, value)) return value;
    changes.add(`the ${inWords(name)} ${changes.size === 0 ? 'is ' : ''}${changed.form}`);
    return changed.value;
  });
  const [first, ...others] = changes;
  if (first === undefined) return undefined;
  // Only the sender knows which tipset was meant: to ask for the head there are other methods.
  const blanks = bareMethod(call.method) === 'ChainGetTipSet' && params[0] === null ? ['tipsetKey'] : [];
  return request(call.method, params, `T${[first, ...others].join(', ').slice(1)}.`, blanks);
}

/** The same for the failures that shapes bring about: of a method that is not known, CIDs that were sent as text become links. */
export function repairShapes(call: FailedCall): RequestRepair | undefined {
  if (paramNames(bareMethod(call.method), call.apiVersion) !== undefined) return shapeParams(call);
  const params = listOf(call.params)?.map((value) => (typeof value === 'string' ? (linkOf(value) ?? value) : value));
  return params === undefined ? undefined : request(call.method, params, 'CIDs are link objects.');
}
