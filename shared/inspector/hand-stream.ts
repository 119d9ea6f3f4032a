/** Limits of a manually opened subscription, whose items are recorded even if nobody is watching. */
export const MAX_STREAM_MINUTES = 10;
export const MAX_STREAM_ITEMS = 10_000;
