/**
 * Converts parameters to the JSON form of their kind (tipset keys, links, numbers, addresses, messages) and says what changed. Sources:
 * Lotus chain/types/tipset_key.go, go-cid cid.go and go-address address.go.
 */
import { tryParseAddress } from '../domain/addresses/address.ts';
import { addressFromEthAddress } from '../domain/addresses/eth-address.ts';
import { DomainError } from '../domain/domain-error.ts';
import { type CidLink, cidParts, cidToLink, parseCid } from '../domain/encoding/cid.ts';
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

const SIGNATURE_FORM = 'a numeric signature type and base64 bytes';
/** Codec and hash of the CIDs of chain objects. */
const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;

/** A converted parameter, and its new form as in "Changed … to …". */
export interface Shaped {
  readonly value: unknown;
  readonly form: string;
}

/** A link to the CID in a text; undefined if it is not a CID. */
export function linkOf(text: string): CidLink | undefined {
  try {
    return cidToLink(parseCid(text.trim()));
  } catch {
    // Not a CID.
    return undefined;
  }
}

/** A link to a CID that may be a block's. */
function blockLinkOf(text: string): CidLink | undefined {
  try {
    const cid = parseCid(text.trim());
    const { codec, hash } = cidParts(cid);
    return codec === DAG_CBOR && hash === BLAKE2B_256 ? cidToLink(cid) : undefined;
  } catch {
    return undefined;
  }
}

/** All CIDs in a value sent as a tipset key; undefined if it contains anything else. */
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

/** A tipset key as an array of links, or null (the head) if it has no CIDs. */
function tipsetKeyOf(value: unknown): Shaped {
  // A /rpc/v2 selector without an equivalent key: null would be another tipset.
  if (isRecord(value) && (value.height !== undefined || (value.tag !== undefined && value.tag !== 'latest'))) return { value, form: '' };
  const links = linksIn(value);
  if (links === undefined) return { value: null, form: 'null (the head)' };
  return { value: links, form: 'an array of CIDs, which must be all blocks of one tipset (null for the head)' };
}

/** An address in lower case and without spaces, if that makes it valid. */
function addressOf(value: unknown): Shaped {
  const same = { value, form: '' };
  if (typeof value !== 'string' || tryParseAddress(value) !== undefined) return same;
  const trimmed = value.trim();
  if (tryParseAddress(trimmed) !== undefined) return { value: trimmed, form: 'one without spaces' };
  const lower = trimmed.toLowerCase();
  if (tryParseAddress(lower) !== undefined) return { value: lower, form: 'lower case' };
  const filecoin = filecoinAddressOf(trimmed);
  return filecoin === undefined ? same : { value: filecoin, form: 'the Filecoin address of this Ethereum address' };
}

/** The f410 or f0 address of an Ethereum address; undefined if its EIP-55 checksum is wrong. */
export function filecoinAddressOf(text: string): string | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined;
  try {
    return addressFromEthAddress(text);
  } catch (error) {
    // Wrong EIP-55 checksum.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Converts an actor ID, sent as a number, to an address. */
function addressOrId(value: unknown): Shaped {
  const id = toDecimal(typeof value === 'string' ? undefined : value);
  const text = id === undefined ? undefined : tryParseAddress(`f0${id}`);
  return text === undefined ? addressOf(value) : { value: text, form: 'the ID address' };
}

/** Converts a value to the form of a kind; returns it unchanged if that is not possible. */
export function shapeOf(kind: ParameterKind | undefined, value: unknown): Shaped {
  switch (kind) {
    case 'tipsetKey':
      return tipsetKeyOf(value);
    case 'tipsetSelector':
      return { value: selectorOf(value, linksIn), form: 'a tipset selector' };
    case 'cid':
      return { value: typeof value === 'string' ? (linkOf(value) ?? value) : value, form: 'a link object' };
    case 'integer':
    case 'epoch':
      return { value: toNumber(value), form: 'a number' };
    case 'address':
      return addressOrId(value);
    case 'attoFil':
      return { value: toAttoFil(value) ?? value, form: 'a decimal string in attoFIL' };
    case 'boolean':
      return { value: value === 'true' ? true : value === 'false' ? false : value, form: 'a boolean' };
    case 'bytes':
      return { value: toBase64(value), form: 'base64' };
    case 'message':
    case 'messages':
    case 'signedMessage':
    case 'signedMessages': {
      const message = normaliseMessage(value);
      const onlySignatureChanged =
        isRecord(value) && isRecord(message) && sameJson(value.Message, message.Message) && isRecord(value.Message);
      return {
        value: message,
        form: onlySignatureChanged ? SIGNATURE_FORM : 'decimal strings for amounts, numbers for integers and base64 for bytes',
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

/** A parameter name in words: `blockCid` is "block CID". */
function inWords(name: string): string {
  if (isOfKind(name, 'address')) return 'address';
  return name === 'params'
    ? 'method parameters'
    : name
        .replace(/messages$/i, (word) => word.slice(0, -1))
        .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replace(/\b(?:cid|id)\b/, (word) => word.toUpperCase());
}

/** Converts all parameters to the form of their kinds; undefined if nothing changes or the method is unknown. */
export function shapeParams(call: Pick<FailedCall, 'method' | 'params' | 'apiVersion'>): RequestRepair | undefined {
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  if (names === undefined || !Array.isArray(call.params)) return undefined;
  const changes = new Set<string>();
  const params = call.params.map((value: unknown, index) => {
    const name = names[index] ?? '';
    const changed = shapeOf(parameterKind(name), value);
    if (sameJson(changed.value, value)) return value;
    changes.add(`the ${inWords(name)} to ${changed.form}`);
    return changed.value;
  });
  if (changes.size === 0) return undefined;
  // ChainGetTipSet refuses null, so the user must fill in the key.
  const blanks = bareMethod(call.method) === 'ChainGetTipSet' && params[0] === null ? ['tipsetKey'] : [];
  return request(call.method, params, `Changed ${[...changes].join(', ')}.`, blanks);
}

/** `shapeParams` for failures of wrong shapes; for unknown methods, converts CIDs in strings to links. */
export function repairShapes(call: FailedCall): RequestRepair | undefined {
  if (paramNames(bareMethod(call.method), call.apiVersion) !== undefined) return shapeParams(call);
  const params = listOf(call.params)?.map((value) => (typeof value === 'string' ? (linkOf(value) ?? value) : value));
  return params === undefined ? undefined : request(call.method, params, 'CIDs must be link objects.');
}
