/** Taking the place of a message that waits: which one it is, what it offers, and what has to be offered. */
import { z } from 'zod';
import type { Address } from '../../../shared/domain/address.ts';
import { highestBaseFee } from '../../../shared/domain/base-fee-band.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { leastReplacementPremium, replacementPrices, safeReplacementPremium } from '../../../shared/domain/replace-by-fee.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Replacement } from '../../../shared/ipc/schemas/drafts.ts';
import type { ParsedDraft } from '../../../shared/validation/forms.ts';
import { zNodeMessage } from '../../../shared/validation/node/message.ts';
import { zCidLink } from '../../../shared/validation/node/primitives.ts';
import { occupiesNonce, type SentMessage } from '../../wallet/sent-message.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { type GasChoice, mostFeeCap } from './draft-gas.ts';

const zPool = z.array(z.object({ Message: zNodeMessage, CID: zCidLink.optional() }));

/**
 * The journal entry that a draft names as the one to replace.
 *
 * @throws SextantError `invalid-input` where it is no message of this sender on this network
 */
export function replacedEntry(
  { replacesId, from }: ParsedDraft,
  sent: readonly SentMessage[],
  genesisCid: string,
): SentMessage | undefined {
  if (replacesId === undefined) return undefined;
  const entry = sent.find(({ intent }) => intent.id === replacesId);
  if (entry === undefined || entry.message.from !== from || entry.intent.genesisCid !== genesisCid || !occupiesNonce(entry)) {
    throw new SextantError('invalid-input', 'The message that this one is meant to replace is not in the journal of this network.', {
      details: { fields: { replacesId: 'There is no such message of this sender.' } },
    });
  }
  return entry;
}

/** Prices that nobody typed are high enough to take the place of the message that has the nonce. */
export function withReplacementPrices(fields: ParsedDraft, replaced: SentMessage | undefined, baseFee: bigint): GasChoice {
  if (replaced === undefined || fields.replacesId === undefined || (fields.gasPremium !== undefined && fields.gasFeeCap !== undefined))
    return fields;
  const { gasPremium, gasLimit } = fields;
  const prices = replacementPrices(replaced.message, {
    premium: gasPremium ?? 0n,
    highestBaseFee: highestBaseFee(baseFee),
    maxFeeCap: mostFeeCap(gasLimit ?? replaced.message.gasLimit),
  });
  return { ...fields, gasPremium: gasPremium ?? prices.gasPremium, gasFeeCap: fields.gasFeeCap ?? prices.gasFeeCap };
}

/** A message whose nonce another one would take; without `intent` it was not signed here. */
export type Replaceable = Pick<SentMessage, 'message' | 'signedCid'> & Partial<Pick<SentMessage, 'intent'>>;

/** What it takes to take its place, and whether the message offers it. */
export function replacementOf({ intent, message: old, signedCid }: Replaceable, message: Message): Replacement {
  const least = leastReplacementPremium(old.gasPremium);
  return {
    ...(intent === undefined ? {} : { journalId: intent.id }),
    ...(signedCid === undefined ? {} : { cid: signedCid }),
    oldPremium: old.gasPremium.toString(),
    oldFeeCap: old.gasFeeCap.toString(),
    safePremium: safeReplacementPremium(old.gasPremium).toString(),
    leastPremium: least.toString(),
    isEnough: message.gasPremium >= least,
  };
}

/** A message in the pool that was not signed here. Only the embedded node is asked: the pool of a public one has megabytes. */
export async function readPending(active: ActiveConnection, from: Address, nonce: bigint): Promise<Replaceable | undefined> {
  if (active.kind !== 'embedded') return undefined;
  const pool = await optional(() => active.client.call('MpoolPending', [[]], { schema: zPool, cause: 'compose: pending' }));
  const found = pool?.value.find(({ Message: message }) => message.from === from && message.nonce === nonce);
  return found === undefined ? undefined : { message: found.Message, ...(found.CID === undefined ? {} : { signedCid: found.CID }) };
}
