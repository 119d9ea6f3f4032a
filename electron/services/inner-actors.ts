/** Reads the actor types of the recipients of inner calls: a multisig proposal can only be decoded with the type of the actor it calls. */
import type { Address } from '../../shared/domain/addresses/address.ts';
import type { ActorType } from '../../shared/domain/methods/actor-type.ts';

/** Limit of lookups for one message, against hostile nesting of proposals or vouchers. */
const MAX_LOOKUPS = 4;

/**
 * Add to `known` the types of the actors that decoding asks for; each answer may reveal another inner call.
 *
 * @param decode decodes, and calls back for the types it needs
 * @param lookUp returns undefined for an unknown type
 */
export async function learnInnerActors(
  decode: (actorTypeOf: (address: Address) => ActorType | undefined) => unknown,
  known: Map<string, ActorType>,
  lookUp: (address: Address) => Promise<ActorType | undefined>,
): Promise<void> {
  const asked = new Set<Address>();
  while (asked.size < MAX_LOOKUPS) {
    let next: Address | undefined;
    decode((address) => {
      const type = known.get(address);
      if (type === undefined && !asked.has(address)) next ??= address;
      return type;
    });
    if (next === undefined) return;
    asked.add(next);
    const type = await lookUp(next);
    if (type !== undefined) known.set(next, type);
  }
}
