/** How far a sector can be extended (builtin-actors, runtime/src/runtime/policy.rs, since network version 21). */
import { EPOCHS } from './epoch.ts';

/** From the epoch of the message. */
export const MAX_EXTENSION_EPOCHS = 1278 * EPOCHS.perDay;
/** From its activation, of every seal proof but the first ones. */
export const MAX_SECTOR_LIFE_EPOCHS = 5 * EPOCHS.perYear;
