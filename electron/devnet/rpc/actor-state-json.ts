import { actorStateCodec } from '../../../shared/domain/actors/actor-state-codec.ts';
import { decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { Actor, State } from '../state/state.ts';
import { addressJson, amountJson, cidJson, LETTER } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';

/** The State of StateReadState: null for actors without state (Lotus v1.36 vm.DumpActorState). Throws `MissingBlockError`. */
export function actorStateJson({ blocks, actorsVersion }: State, { kind, head }: Actor): JsonValue {
  const codec = actorStateCodec(kind, actorsVersion === 18 ? 'v16' : 'v19');
  return codec === undefined ? null : codec.toJson(decodeBlock(codec, blocks.get(head)), LETTER);
}

/** An actor as in StateGetActor and traces (Lotus v1.36 types.ActorV5). */
export function actorJson({ code, head, nonce, balance, delegatedAddress }: Actor): JsonValue {
  return {
    Code: cidJson(code),
    Head: cidJson(head),
    Nonce: nonce,
    Balance: amountJson(balance),
    DelegatedAddress: delegatedAddress === undefined ? null : addressJson(delegatedAddress),
  };
}
