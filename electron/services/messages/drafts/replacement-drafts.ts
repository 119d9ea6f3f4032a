/** Drafts that replace a pending message or fill a missing nonce. Read-only. */
import type { z } from 'zod';
import { type Address, formatAddress, type NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { highestBaseFee } from '../../../../shared/domain/messages/base-fee-band.ts';
import { MINIMUM_BASE_FEE } from '../../../../shared/domain/messages/gas.ts';
import { replacementPrices } from '../../../../shared/domain/messages/replace-by-fee.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { MessageDraft } from '../../../../shared/ipc/schemas/drafts.ts';
import { zAmount } from '../../../../shared/validation/node/primitives.ts';
import type { SendJournal } from '../../../wallet/send-journal.ts';
import { isSettled, occupiesNonce } from '../../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import { optional } from '../../optional.ts';
import type { ChainPort } from '../journal/message-follower.ts';
import { maximumFeeCap } from './draft-gas.ts';
import { priceText } from './lotus-checks.ts';

/** Target for inclusion, in epochs; Lotus uses the same for its estimates. */
const TARGET_EPOCHS = 10;

export interface ReplacementOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
}

/**
 * Create a draft that replaces a pending message: the same message with higher prices, or an empty transfer to the sender that cancels it.
 *
 * The prices are accepted by every node, or current ones if those are higher, with a fee cap that covers the next 20 tipsets. Prices from a
 * node are limited by the maximum fee. Without a node the prices come from the message alone.
 *
 * @throws SextantError `not-found`, `invalid-input` for a message that can no longer be replaced, `wrong-network`
 */
export async function replacementDraft(
  { connections, chain, journal }: ReplacementOptions,
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
    throw new SextantError('wrong-network', `This message belongs to ${intent.networkName}. Connect a node of that network first.`);
  }
  const premium = active === undefined ? 0n : ((await readPremium(active, message.from, message.gasLimit)) ?? 0n);
  const isHead = active !== undefined && chain.slice.get().connectionId === active.id;
  const baseFee = isHead ? BigInt(chain.tipsets.at(-1)?.baseFee ?? 0) : MINIMUM_BASE_FEE;
  const prices = replacementPrices(message, {
    premium,
    highestBaseFee: highestBaseFee(baseFee),
    maxFeeCap: maximumFeeCap(message.gasLimit),
  });
  const common = {
    from: formatAddress(message.from, intent.letter),
    nonce: message.nonce.toString(),
    replacesId: journalId,
    gasPremium: priceText(prices.gasPremium),
    gasFeeCap: priceText(prices.gasFeeCap),
  };
  if (as === 'cancel') return { ...emptySelfTransfer(message.from, intent.letter), ...common };
  return {
    ...common,
    to: formatAddress(message.to, intent.letter),
    value: formatFil(message.value),
    method: message.method.toString(),
    params: message.params.length === 0 ? { kind: 'none' } : { kind: 'bytes', encoding: 'hex', text: bytesToHex(message.params) },
    gasLimit: message.gasLimit.toString(),
  };
}

/** Create a draft that fills a missing nonce. @throws SextantError `not-connected` */
export async function gapDraft(
  { connections }: Pick<ReplacementOptions, 'connections'>,
  from: Address,
  nonce: string,
): Promise<MessageDraft> {
  const { letter } = await connections.requireActive();
  return { ...emptySelfTransfer(from, letter), nonce };
}

function emptySelfTransfer(from: Address, letter: NetworkLetter): MessageDraft {
  const address = formatAddress(from, letter);
  return { from: address, to: address, value: '0', method: '0', params: { kind: 'none' } };
}

async function readPremium(active: ActiveConnection, from: Address, gasLimit: bigint): Promise<bigint | undefined> {
  const schema: z.ZodType<bigint> = zAmount;
  const params = [TARGET_EPOCHS, formatAddress(from, active.letter), gasLimit, []];
  return (await optional(() => active.client.call('GasEstimateGasPremium', params, { schema, cause: 'compose: premium' })))?.value;
}
