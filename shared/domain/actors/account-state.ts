import { address, struct, type Value } from '../ipld/codec.ts';

/**
 * The state of an account, the same in all layouts: the address of its key. Ethereum accounts, placeholders and the Ethereum address
 * manager have the empty state (`emptyState`). Sources: go-state-types `builtin/v16/account/account_state.go`, specs-actors v0.9
 * `actors/builtin/account/account_actor.go`.
 */
export const accountState = struct({ address: ['Address', address] });
/** The state of an account. */
export type AccountState = Value<typeof accountState>;

/** The state of actors without state: an empty list. Source: go-state-types `builtin/shared.go` MakeEmptyState. */
export const emptyState = struct({});
