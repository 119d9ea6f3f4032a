/**
 * The checks that a Lotus node makes before it takes a message into its pool, by their own names and in their order. Pure.
 *
 * Source: Lotus v1.36 chain/messagepool/check.go (`checkMessages`) and api/types.go (`CheckStatusCode`). Where the pool takes a message
 * that the list calls bad (a fee cap below the base fee, a nonce that leaves a gap), it is a warning here; so is a fee cap which the
 * next tipsets may overtake, of which the list says nothing. The least gas is that of the signed message, as the pool counts.
 */
import { formatFil } from '../../../shared/domain/amount.ts';
import { FEE_BAND_TIPSETS, highestBaseFee, tipsetsCovered, tipsetsOutOfReach } from '../../../shared/domain/base-fee-band.ts';
import { BLOCK_GAS_LIMIT, MINIMUM_BASE_FEE, maximumFee } from '../../../shared/domain/gas.ts';
import { encodeMessage, type Message } from '../../../shared/domain/message.ts';
import { minimumMessageGas, onChainBytes } from '../../../shared/domain/message-gas.ts';
import type { Check, NonceView } from '../../../shared/ipc/schemas/drafts.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { checksOf, type Finding, fail, pass, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';
import { isToSender } from './recipient-checks.ts';

/** What a pool takes at most, and what of it is kept for the signature. */
const MAX_MESSAGE_BYTES = 65_536;
const SIGNATURE_RESERVE_BYTES = 128;
/** The band by which Lotus calls a fee cap low or high: a tenth, and ten times the base fee. */
const BOUND_FACTOR = 10n;
const NANO_FIL = { unit: 'nanoFIL' } as const;

/** Every check of the list that can be made of what is known. */
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

/** Those of the list that look at nothing but the message and the base fee. */
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
    // A nonce that nobody confirmed may be one that was used long ago.
    const isGuessed = nonces?.pool === undefined && fields.nonce === undefined;
    return (isGuessed ? fail : warning)('Could not read the sender’s nonce', sender.problem, extras);
  }
  return sender.exists
    ? pass('The sender is on chain', `The next nonce of its state is ${sender.nonce ?? 0n}.`, extras)
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
  const most = MAX_MESSAGE_BYTES - SIGNATURE_RESERVE_BYTES;
  const extras = { lotusName: 'MessageSize' };
  return bytes > most
    ? fail(
        'The message is too large',
        `It has ${formatInteger(bytes)} bytes; a node takes ${formatInteger(most)} and the signature.`,
        extras,
      )
    : pass('The size is allowed', `${formatInteger(bytes)} of at most ${formatInteger(most)} bytes.`, extras);
}

/** What a form lets through, a node refuses: these hold whatever made the message. */
function validity({ gasPremium, gasFeeCap, gasLimit }: Message): Finding {
  const extras = { lotusName: 'MessageValidity' };
  if (gasPremium > gasFeeCap) {
    const detail = `The premium of ${price(gasPremium)} is part of the fee cap of ${price(gasFeeCap)}, and cannot be above it.`;
    const action = { kind: 'change', title: 'Raise the fee cap', fields: { gasFeeCap: priceText(gasPremium + MINIMUM_BASE_FEE) } } as const;
    return fail('The premium is above the fee cap', detail, { ...extras, action });
  }
  if (gasLimit < 1n || gasLimit > BLOCK_GAS_LIMIT)
    return fail('The gas limit exceeds the block gas limit', `It is ${formatInteger(gasLimit)}.`, extras);
  return pass('The message is well formed', `The premium of ${price(gasPremium)} is within the fee cap of ${price(gasFeeCap)}.`, extras);
}

