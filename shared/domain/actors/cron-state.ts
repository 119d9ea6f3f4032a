import { address, list, struct, uint64, type Value } from '../ipld/codec.ts';

/**
 * The state of the cron actor, the same in all layouts: the calls at the end of each tipset. Sources: go-state-types
 * `builtin/v16/cron/cron_state.go`, specs-actors v0.9 `actors/builtin/cron/cron_state.go`.
 */
export const cronState = struct({
  entries: ['Entries', list(struct({ receiver: ['Receiver', address], method: ['MethodNum', uint64] }))],
});
/** Calls at the end of each tipset, in order. */
export type CronState = Value<typeof cronState>;
