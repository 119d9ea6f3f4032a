/** Schemas of chain answers, made from the parsers of `shared/validation/node`. A value that does not parse is the node's fault. */
import { z } from 'zod';
import type { Message } from '../../../shared/domain/message.ts';
import { parseNodeBlockHeader } from '../../../shared/validation/node/block-header.ts';
import { parseNodeHeadChanges } from '../../../shared/validation/node/head-changes.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { parseNodeReceipt } from '../../../shared/validation/node/receipt.ts';
import { parseNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';
import { parseNodeTipset } from '../../../shared/validation/node/tipset.ts';

function parsedBy<T>(parse: (value: unknown) => T) {
  return z.unknown().transform((value, context): T => {
    try {
      return parse(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'unreadable value' });
      return z.NEVER;
    }
  });
}

const zLink = z.object({ '/': z.string().min(8).max(200) }).transform((link) => link['/']);
const zLinks = z
  .array(zLink)
  .nullish()
  .transform((links) => links ?? []);
const zHeight = z.number().int().min(0);

export const zTipsetAnswer = parsedBy(parseNodeTipset);
export const zHeaderAnswer = parsedBy(parseNodeBlockHeader);
export const zHeadChangesAnswer = parsedBy(parseNodeHeadChanges);
const zReceipt = parsedBy(parseNodeReceipt);
const zMessage = parsedBy(parseNodeMessage);
const zStated = z.object({ CID: zLink });

/** A message, with the CID that the node wrote beside it. */
export const zMessageAnswer = parsedBy((value) => {
  const stated = zStated.safeParse(value);
  return { message: parseNodeMessage(value), ...(stated.success ? { statedCid: stated.data.CID } : {}) };
});

export const zListedMessages = z
  .array(z.object({ Cid: zLink, Message: zMessage }).transform(({ Cid, Message }) => ({ cid: Cid, message: Message as Message })))
  .nullish()
  .transform((messages) => messages ?? []);

export const zReceipts = z
  .array(zReceipt)
  .nullish()
  .transform((receipts) => receipts ?? []);

/** Only the CIDs: the messages themselves come without duplicates from the tipset. */
export const zBlockMessages = z.object({ Cids: zLinks });

export const zLookup = z
  .object({ Message: zLink, Receipt: zReceipt, TipSet: zLinks, Height: zHeight })
  .nullable()
  .transform((found) =>
    found === null ? undefined : { message: found.Message, receipt: found.Receipt, key: found.TipSet, height: found.Height },
  );

export const zPoolAnswer = z
  .array(parsedBy(parseNodeSignedMessage))
  .nullish()
  .transform((messages) => messages ?? []);
