/** ClientGetDealInfo of nodes with the legacy market (go-fil-markets, Lotus api.DealInfo until 1.27). Untrusted. */
import { z } from 'zod';
import { zCidLink, zSafeInteger } from './primitives.ts';

export const zNodeDealInfo = z.object({
  ProposalCid: zCidLink.nullish(),
  State: zSafeInteger,
  Message: z.string().max(100_000).nullish(),
  Provider: z.string().min(2).max(115),
  DataRef: z.object({ Root: zCidLink.nullish() }).nullish(),
  PieceCID: zCidLink.nullish(),
  Size: zSafeInteger,
  PricePerEpoch: z.string().regex(/^\d{1,79}$/),
  Duration: zSafeInteger,
  DealID: zSafeInteger,
  CreationTime: z.string().max(60).nullish(),
  Verified: z.boolean().nullish(),
});

/** The fields of GetActorEventsRaw needed to find a message. */
export const zNodeEventPlaces = z
  .array(z.object({ height: zSafeInteger, msgCid: zCidLink, reverted: z.boolean() }))
  .nullish()
  .transform((events) => events ?? []);
