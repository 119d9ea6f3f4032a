/** Actor types of addresses, from IDs, address protocols and the recording. Sends no calls. */
import { type Address, addressProtocol, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/methods/actor-type.ts';
import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import type { CallSource } from './call-source.ts';
import { bodyText, recordedValue } from './recorded-text.ts';

const MAX_ACTOR_BYTES = 16 * 1024;
/** f1 and f3 are key addresses. */
const KEY_PROTOCOLS: readonly number[] = [1, 3];

export class RecordedActors {
  readonly known = new Map<string, ActorType>();
  readonly #source: CallSource;
  readonly #connectionId: string;
  readonly #actorTypeOfCode: (code: string) => ActorType | undefined;
  #lookups: readonly CallSummary[] | undefined;

  /** @param connectionId only its recordings are used, since other endpoints may be on another network */
  constructor(source: CallSource, connectionId: string, actorTypeOfCode: (code: string) => ActorType | undefined) {
    this.#source = source;
    this.#connectionId = connectionId;
    this.#actorTypeOfCode = actorTypeOfCode;
  }

  /** Undefined if the recording does not have it. */
  async typeOf(address: Address): Promise<ActorType | undefined> {
    const known = singletonActorType(address) ?? this.known.get(address);
    if (known !== undefined) {
      return known;
    }
    const type = KEY_PROTOCOLS.includes(addressProtocol(address)) ? 'account' : await this.#recordedType(address);
    if (type !== undefined) {
      this.known.set(address, type);
    }
    return type;
  }

  async #recordedType(address: Address): Promise<ActorType | undefined> {
    this.#lookups ??= [...this.#source.summaries()].filter(
      ({ connectionId, method, status }) => connectionId === this.#connectionId && status === 'ok' && method.endsWith('.StateGetActor'),
    );
    const texts = [`"${formatAddress(address, 'f')}"`, `"${formatAddress(address, 't')}"`];
    const lookup = this.#lookups.findLast(({ paramsPreview }) => texts.some((text) => paramsPreview.includes(text)));
    const response = lookup === undefined ? undefined : this.#source.get(lookup.id)?.response;
    const text = response === undefined ? undefined : await bodyText(response, MAX_ACTOR_BYTES);
    const code = text === undefined ? undefined : codeInAnswer(text);
    return code === undefined ? undefined : this.#actorTypeOfCode(code);
  }
}

function codeInAnswer(text: string): string | undefined {
  const code = fieldOf(fieldOf(fieldOf(recordedValue(text), 'result'), 'Code'), '/');
  return typeof code === 'string' ? code : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
