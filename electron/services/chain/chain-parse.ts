/** Schemas of chain answers, composed from `shared/validation/node`. */
import { z } from 'zod';
import { zNodeMessage } from '../../../shared/validation/node/message.ts';
import { zCidLink, zSafeInteger, zSlice } from '../../../shared/validation/node/primitives.ts';
import { zNodeReceipt } from '../../../shared/validation/node/receipt.ts';
import { zNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';

const zStated = z.object({ CID: zCidLink });

/** A message with the CID in the node's answer, which is that of the unsigned form, if there is one. */
export const zMessageAnswer = z.unknown().transform((value, context) => {
  const message = zNodeMessage.safeParse(value);
  if (!message.success) {
    context.addIssue({ code: 'custom', message: 'not a message' });
    return z.NEVER;
  }
  const stated = zStated.safeParse(value);
  return { message: message.data, ...(stated.success ? { statedCid: stated.data.CID } : {}) };
});

export const zListedMessages = zSlice(
  z.object({ Cid: zCidLink, Message: zNodeMessage }).transform(({ Cid, Message }) => ({ cid: Cid, message: Message })),
);

export const zReceipts = zSlice(zNodeReceipt);

/** Only CIDs: the messages come without duplicates from the tipset. */
export const zBlockMessages = z.object({ Cids: zSlice(zCidLink) });

/** Messages of a block. Those of BLS senders have no signatures, which are in the block's aggregate. */
export const zBlockContent = z.object({
  BlsMessages: zSlice(zNodeMessage),
  SecpkMessages: zSlice(zNodeSignedMessage),
  Cids: zSlice(zCidLink),
});

/** Messages of a block with their own signature. */
export const zBlockSignedMessages = z.object({ SecpkMessages: zSlice(zNodeSignedMessage) });

export const zLookup = z
  .object({ Message: zCidLink, Receipt: zNodeReceipt, TipSet: zSlice(zCidLink), Height: zSafeInteger })
  .nullable()
  .transform((found) =>
    found === null ? undefined : { message: found.Message, receipt: found.Receipt, key: found.TipSet, height: found.Height },
  );

export const zPoolAnswer = zSlice(zNodeSignedMessage);

/** An Ethereum number: 0x and hex digits. */
export const zChainId = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform(Number);
