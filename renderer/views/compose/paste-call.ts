/**
 * Parses a pasted call as a draft: a message or signed message as Lotus JSON or CBOR, or a Lotus command (`lotus send`,
 * cli/send.go; `lotus msig propose`, cli/multisig.go of Lotus v1.36). Drops nonce and signature, which are created again.
 */
import type { NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { formatFil, parseFil } from '../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { decodeMessage, decodeSignedMessage, type Message } from '../../../shared/domain/messages/message.ts';
import type { DraftParams, MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { hexDigits } from '../../../shared/text/hex-digits.ts';

export interface PastedCall {
  readonly draft: MessageDraft;
  /** The recognised format. */
  readonly understoodAs: string;
}

const MAX_LENGTH = 400_000;

/** Throws `DomainError` `paste` with one sentence if the text is not recognised. */
export function readPastedCall(text: string, letter: NetworkLetter): PastedCall {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) throw wrong('The text is too long for a message.');
  if (trimmed.startsWith('{')) return fromJson(trimmed);
  if (/^(\$\s*)?lotus\s/.test(trimmed)) return fromCommand(trimmed.replace(/^\$\s*/, ''));
  const digits = hexDigits(trimmed);
  if (/^([0-9a-f]{2})+$/i.test(digits)) return fromBytes(hexToBytes(digits), letter);
  if (/^[A-Za-z0-9+/\s]+={0,2}$/.test(trimmed)) return fromBytes(base64ToBytes(trimmed.replace(/\s+/g, '')), letter);
  throw wrong('Not recognised. Paste a message as JSON, hex or base64, or a "lotus send" command.');
}

function fromJson(text: string): PastedCall {
  let json: unknown;
  try {
    json = parseLosslessJson(text);
  } catch {
    throw wrong('The JSON is incomplete or invalid.');
  }
  const isSigned = isObject(json) && isObject(json.Message);
  const message = isSigned ? (json as { readonly Message: unknown }).Message : json;
  if (!isObject(message) || typeof message.To !== 'string') throw wrong('This JSON is not a message: it has no To field.');
  const params = message.Params;
  return {
    understoodAs: isSigned ? 'a signed message, as JSON' : 'a message, as JSON',
    draft: {
      from: textOf(message.From),
      to: message.To,
      value: /^\d+$/.test(textOf(message.Value)) ? formatFil(BigInt(textOf(message.Value))) : '0',
      method: /^\d{1,20}$/.test(textOf(message.Method)) ? textOf(message.Method) : '0',
      params: typeof params === 'string' && params !== '' ? { kind: 'bytes', encoding: 'base64', text: params } : { kind: 'none' },
      ...gasOf(textOf(message.GasLimit), textOf(message.GasFeeCap), textOf(message.GasPremium)),
    },
  };
}

function fromBytes(bytes: Uint8Array, letter: NetworkLetter): PastedCall {
  const signed = attempt(() => decodeSignedMessage(bytes).message);
  const message = signed ?? attempt(() => decodeMessage(bytes));
  if (message === undefined) throw wrong('These bytes are not a message.');
  return { understoodAs: signed === undefined ? 'a message, as CBOR' : 'a signed message, as CBOR', draft: draftOf(message, letter) };
}

/** The call of a message, with its fees. */
export function draftOf(message: Message, letter: NetworkLetter): MessageDraft {
  return {
    from: formatAddress(message.from, letter),
    to: formatAddress(message.to, letter),
    value: formatFil(message.value),
    method: message.method.toString(),
    params: message.params.length === 0 ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: bytesToHex(message.params) },
    ...gasOf(message.gasLimit.toString(), message.gasFeeCap.toString(), message.gasPremium.toString()),
  };
}

/** Tools use zero for "estimate". */
function gasOf(limit: string, feeCap: string, premium: string): Partial<MessageDraft> {
  const isGiven = (text: string): boolean => /^\d{1,40}$/.test(text) && BigInt(text) > 0n;
  return {
    ...(isGiven(limit) ? { gasLimit: limit } : {}),
    ...(isGiven(feeCap) ? { gasFeeCap: `${feeCap} attoFIL` } : {}),
    ...(isGiven(premium) ? { gasPremium: `${premium} attoFIL` } : {}),
  };
}

const FLAGS_WITHOUT_VALUE: ReadonlySet<string> = new Set(['force', 'send-all', 'csv']);

function fromCommand(line: string): PastedCall {
  const words = shellWords(line.replace(/\\\n/g, ' '));
  const flags = new Map<string, string>();
  const plain: string[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name, value] = /^--?([a-z][a-z0-9-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) plain.push(word);
    else if (value !== undefined) flags.set(name, value);
    else if (FLAGS_WITHOUT_VALUE.has(name)) flags.set(name, 'true');
    else {
      at += 1;
      flags.set(name, words[at] ?? '');
    }
  }
  const gas = {
    ...(flags.has('gas-limit') ? { gasLimit: flags.get('gas-limit') ?? '' } : {}),
    ...(flags.has('gas-feecap') ? { gasFeeCap: priceText(flags.get('gas-feecap') ?? '') } : {}),
    ...(flags.has('gas-premium') ? { gasPremium: priceText(flags.get('gas-premium') ?? '') } : {}),
    ...(flags.has('nonce') ? { nonce: flags.get('nonce') ?? '' } : {}),
  };
  const from = flags.get('from') ?? flags.get('from-eth-addr') ?? '';
  const [command, ...rest] = plain;
  if (command === 'send' && rest[0] !== undefined && rest.length <= 2) {
    const isAll = flags.get('send-all') === 'true';
    return {
      understoodAs: 'a lotus send command',
      draft: {
        from,
        to: rest[0],
        value: rest[1] ?? '0',
        ...(isAll ? { isMaximumValue: true } : {}),
        method: flags.get('method') ?? '0',
        params: paramsOf(flags),
        ...gas,
      },
    };
  }
  if (command === 'msig' && rest[0] === 'propose' && rest[2] !== undefined) {
    const [, multisig = '', to, amount = '0', method = '0', params = ''] = rest;
    return {
      understoodAs: 'a lotus msig propose command',
      draft: {
        from,
        to: multisig,
        value: '0',
        method: '2',
        params: {
          kind: 'fields',
          json: JSON.stringify({
            To: to,
            Value: parseFil(amount).toString(),
            Method: Number(method),
            Params: params === '' ? null : bytesToBase64(hexToBytes(hexDigits(params))),
          }),
        },
        ...gas,
      },
    };
  }
  throw wrong('Unsupported command. Supported: lotus send and lotus msig propose.');
}

function paramsOf(flags: ReadonlyMap<string, string>): DraftParams {
  const json = flags.get('params-json');
  if (json !== undefined) return { kind: 'fields', json };
  const hex = flags.get('params-hex');
  return hex === undefined ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: hex };
}

/** Lotus uses attoFIL for gas prices. */
function priceText(text: string): string {
  return /^\d+$/.test(text) ? `${text} attoFIL` : text;
}

/** Splits words like a shell: quotes group words, a backslash escapes the next character. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs)) {
    words.push(
      word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double: string | undefined, single: string | undefined, escaped) =>
        double === undefined ? (single ?? escaped) : double.replace(/\\(.)/gs, '$1'),
      ),
    );
  }
  return words;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value).slice(0, 120) : '';
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(message: string): DomainError {
  return new DomainError('paste', message);
}
