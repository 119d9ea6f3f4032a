/** What the receivers of calls inside of parameters are: a multisig's proposal can only be read with the type of the actor it calls. */
import type { ActorType } from '../../shared/domain/actor-type.ts';
import type { Address } from '../../shared/domain/address.ts';

/** Receivers asked for in one message: proposals inside proposals, or vouchers, whatever a hostile sender packs. */
const MAX_LOOKUPS = 4;

/**
 * Adds to `known` what can be learned of the actors that decoding asks for; each answer may bring the next call to light.
 *
 * @param decode decodes, and asks for the types it needs
 * @param lookUp undefined where the type cannot be told
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
