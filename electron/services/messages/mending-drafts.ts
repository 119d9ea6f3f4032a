/** Drafts that mend what was sent before: a replacement for a message that waits, and a message that fills a nonce. Reads only. */
import type { z } from 'zod';
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { formatFil } from '../../../shared/domain/amount.ts';
import { highestBaseFee } from '../../../shared/domain/base-fee-band.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { MINIMUM_BASE_FEE } from '../../../shared/domain/gas.ts';
import { replacementPrices } from '../../../shared/domain/replace-by-fee.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { zAmount } from '../../../shared/validation/node/primitives.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import { isSettled, occupiesNonce } from '../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { mostFeeCap } from './draft-gas.ts';
import { priceText } from './lotus-checks.ts';
import type { ChainPort } from './message-follower.ts';

/** Blocks within which the message is meant to be included; Lotus asks for the same when it estimates. */
const INCLUDED_WITHIN_BLOCKS = 10;

export interface MendingOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
}

/**
 * A draft that takes the place of a message that waits: the same with higher prices, or a transfer of nothing to oneself.
 *
 * The prices are what every node accepts, or what is offered now where that is more, with a cap that outlasts the next 20 tipsets, as far as
 * the ceiling of fees allows what a node says; without a node they come from the message alone.
 *
 * @throws SextantError `not-found`, `invalid-input` for a message that cannot be replaced any more, `wrong-network`
 */
export async function replacementDraft(
  { connections, chain, journal }: MendingOptions,
  journalId: string,
  as: 'speed-up' | 'cancel',
): Promise<MessageDraft> {
  const sent = journal.get(journalId);
  if (sent === undefined) throw new SextantError('not-found', 'This message is not in the journal.');
  if (!occupiesNonce(sent) || isSettled(sent) || sent.stage === 'replaced' || sent.execution !== undefined) {
    throw new SextantError('invalid-input', 'This message is no longer pending and cannot be replaced.');
  }
  const { message, intent } = sent;
  const active = connections.getActive();
  if (active !== undefined && active.facts.genesisCid !== intent.genesisCid) {
    throw new SextantError('wrong-network', `This message belongs to ${intent.networkName}. Connect to a node of it first.`);
  }
  const premium = active === undefined ? 0n : ((await readPremium(active, message.from, message.gasLimit)) ?? 0n);
  const isHead = active !== undefined && chain.slice.get().connectionId === active.id;
  const baseFee = isHead ? BigInt(chain.tipsets.at(-1)?.baseFee ?? 0) : MINIMUM_BASE_FEE;
  const prices = replacementPrices(message, {
    premium,
    highestBaseFee: highestBaseFee(baseFee),
    maxFeeCap: mostFeeCap(message.gasLimit),
  });
  const common = {
    from: formatAddress(message.from, intent.letter),
    nonce: message.nonce.toString(),
    replacesId: journalId,
    gasPremium: priceText(prices.gasPremium),
    gasFeeCap: priceText(prices.gasFeeCap),
  };
  if (as === 'cancel') return { ...nothingToOneself(message.from, intent.letter), ...common };
  return {
    ...common,
    to: formatAddress(message.to, intent.letter),
    value: formatFil(message.value),
    method: message.method.toString(),
    params: message.params.length === 0 ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: bytesToHex(message.params) },
    gasLimit: message.gasLimit.toString(),
  };
}

/** A draft that fills a nonce. @throws SextantError `not-connected` */
export async function gapDraft({ connections }: Pick<MendingOptions, 'connections'>, from: Address, nonce: string): Promise<MessageDraft> {
  const { letter } = await connections.requireActive();
  return { ...nothingToOneself(from, letter), nonce };
}

function nothingToOneself(from: Address, letter: NetworkLetter): MessageDraft {
  const address = formatAddress(from, letter);
  return { from: address, to: address, value: '0', method: '0', params: { kind: 'none' } };
}

async function readPremium(active: ActiveConnection, from: Address, gasLimit: bigint): Promise<bigint | undefined> {
  const schema: z.ZodType<bigint> = zAmount;
  const params = [INCLUDED_WITHIN_BLOCKS, formatAddress(from, active.letter), gasLimit, []];
  return (await optional(() => active.client.call('GasEstimateGasPremium', params, { schema, cause: 'compose: premium' })))?.value;
}
