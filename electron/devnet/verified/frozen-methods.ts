/** Methods frozen since network version 29 (FIP-0118); reads still work. */
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import type { ActorRuntime } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { StateDraft } from '../state/state-draft.ts';

const numbersOf = (...names: string[]): bigint[] => names.map(methodNumberOfName);

export const FROZEN_DATA_CAP_METHODS: ReadonlySet<bigint> = new Set(
  numbersOf(
    ...['Mint', 'Destroy', 'Transfer', 'TransferFrom', 'Burn', 'BurnFrom'],
    ...['IncreaseAllowance', 'DecreaseAllowance', 'RevokeAllowance'],
  ),
);

/** AddVerifier to RemoveVerifiedClientDataCap, RemoveExpiredAllocations, ClaimAllocations, ExtendClaimTerms and RemoveExpiredClaims. */
export const FROZEN_REGISTRY_METHODS: ReadonlySet<bigint> = new Set([
  ...[2n, 3n, 4n, 7n, 8n, 9n, 11n, 12n],
  ...numbersOf('AddVerifiedClient', 'RemoveExpiredAllocations', 'ExtendClaimTerms', 'RemoveExpiredClaims', 'Receive'),
]);

/** Fail calls of frozen methods from network version 29 on. */
export function refuseFrozen(draft: StateDraft, runtime: ActorRuntime, frozen: ReadonlySet<bigint>): void {
  if (draft.state.actorsVersion === 18 || !frozen.has(runtime.method)) return;
  throw new MethodFailure(EXIT.forbidden, `method ${runtime.method} is disabled since network version 29 (FIP-0118)`);
}
