/** Limits of a stream that was opened by hand: its items are recorded, and nobody may be looking any more. */
export const MAX_STREAM_MINUTES = 10;
export const MAX_STREAM_ITEMS = 10_000;
