/**
 * The checks of a Lotus node before it accepts a message into its mempool, by their names and in their order. Pure.
 *
 * Source: Lotus v1.36 chain/messagepool/check.go (`checkMessages`) and api/types.go (`CheckStatusCode`). Where the mempool accepts what
 * `checkMessages` reports as an error (a fee cap below the base fee, a nonce gap), it is a warning here. A base fee that may soon exceed the
 * fee cap is a warning of Sextant. Minimum gas is that of the signed message, as the mempool counts.
 */
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { FEE_BAND_TIPSETS, highestBaseFee, tipsetsCovered, tipsetsOutOfReach } from '../../../../shared/domain/messages/base-fee-band.ts';
import { BLOCK_GAS_LIMIT, MINIMUM_BASE_FEE, maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { encodeMessage, type Message } from '../../../../shared/domain/messages/message.ts';
import { minimumMessageGas, onChainBytes } from '../../../../shared/domain/messages/message-gas.ts';
import type { Check, NonceView } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { checksOf, type Finding, fail, pass, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';
import { isToSender } from './recipient-checks.ts';

/** Maximum size of a signed message in the mempool, and the part reserved for the signature. */
const MAX_MESSAGE_BYTES = 65_536;
const SIGNATURE_RESERVE_BYTES = 128;
/** Lotus reports a fee cap below a tenth of the base fee, or above ten times the base fee. */
const BOUND_FACTOR = 10n;
const NANO_FIL = { unit: 'nanoFIL' } as const;

/** Run every check whose facts are known. */
export function lotusChecks(facts: DraftFacts): Check[] {
  const { message, baseFee } = facts;
  return [
    ...checksOf([
      ['state-nonce', stateNonce(facts)],
      ['state-balance', stateBalance(facts)],
    ]),
    ...(message === undefined ? [] : messageChecks(message, baseFee)),
    ...checksOf([
      ['nonce', nonce(facts)],
      ['funds', funds(facts)],
    ]),
  ];
}

/** Run the checks that only need the message and the base fee. */
export function messageChecks(message: Message, baseFee: bigint | undefined): Check[] {
  return checksOf([
    [
      'serialize',
      pass('Message built on this machine', `${encodeMessage(message).length} bytes, unsigned.`, { lotusName: 'MessageSerialize' }),
    ],
    ['size', size(message)],
    ['validity', validity(message)],
    ['min-gas', minimumGas(message)],
    ['min-base-fee', minimumBaseFee(message)],
    ['base-fee', baseFee === undefined ? undefined : baseFeeNow(message, baseFee)],
    ['base-fee-low', baseFee === undefined ? undefined : lowerBound(message, baseFee)],
    ['base-fee-high', baseFee === undefined ? undefined : upperBound(message, baseFee)],
  ]);
}

function stateNonce({ sender, pinned, nonces, fields }: DraftFacts): Finding | undefined {
  const extras = { lotusName: 'MessageGetStateNonce' };
  if (pinned === undefined) return undefined;
  if (sender.problem !== undefined) {
    // A nonce that the node did not confirm may have been used long ago.
    const isGuessed = nonces?.pool === undefined && fields.nonce === undefined;
    return (isGuessed ? fail : warning)('Could not read the sender’s nonce', sender.problem, extras);
  }
  return sender.exists
    ? pass('The sender is on chain', `Its next nonce is ${sender.nonce ?? 0n}.`, extras)
    : fail('The sender is not on chain', 'It must receive funds before it can send.', extras);
}

function stateBalance({ sender, pinned }: DraftFacts): Finding | undefined {
  if (pinned === undefined || !sender.exists) return undefined;
  const extras = { lotusName: 'MessageGetStateBalance' };
  return sender.balance === undefined
    ? warning('Sender balance unknown', sender.problem ?? 'Not available from this endpoint.', extras)
    : pass('Sender balance known', `It is ${formatFil(sender.balance)} FIL.`, extras);
}

function size(message: Message): Finding {
  const bytes = encodeMessage(message).length;
  const maximum = MAX_MESSAGE_BYTES - SIGNATURE_RESERVE_BYTES;
  const extras = { lotusName: 'MessageSize' };
  return bytes > maximum
    ? fail(
        'The message is too large',
        `It has ${formatInteger(bytes)} bytes; the maximum is ${formatInteger(maximum)} without the signature.`,
        extras,
      )
    : pass('Size within the limit', `${formatInteger(bytes)} of at most ${formatInteger(maximum)} bytes.`, extras);
}

/** Rules of the node for the fields themselves, whatever form produced them. */
function validity({ gasPremium, gasFeeCap, gasLimit }: Message): Finding {
  const extras = { lotusName: 'MessageValidity' };
  if (gasPremium > gasFeeCap) {
    const detail = `The premium of ${price(gasPremium)} cannot exceed the fee cap of ${price(gasFeeCap)}.`;
    const action = { kind: 'change', title: 'Raise the fee cap', fields: { gasFeeCap: priceText(gasPremium + MINIMUM_BASE_FEE) } } as const;
    return fail('The premium is above the fee cap', detail, { ...extras, action });
  }
  if (gasLimit < 1n || gasLimit > BLOCK_GAS_LIMIT)
    return fail(
      'Invalid gas limit',
      `It is ${formatInteger(gasLimit)} and must be between 1 and ${formatInteger(BLOCK_GAS_LIMIT)}.`,
      extras,
    );
  return pass('The message is well formed', `The premium of ${price(gasPremium)} is within the fee cap of ${price(gasFeeCap)}.`, extras);
}

function minimumGas(message: Message): Finding {
  const minimum = minimumMessageGas(onChainBytes(message));
  const extras = { lotusName: 'MessageMinGas' };
  return message.gasLimit < minimum
    ? fail(
        'The gas limit is too low',
        `Storing this message on chain alone takes ${formatInteger(minimum)} gas; the limit is ${formatInteger(message.gasLimit)}.`,
        {
          ...extras,
          action: { kind: 'change', title: 'Estimate the gas limit', fields: { gasLimit: '' } },
        },
      )
    : pass(
        'The gas limit covers storing the message',
        `It is ${formatInteger(message.gasLimit)}; storing takes ${formatInteger(minimum)}.`,
        extras,
      );
}

function minimumBaseFee({ gasFeeCap }: Message): Finding {
  const extras = { lotusName: 'MessageMinBaseFee' };
  return gasFeeCap < MINIMUM_BASE_FEE
    ? fail(
        'The fee cap is below the minimum base fee',
        `The base fee never falls below ${MINIMUM_BASE_FEE} attoFIL: the message would never be mined.`,
        {
          ...extras,
          action: { kind: 'change', title: 'Estimate the fee cap', fields: { gasFeeCap: '' } },
        },
      )
    : pass('The fee cap is above the minimum base fee', `The base fee never falls below ${MINIMUM_BASE_FEE} attoFIL.`, extras);
}

function baseFeeNow(message: Message, baseFee: bigint): Finding {
  const extras = { lotusName: 'MessageBaseFee' };
  if (message.gasFeeCap >= baseFee) return pass('The fee cap is above the base fee', `The base fee is ${price(baseFee)}.`, extras);
  return warning(
    'The fee cap is below the base fee',
    `The message waits until the base fee falls from ${price(baseFee)} to ${price(message.gasFeeCap)}.`,
    { ...extras, action: raiseCap(message, baseFee) },
  );
}

function lowerBound(message: Message, baseFee: bigint): Finding | undefined {
  if (message.gasFeeCap < MINIMUM_BASE_FEE) return undefined;
  const tenth = baseFee / BOUND_FACTOR;
  const bound = tenth > MINIMUM_BASE_FEE ? tenth : MINIMUM_BASE_FEE;
  const extras = { lotusName: 'MessageBaseFeeLowerBound' };
  return message.gasFeeCap < bound
    ? fail(
        'The fee cap is below a tenth of the base fee',
        `It is ${price(message.gasFeeCap)}: the base fee of ${price(baseFee)} cannot fall to that within the next ${formatCount(tipsetsOutOfReach(message.gasFeeCap, baseFee), 'tipset')}.`,
        {
          ...extras,
          action: raiseCap(message, baseFee),
        },
      )
    : pass('The fee cap is not too low', `The lower bound is ${price(bound)}, a tenth of the base fee or its minimum.`, extras);
}

function upperBound(message: Message, baseFee: bigint): Finding | undefined {
  if (message.gasFeeCap < baseFee) return undefined;
  const extras = { lotusName: 'MessageBaseFeeUpperBound' };
  const covered = tipsetsCovered(message.gasFeeCap, baseFee);
  const highest = highestBaseFee(baseFee);
  // Lotus rounds its own estimate down, which then covers one tipset less.
  if (covered >= FEE_BAND_TIPSETS - 1) {
    return pass(
      `The fee cap covers the next ${covered} tipsets`,
      `The base fee cannot rise above ${price(highestBaseFee(baseFee, covered))} in that time.`,
      extras,
    );
  }
  return warning(
    'The base fee may soon exceed the fee cap',
    `The cap is certain to cover ${covered === 0 ? 'only the next tipset' : formatCount(covered, 'tipset')}; in 20 tipsets the base fee can reach ${price(highest)}.`,
    { ...extras, action: raiseCap(message, baseFee) },
  );
}

function raiseCap({ gasPremium }: Message, baseFee: bigint) {
  return {
    kind: 'change',
    title: 'Raise the fee cap for 20 tipsets',
    fields: { gasFeeCap: priceText(highestBaseFee(baseFee) + gasPremium) },
  } as const;
}

function nonce({ message, nonces, replacement, fields, pinned }: DraftFacts): Finding | undefined {
  const chosen = message?.nonce ?? fields.nonce;
  if (chosen === undefined || nonces === undefined || pinned === undefined) return undefined;
  const extras = { lotusName: 'MessageNonce' };
  const chain = nonces.chain === undefined ? 0n : BigInt(nonces.chain);
  if (chosen < chain) {
    return fail('The nonce is already used', `Messages up to nonce ${chain - 1n} have been executed.`, {
      ...extras,
      action: { kind: 'change', title: 'Use the next nonce', fields: { nonce: '' } },
    });
  }
  if (replacement !== undefined)
    return pass('The nonce belongs to a pending message', `Only one message with nonce ${chosen} can be mined.`, extras);
  if (nonces.pool !== undefined && chosen < BigInt(nonces.pool)) {
    return warning(
      'The nonce belongs to a message not signed here',
      `Nonce ${chosen} belongs to a message that is pending in the mempool or was just mined. A node replaces a pending message only if the new premium is more than 110 % of the old one, which is unknown.`,
      { ...extras, action: { kind: 'change', title: 'Use the next nonce', fields: { nonce: '' } } },
    );
  }
  const [gap] = nonces.gaps;
  if (gap !== undefined && BigInt(gap) < chosen) {
    const missing = nonces.gaps.filter((each) => BigInt(each) < chosen);
    return warning(
      missing.length === 1 ? `Nonce ${gap} is missing` : `${formatCount(Number(nonces.gapCount), 'nonce')} are missing`,
      `A node accepts the message, but it cannot be mined before ${missing.length === 1 ? `nonce ${gap} is` : `nonces ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' and more are' : ' are'}`} used.`,
      { ...extras, action: { kind: 'fill-gap', nonce: gap } },
    );
  }
  const rejected = rejectedBefore(nonces, chosen);
  if (rejected !== undefined) return { ...rejected, ...extras };
  if (nonces.chain !== undefined && chosen > chain) {
    const [first] = nonces.slots.filter(({ holder, journalId }) => holder === 'here' && journalId !== undefined);
    return warning(
      'Earlier messages are pending',
      `${formatCount(Number(chosen - chain), 'message')} must be mined before nonce ${chosen}.`,
      first?.journalId === undefined ? extras : { ...extras, action: { kind: 'open-journal', journalId: first.journalId } },
    );
  }
  return nonces.pool === undefined
    ? warning(
        'Could not read the node’s mempool',
        `Nonce ${chosen} is the next one on chain; messages sent elsewhere may be pending before it.`,
        extras,
      )
    : pass('The nonce is the next one', `It is ${chosen}.`, extras);
}

/** Warn if a message that a node rejected has an earlier nonce and the mempool has no other message with it. */
export function rejectedBefore({ slots, pool }: NonceView, chosen: bigint): Finding | undefined {
  const slot = slots.find(
    ({ holder, stage, nonce: held }) =>
      holder === 'here' && stage === 'rejected' && BigInt(held) < chosen && (pool === undefined || BigInt(held) >= BigInt(pool)),
  );
  if (slot?.journalId === undefined) return undefined;
  return warning(
    `A rejected message has nonce ${slot.nonce}`,
    `Nonce ${chosen} cannot be mined before nonce ${slot.nonce} is used. The rejected message is signed and may still be published: push it again, or replace it at the same nonce.`,
    { action: { kind: 'open-journal', journalId: slot.journalId } },
  );
}

function funds(facts: DraftFacts): Finding | undefined {
  const { fields, sender, message, reserved, pinned } = facts;
  if (pinned === undefined || !sender.exists || sender.balance === undefined) return undefined;
  const extras = { lotusName: 'MessageBalance' };
  const fee = message === undefined ? 0n : maximumFee(message);
  const needed = fields.value + fee + reserved;
  const before = reserved === 0n ? '' : ` Pending messages may use ${formatFil(reserved)} FIL of it.`;
  if (needed > sender.balance) {
    const asked = message === undefined ? 'the value is' : 'value and maximum fee total';
    const rest = sender.balance - reserved - fee;
    return fail(
      'Insufficient funds',
      `The balance is ${formatFil(sender.balance)} FIL; ${asked} ${formatFil(fields.value + fee)} FIL.${before}`,
      message === undefined || rest <= 0n || fields.value === 0n
        ? extras
        : { ...extras, action: { kind: 'change', title: 'Send the maximum', fields: { value: formatFil(rest) } } },
    );
  }
  if (fields.isMaximumValue) {
    return pass(
      'Maximum value',
      `All ${formatFil(sender.balance)} FIL except ${formatFil(fee)} FIL for the maximum fee; the unused part of the fee stays with the sender.${before}`,
      extras,
    );
  }
  return pass(
    'Sufficient funds',
    `At least ${formatFil(isToSender(facts) ? sender.balance - fee - reserved : sender.balance - needed)} FIL remain.${before}`,
    extras,
  );
}

function price(amount: bigint): string {
  return `${formatFil(amount, NANO_FIL)} nanoFIL`;
}

/** Format an amount in nanoFIL as it is typed into the form. */
export function priceText(amount: bigint): string {
  return formatFil(amount, NANO_FIL);
}
