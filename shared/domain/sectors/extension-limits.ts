/** Limits of sector extensions (builtin-actors, runtime/src/runtime/policy.rs, since network version 21). */
import { EPOCHS } from '../chain/epoch.ts';

/** Maximum extension from the message's epoch. */
export const MAX_EXTENSION_EPOCHS = 1278 * EPOCHS.perDay;
/** Maximum lifetime from activation, for all seal proofs except V1. */
export const MAX_SECTOR_LIFE_EPOCHS = 5 * EPOCHS.perYear;
