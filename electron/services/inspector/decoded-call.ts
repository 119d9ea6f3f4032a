/**
 * Decodes the parameters and the answer of a recorded call.
 *
 * Decoding sends no calls: the recording may be from another network, and an opened session must not cause calls. Actor types of recipients
 * come from the ID, the address, or other recorded calls of the same endpoint. All content is hostile: bodies, sections and values are limited,
 * and parts that cannot be decoded are left as they are, with a note.
 */
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { decodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import type { Decoded } from '../../../shared/domain/encoding/decoded-value.ts';
import { INVOKE_CONTRACT } from '../../../shared/domain/evm/eth-transaction.ts';
import { decodeContractCall, decodeRevert } from '../../../shared/domain/evm/evm-call.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../shared/domain/methods/exit-code.ts';
import { decodeParams, decodeReturn } from '../../../shared/domain/methods/method-decode.ts';
import { type BodySide, type CallSummary, type DecodedCall, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import { type ViewContext, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { learnInnerActors } from '../inner-actors.ts';
import { actorTypesOf } from '../network-version/version-authority.ts';
import type { CallSource, RecordedBody, RecordedCall } from './call-source.ts';
import { decodeEvent, NO_METHOD } from './decoded-event.ts';
import { type DecodedPlace, type FoundReceipt, findPlaces } from './decoded-places.ts';
import { RecordedActors } from './recorded-actors.ts';
import { bodyText, isMasked, recordedValue } from './recorded-text.ts';

type Section = DecodedCall['sections'][number];
type MessagePlace = Extract<DecodedPlace, { kind: 'message' }>;

/** Larger bodies are not decoded; the tree shows them. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Limits for each section, of which there may be many. */
const LIMITS = { values: 1500, items: 200, characters: 32_768 };
const UNKNOWN_RECIPIENT =
  'The actor type of a recipient is not in the recording, so parameters of its methods are shown without field names.';

/** @param active the active connection, for the letter, the clock and the actor codes of its own recordings */
export async function decodeCall(source: CallSource, call: RecordedCall, active: ActiveConnection | undefined): Promise<DecodedCall> {
  const own = active?.id === call.summary.connectionId && source.id === LIVE_SOURCE ? active : undefined;
  const decoding = new CallDecoding(source, call, own);
  await decoding.read('request', call.request);
  if (call.response !== undefined) {
    await decoding.read('response', call.response);
  }
  return decoding.finish();
}

class CallDecoding {
  readonly #source: CallSource;
  readonly #call: RecordedCall;
  readonly #active: ActiveConnection | undefined;
  readonly #actorTypeOfCode: (code: string) => ActorType | undefined;
  readonly #actors: RecordedActors;
  readonly #sections: Section[] = [];
  readonly #notes = new Set<string>();
  /** The requested message, for an answer that is only its receipt. */
  #asked: MessagePlace | undefined;
  /** Answered ChainGetMessage calls of the same endpoint, listed once, since there may be many receipts. */
  #lookups: readonly CallSummary[] | undefined;

  constructor(source: CallSource, call: RecordedCall, active: ActiveConnection | undefined) {
    this.#source = source;
    this.#call = call;
    this.#active = active;
    this.#actorTypeOfCode = actorTypesOf(active);
    this.#actors = new RecordedActors(source, call.summary.connectionId, this.#actorTypeOfCode);
  }

  async read(side: BodySide, body: RecordedBody): Promise<void> {
    const what = side === 'request' ? 'request' : 'answer';
    if (body.facts.recordedBytes === 0) {
      return;
    }
    const text = body.facts.isTruncated ? undefined : await bodyText(body, MAX_BODY_BYTES);
    if (text === undefined) {
      this.#notes.add(`The ${what} was not recorded in full or is too large to decode.`);
      return;
    }
    const value = recordedValue(text);
    if (value === undefined) {
      this.#notes.add(`The ${what} is not JSON.`);
      return;
    }
    if (isMasked(text)) {
      this.#notes.add(`A part of the ${what} was masked when it was recorded and cannot be decoded.`);
    }
    const { method } = this.#call.summary;
    const { places, isTruncated } = findPlaces(value, methodFacts(method)?.name ?? method.slice(method.indexOf('.') + 1));
    const view = this.#viewContext(text);
    for (const place of places) {
      await this.#add(side, place, view);
    }
    if (isTruncated) {
      this.#notes.add(`Only the first values of the ${what} were decoded.`);
    }
  }

  finish(): DecodedCall {
    const notes = [...this.#notes];
    if (this.#sections.length === 0 && notes.length === 0) {
      notes.push('This call has no encoded values. See its JSON.');
    }
    return { sections: this.#sections, ...(notes.length === 0 ? {} : { note: notes.join(' ') }) };
  }

  async #add(side: BodySide, place: DecodedPlace, view: ViewContext): Promise<void> {
    const add = (label: string, path: string, decoded: Decoded): void => {
      this.#sections.push({ side, label, path, view: viewOfDecoded(decoded, view) });
    };
    switch (place.kind) {
      case 'message':
        this.#asked ??= side === 'request' ? place : undefined;
        await this.#addMessage(place, view, add);
        return;
      case 'receipt':
        await this.#addReceipt(place, view, add);
        return;
      case 'event': {
        const { name, value } = decodeEvent(place.entries);
        add(`Event: ${name}`, place.path, { form: 'typed', value });
        return;
      }
      case 'bitfield': {
        const value = read(() => decodeRunLengths(place.runs));
        if (value !== undefined) {
          add(`Set: ${place.name}`, place.path, { form: 'typed', value: { kind: 'bitfield', value } });
        }
        return;
      }
      case 'contractCall':
        add('Contract call', place.path, { form: 'typed', value: decodeContractCall(place.input) });
        return;
      case 'revert':
        add('Revert reason', place.path, { form: 'typed', value: decodeRevert(place.data) });
        return;
      case 'object':
        add('Stored object', place.path, decodeParams(undefined, NO_METHOD, place.bytes));
        return;
      default:
        place satisfies never;
    }
  }

  async #addMessage(place: MessagePlace, view: ViewContext, add: AddSection): Promise<void> {
    const { type, name } = await this.#recipient(place);
    const { to, method, params, path, codec, receipt } = place;
    const words = `${name ?? `method ${method}`} to ${formatAddress(to, view.letter)}`;
    if (params.length > 0 || receipt === undefined) {
      const decode = (actorTypeOf: (address: Address) => ActorType | undefined): Decoded =>
        decodeParams(type, method, params, { actorTypeOf, actorTypeOfCode: this.#actorTypeOfCode, codec });
      await learnInnerActors(decode, this.#actors.known, (address) => this.#actors.typeOf(address));
      add(
        `Message parameters: ${words}`,
        path,
        decode((address) => this.#actors.known.get(address)),
      );
    }
    if (receipt !== undefined) {
      this.#addReturn(receipt, words, add, { type, method, params });
    }
    if (type === undefined && method !== 0n && name === undefined) {
      this.#notes.add(UNKNOWN_RECIPIENT);
    }
  }

  async #addReceipt(
    { receipt, messageCid }: Extract<DecodedPlace, { kind: 'receipt' }>,
    view: ViewContext,
    add: AddSection,
  ): Promise<void> {
    const message = this.#asked ?? (messageCid === undefined ? undefined : await this.#recordedMessage(messageCid));
    if (message === undefined) {
      this.#addReturn(receipt, 'of an unrecorded message', add, { type: undefined, method: NO_METHOD, params: new Uint8Array() });
      return;
    }
    const { type, name } = await this.#recipient(message);
    const { method, params, to } = message;
    this.#addReturn(receipt, `${name ?? `method ${method}`} to ${formatAddress(to, view.letter)}`, add, { type, method, params });
  }

  #addReturn(
    { path, exitCode, bytes, codec }: FoundReceipt,
    words: string,
    add: AddSection,
    { type, method, params }: { readonly type: ActorType | undefined; readonly method: bigint; readonly params: Uint8Array },
  ): void {
    const exit = exitCode === 0 ? '' : `, exit code ${exitCode} ${explainExitCode(exitCode, { calledActor: type }).name}`;
    if (bytes.length > 0 || exitCode !== 0) {
      add(
        `Return value: ${words}${exit}`,
        path,
        decodeReturn(type, method, bytes, { exitCode, params, codec, actorTypeOfCode: this.#actorTypeOfCode }),
      );
    }
  }

  async #recipient({ to, method, actorCode }: MessagePlace): Promise<{ type: ActorType | undefined; name: string | undefined }> {
    const named = actorCode === undefined ? undefined : this.#actorTypeOfCode(actorCode);
    // Only contracts have this method; their addresses do not reveal whether they have code.
    const type = named ?? (await this.#actors.typeOf(to)) ?? (method === INVOKE_CONTRACT ? 'evm' : undefined);
    return { type, name: methodName(type, method) };
  }

  /** Find a message that was read earlier from the same endpoint. */
  async #recordedMessage(cid: string): Promise<MessagePlace | undefined> {
    const { connectionId } = this.#call.summary;
    this.#lookups ??= [...this.#source.summaries()].filter(
      ({ connectionId: other, method, status }) => other === connectionId && status === 'ok' && method.endsWith('.ChainGetMessage'),
    );
    const lookup = this.#lookups.findLast(({ paramsPreview }) => paramsPreview.includes(cid));
    const response = lookup === undefined ? undefined : this.#source.get(lookup.id)?.response;
    const text = response === undefined ? undefined : await bodyText(response, MAX_BODY_BYTES);
    return text === undefined ? undefined : findPlaces(recordedValue(text), 'ChainGetMessage').places.find(isMessage);
  }

  #viewContext(text: string): ViewContext {
    const facts = this.#active?.facts;
    const written = /"([ft])[0-4][a-z0-9]{1,90}"/.exec(text)?.[1];
    const letter: NetworkLetter = this.#active?.letter ?? (written === 't' ? 't' : 'f');
    return {
      letter,
      limits: LIMITS,
      ...(facts === undefined ? {} : { clock: { genesisTimeMs: facts.genesisTimeMs, blockDelaySeconds: facts.blockDelaySeconds } }),
    };
  }
}

type AddSection = (label: string, path: string, decoded: Decoded) => void;

function isMessage(place: DecodedPlace): place is MessagePlace {
  return place.kind === 'message';
}

/** Return undefined if the value cannot be parsed. */
function read<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof DomainError) {
      return undefined;
    }
    throw error;
  }
}
