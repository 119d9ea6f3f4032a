import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { type ActorRuntime, requireSuccess } from './actor-runtime.ts';
import { EXIT, MethodFailure } from './exit.ts';
import type { StateDraft } from './state-draft.ts';

/** Resolve an address to an ID. Creates an account for an unused key address (builtin-actors, `resolve_to_actor_id`). */
export function resolveOrCreate(draft: StateDraft, runtime: ActorRuntime, address: Address): number {
  const known = draft.resolve(address);
  if (known !== undefined) return known;
  requireSuccess(runtime.send({ to: address, value: 0n, method: 0n, params: new Uint8Array() }));
  const created = draft.resolve(address);
  if (created === undefined) {
    throw new MethodFailure(EXIT.illegalArgument, `failed to resolve or initialize address ${formatAddress(address, 't')}`);
  }
  return created;
}

/** Resolve an address that must be on chain. */
export function resolveKnown(draft: StateDraft, address: Address, what: string): number {
  const id = draft.resolve(address);
  if (id === undefined) throw new MethodFailure(EXIT.illegalArgument, `${what}: ${formatAddress(address, 't')}`);
  return id;
}