function minimumGas(message: Message): Finding {
  const least = minimumMessageGas(onChainBytes(message));
  const extras = { lotusName: 'MessageMinGas' };
  return message.gasLimit < least
    ? fail(
        'The gas limit is too low',
        `Only to store this message on chain takes ${formatInteger(least)}; the limit is ${formatInteger(message.gasLimit)}.`,
        {
          ...extras,
          action: { kind: 'change', title: 'Estimate the gas limit', fields: { gasLimit: '' } },
        },
      )
    : pass(
        'The gas limit covers storing the message',
        `It is ${formatInteger(message.gasLimit)}; storing takes ${formatInteger(least)}.`,
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
    : pass('The base fee can fall to the fee cap', `A tenth of it is ${price(bound)}.`, extras);
}

function upperBound(message: Message, baseFee: bigint): Finding | undefined {
  if (message.gasFeeCap < baseFee) return undefined;
  const extras = { lotusName: 'MessageBaseFeeUpperBound' };
  const covered = tipsetsCovered(message.gasFeeCap, baseFee);
  const highest = highestBaseFee(baseFee);
  // Lotus rounds its own estimate down, which then lasts for one tipset less.
  if (covered >= FEE_BAND_TIPSETS - 1) {
    return pass(
      `The fee cap outlasts the next ${covered} tipsets`,
      `The base fee cannot rise above ${price(highestBaseFee(baseFee, covered))} in them.`,
      extras,
    );
  }
  return warning(
    'The base fee can overtake the fee cap',
    `The cap surely lasts ${covered === 0 ? 'for the next tipset only' : `for ${formatCount(covered, 'tipset')}`}; in 20 the base fee can reach ${price(highest)}.`,
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
    return fail('The nonce is already used', `Messages up to nonce ${chain - 1n} are executed.`, {
      ...extras,
      action: { kind: 'change', title: 'Take the next nonce', fields: { nonce: '' } },
    });
  }
  if (replacement !== undefined)
    return pass('The nonce belongs to a pending message', `It is ${chosen}; only one of both can be mined.`, extras);
  if (nonces.pool !== undefined && chosen < BigInt(nonces.pool)) {
    return warning(
      'The nonce belongs to a message not signed here',
      `Nonce ${chosen} is taken by a message that waits in the pool, or was mined just now. While that one waits, a node lets this one take its place only if the premium is more than 110 % of that one's, which is not known here.`,
      { ...extras, action: { kind: 'change', title: 'Take the next nonce', fields: { nonce: '' } } },
    );
  }
  const [gap] = nonces.gaps;
  if (gap !== undefined && BigInt(gap) < chosen) {
    const missing = nonces.gaps.filter((each) => BigInt(each) < chosen);
    return warning(
      missing.length === 1 ? `Nonce ${gap} is missing` : `${formatCount(Number(nonces.gapCount), 'nonce')} are missing`,
      `A node takes the message, but it cannot be mined before ${missing.length === 1 ? `nonce ${gap} is` : `nonces ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' and more are' : ' are'}`} filled.`,
      { ...extras, action: { kind: 'fill-gap', nonce: gap } },
    );
  }
  const rejected = rejectedBefore(nonces, chosen);
  if (rejected !== undefined) return { ...rejected, ...extras };
  if (nonces.chain !== undefined && chosen > chain) {
    const [first] = nonces.slots.filter(({ holder, journalId }) => holder === 'here' && journalId !== undefined);
    return warning(
      'Earlier messages are pending',
      `Nonce ${chosen} waits until ${formatCount(Number(chosen - chain), 'message')} before it ${chosen - chain === 1n ? 'is' : 'are'} mined.`,
      first?.journalId === undefined ? extras : { ...extras, action: { kind: 'open-journal', journalId: first.journalId } },
    );
  }
  return nonces.pool === undefined
    ? warning(
        'Could not read the node’s mempool',
        `Nonce ${chosen} is the next one of the state; messages sent elsewhere may wait before it.`,
        extras,
      )
    : pass('The nonce is the next one', `It is ${chosen}.`, extras);
}

/** A message that a node rejected holds an earlier nonce, and the pool has no other one there. */
export function rejectedBefore({ slots, pool }: NonceView, chosen: bigint): Finding | undefined {
  const slot = slots.find(
    ({ holder, stage, nonce: held }) =>
      holder === 'here' && stage === 'rejected' && BigInt(held) < chosen && (pool === undefined || BigInt(held) >= BigInt(pool)),
  );
  if (slot?.journalId === undefined) return undefined;
  return warning(
    `A rejected message holds nonce ${slot.nonce}`,
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
  const before = reserved === 0n ? '' : ` Messages that wait may take ${formatFil(reserved)} FIL of it.`;
  if (needed > sender.balance) {
    const asked = message === undefined ? 'the value alone is' : 'value and highest fee together are';
    const rest = sender.balance - reserved - fee;
    return fail(
      'The sender cannot pay',
      `It has ${formatFil(sender.balance)} FIL; ${asked} ${formatFil(fields.value + fee)} FIL.${before}`,
      message === undefined || rest <= 0n || fields.value === 0n
        ? extras
        : { ...extras, action: { kind: 'change', title: 'Send the maximum', fields: { value: formatFil(rest) } } },
    );
  }
  if (fields.isMaximumValue) {
    return pass(
      'Maximum value',
      `All ${formatFil(sender.balance)} FIL but ${formatFil(fee)} FIL, which are kept for the highest fee; what is not used of them stays.${before}`,
      extras,
    );
  }
  return pass(
    'The sender can pay',
    `At least ${formatFil(isToSender(facts) ? sender.balance - fee - reserved : sender.balance - needed)} FIL stay.${before}`,
    extras,
  );
}

function price(amount: bigint): string {
  return `${formatFil(amount, NANO_FIL)} nanoFIL`;
}

/** As a person would type it into the form. */
export function priceText(amount: bigint): string {
  return formatFil(amount, NANO_FIL);
}
