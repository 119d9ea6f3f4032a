/** Replacing a pending message: which one it is, its prices, and the prices a replacement needs. */
import { z } from 'zod';
import type { Address } from '../../../../shared/domain/addresses/address.ts';
import { highestBaseFee } from '../../../../shared/domain/messages/base-fee-band.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { leastReplacementPremium, replacementPrices, safeReplacementPremium } from '../../../../shared/domain/messages/replace-by-fee.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Replacement } from '../../../../shared/ipc/schemas/drafts.ts';
import type { ParsedDraft } from '../../../../shared/validation/forms.ts';
import { zNodeMessage } from '../../../../shared/validation/node/message.ts';
import { zCidLink } from '../../../../shared/validation/node/primitives.ts';
import { occupiesNonce, type SentMessage } from '../../../wallet/sent-message.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { optional } from '../../optional.ts';
import { type GasChoice, maximumFeeCap } from './draft-gas.ts';

const zPool = z.array(z.object({ Message: zNodeMessage, CID: zCidLink.optional() }));

/**
 * Find the journal entry that a draft replaces.
 *
 * @throws SextantError `invalid-input` if it is not a message of this sender on this network
 */
export function replacedEntry(
  { replacesId, from }: ParsedDraft,
  sent: readonly SentMessage[],
  genesisCid: string,
): SentMessage | undefined {
  if (replacesId === undefined) return undefined;
  const entry = sent.find(({ intent }) => intent.id === replacesId);
  if (entry === undefined || entry.message.from !== from || entry.intent.genesisCid !== genesisCid || !occupiesNonce(entry)) {
    throw new SextantError('invalid-input', 'The message to replace is not in the journal of this network.', {
      details: { fields: { replacesId: 'This sender has no such message.' } },
    });
  }
  return entry;
}

/** Set prices that were not typed high enough to replace the message with the same nonce. */
export function withReplacementPrices(fields: ParsedDraft, replaced: SentMessage | undefined, baseFee: bigint): GasChoice {
  if (replaced === undefined || fields.replacesId === undefined || (fields.gasPremium !== undefined && fields.gasFeeCap !== undefined))
    return fields;
  const { gasPremium, gasLimit } = fields;
  const prices = replacementPrices(replaced.message, {
    premium: gasPremium ?? 0n,
    highestBaseFee: highestBaseFee(baseFee),
    maxFeeCap: maximumFeeCap(gasLimit ?? replaced.message.gasLimit),
  });
  return { ...fields, gasPremium: gasPremium ?? prices.gasPremium, gasFeeCap: fields.gasFeeCap ?? prices.gasFeeCap };
}

/** A pending message that can be replaced; without `intent` it was not signed here. */
export type Replaceable = Pick<SentMessage, 'message' | 'signedCid'> & Partial<Pick<SentMessage, 'intent'>>;

/** Return the prices needed to replace a message, and whether the new message reaches them. */
export function replacementOf({ intent, message: old, signedCid }: Replaceable, message: Message): Replacement {
  const minimum = leastReplacementPremium(old.gasPremium);
  return {
    ...(intent === undefined ? {} : { journalId: intent.id }),
    ...(signedCid === undefined ? {} : { cid: signedCid }),
    oldPremium: old.gasPremium.toString(),
    oldFeeCap: old.gasFeeCap.toString(),
    safePremium: safeReplacementPremium(old.gasPremium).toString(),
    leastPremium: minimum.toString(),
    isEnough: message.gasPremium >= minimum,
  };
}

/** Find a pending message that was not signed here. Only on the embedded node: the mempool of a public node is megabytes. */
export async function readPending(active: ActiveConnection, from: Address, nonce: bigint): Promise<Replaceable | undefined> {
  if (active.kind !== 'embedded') return undefined;
  const pool = await optional(() => active.client.call('MpoolPending', [[]], { schema: zPool, cause: 'compose: pending' }));
  const found = pool?.value.find(({ Message: message }) => message.from === from && message.nonce === nonce);
  return found === undefined ? undefined : { message: found.Message, ...(found.CID === undefined ? {} : { signedCid: found.CID }) };
}
