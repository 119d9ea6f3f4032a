/** What is said about a draft before it is approved: one line a check, with its reason. Pure. */
import { isWithoutEffect } from '../../../shared/domain/actor-methods.ts';
import { type ActorType, beginsWithFunds } from '../../../shared/domain/actor-type.ts';
import { addressProtocol, formatAddress } from '../../../shared/domain/address.ts';
import { formatFil } from '../../../shared/domain/amount.ts';
import { equalBytes } from '../../../shared/domain/bytes.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { maximumFee } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { encodeMessage } from '../../../shared/domain/message.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { TRANSFER_PARAMS_WORDS } from '../../../shared/text/decoded-words.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import type { VaultAccount } from '../../wallet/vault-file.ts';
import { singletonOfActor } from './account-reader.ts';
import type { DraftFacts } from './draft-facts.ts';

/** A message like an earlier one is pointed out for this long. */
const DUPLICATE_WINDOW_MS = 15 * 60_000;
/** Signed form, as Lotus' pool refuses it; a signature adds 69 bytes. */
const MAX_MESSAGE_BYTES = 65_536;
const SIGNATURE_BYTES = 69;
/** From this share of the value on, the fee is pointed out. */
const FEE_SHARE_PERCENT = 10n;
const NANO_FIL = { unit: 'nanoFIL' } as const;

export interface CheckContext {
  readonly letter: 'f' | 't';
  readonly networkName: string;
  readonly genesisCid: string;
  /** The sender's key, if the vault holds it. */
  readonly account: VaultAccount | undefined;
  readonly sent: readonly SentMessage[];
  readonly nowMs: number;
}

type Finding = Omit<Check, 'id'>;

export function checkDraft(facts: DraftFacts, context: CheckContext): Check[] {
  const checks: (Check | undefined)[] = [
    named('key', checkKey(facts, context)),
    named('network', checkNetwork(context)),
    named('recipient', checkRecipient(facts, context)),
    named('recipient-kind', checkRecipientKind(facts)),
    named('params', checkParams(facts)),
    named('gas', checkGas(facts)),
    named('funds', checkFunds(facts)),
    named('fee-share', checkFeeShare(facts)),
    named('premium', checkPremium(facts)),
    named('base-fee', checkBaseFee(facts)),
    named('nonce', checkNonce(facts)),
    named('duplicate', checkDuplicate(facts, context)),
    named('size', checkSize(facts.message)),
    named('simulation', checkSimulation(facts)),
  ];
  return checks.filter((check) => check !== undefined);
}

/** Whether what is sent comes back. Only of an id is the node believed whose it is: keys are compared as they are. */
export function isToSender({ fields, sender }: Pick<DraftFacts, 'fields' | 'sender'>): boolean {
  return fields.to === fields.from || (addressProtocol(fields.to) === 0 && fields.to === sender.idAddress);
}

function named(id: string, finding: Finding | undefined): Check | undefined {
  return finding === undefined ? undefined : { id, ...finding };
}

/** The title is the conclusion, the detail its reason. */
const pass = (title: string, detail: string): Finding => ({ result: 'pass', title, detail });
const warning = (title: string, detail: string): Finding => ({ result: 'warning', title, detail });
const fail = (title: string, detail: string): Finding => ({ result: 'fail', title, detail });

function checkKey({ fields }: DraftFacts, { account, letter }: CheckContext): Finding {
  return account === undefined
    ? fail('The key is not on this machine', `The vault holds no key for ${formatAddress(fields.from, letter)}.`)
    : pass('The key is on this machine', `Signed by “${account.label}” on this machine.`);
}

function checkNetwork({ account, networkName, genesisCid }: CheckContext): Finding | undefined {
  if (account === undefined) {
    return undefined;
  }
  return account.genesisCids.includes(genesisCid)
    ? pass('The key belongs to this network', `It is used on ${networkName}.`)
    : warning(
        'The key is new on this network',
        `It has not been used on ${networkName}. A signature carries no chain id: confirming asks for consent first.`,
      );
}

function checkRecipient(facts: DraftFacts, { letter }: CheckContext): Finding {
  const { fields, recipient } = facts;
  const address = formatAddress(fields.to, letter);
  if (isToSender(facts)) {
    return warning('The recipient is the sender', 'Only the fee would be spent.');
  }
  if (recipient.exists) {
    return pass('The recipient is on chain', `${address} has an actor.`);
  }
  if (!beginsWithFunds(fields.to)) {
    return fail('There is no such recipient', `There is no actor ${address} on this network, and a transfer cannot create one.`);
  }
  return warning(
    'The recipient is new',
    `${address} is not on chain yet; this message would create it. Check that it is the right address.`,
  );
}

function checkRecipientKind(facts: DraftFacts): Finding | undefined {
  const { fields, recipient } = facts;
  const { actorType } = recipient;
  const lost = checkLoss(facts);
  if (lost !== undefined) {
    return lost;
  }
  if (!recipient.exists || actorType === undefined) {
    return undefined;
  }
  const isKeyAccount = actorType === 'account' || actorType === 'ethaccount' || actorType === 'placeholder';
  if (isWithoutEffect(actorType, fields.method)) {
    return warning(
      'The call does nothing',
      `The ${actorType} actor does not have method ${fields.method}, and does not refuse it either: only the value moves.`,
    );
  }
  if (fields.method !== 0n) {
    return isKeyAccount
      ? warning('The recipient has no methods', 'It is a plain account.')
      : pass('The recipient can be called', `Its type: ${actorType}.`);
  }
  if (isKeyAccount) {
    return pass('The recipient can use the funds', 'It is a plain account.');
  }
  if (actorType === 'multisig') {
    return pass('The recipient can use the funds', 'It is a multisig wallet.');
  }
  return warning('The recipient is no plain account', `Its type: ${actorType}. Funds sent there can only leave by that actor's own rules.`);
}

/** Funds for an actor that the network itself keeps. */
function checkLoss({ fields: { method, value }, recipient }: DraftFacts): Finding | undefined {
  const singleton = singletonOfActor(recipient);
  if (singleton === undefined) {
    return undefined;
  }
  const { name, type, payout } = singleton;
  if (payout === 'nobody') {
    return warning('Funds sent there are burnt', `It is the ${name}: nobody can ever take out what is sent to it.`);
  }
  if (method !== 0n || value === 0n) {
    return undefined;
  }
  return payout === 'its-signers'
    ? warning('Funds sent there cannot be taken back', `It is the ${name} of the network: only its signers can move what is in it.`)
    : warning(
        'Funds sent there are lost',
        `It is the ${name}: a plain transfer to it cannot be taken back.${type === 'storagemarket' ? ' Funds for deals go in with AddBalance (method 2).' : ''}`,
      );
}

function checkParams({ fields }: DraftFacts): Finding | undefined {
  return fields.method === 0n && fields.params.length > 0 ? warning('The parameters do nothing', TRANSFER_PARAMS_WORDS) : undefined;
}

function checkGas({ message, estimateProblem = 'no reason given', isFeeLimited, recipient }: DraftFacts): Finding {
  if (message === undefined) {
    const exitCode = /\bexit=\[(\d{1,10})\]/.exec(estimateProblem)?.[1];
    return exitCode === undefined
      ? fail('The gas could not be estimated', `The node said: ${estimateProblem}`)
      : fail('The message would fail', failureWords(Number(exitCode), recipient.actorType, estimateProblem));
  }
  return isFeeLimited
    ? warning(
        'The fee cap was lowered',
        'The node asked for more than 0.07 FIL in fees; the fee cap was lowered to that. Set a fee cap to allow more.',
      )
    : pass('The gas limit is set', `It is ${formatInteger(message.gasLimit)}.`);
}

/** How an execution ends, in words first; then what the node says of it. */
function failureWords(exitCode: number, calledActor: ActorType | undefined, nodeText: string | undefined): string {
  const { name, meaning } = explainExitCode(exitCode, { calledActor });
  return `At this tipset it would end with ${name} (exit ${exitCode}). ${meaning}${nodeText === undefined ? '' : ` The node said: ${nodeText}`}`;
}

function checkFunds(facts: DraftFacts): Finding {
  const { fields, sender, message } = facts;
  const fee = message === undefined ? 0n : maximumFee(message);
  const needed = fields.value + fee;
  if (!sender.exists) {
    return fail('The sender cannot pay', 'It is not on chain yet: it has to receive something first.');
  }
  if (needed > sender.balance) {
    const asked = message === undefined ? 'the value alone is' : 'value and highest fee together are';
    return fail('The sender cannot pay', `It has ${formatFil(sender.balance)} FIL; ${asked} ${formatFil(needed)} FIL.`);
  }
  return pass('The sender can pay', `At least ${formatFil(sender.balance - (isToSender(facts) ? fee : needed))} FIL stay.`);
}

function checkFeeShare({ fields, message }: DraftFacts): Finding | undefined {
  if (message === undefined || fields.value === 0n) {
    return undefined;
  }
  const fee = maximumFee(message);
  return fee * 100n > fields.value * FEE_SHARE_PERCENT
    ? warning('The fee is large beside the value', `It may be ${formatFil(fee)} FIL, more than a tenth of the value.`)
    : pass('The fee is small beside the value', `It is ${formatFil(fee)} FIL at most.`);
}

function checkPremium({ message }: DraftFacts): Finding | undefined {
  if (message === undefined) {
    return undefined;
  }
  return message.gasPremium > message.gasFeeCap
    ? fail('The premium is above the fee cap', 'A node refuses such a message.')
    : pass(
        'The premium is within the fee cap',
        `It is ${formatFil(message.gasPremium, NANO_FIL)} of ${formatFil(message.gasFeeCap, NANO_FIL)} nanoFIL.`,
      );
}

function checkBaseFee({ message, baseFee }: DraftFacts): Finding | undefined {
  if (message === undefined) {
    return undefined;
  }
  if (message.gasFeeCap < baseFee) {
    return warning(
      'The fee cap is below the base fee',
      `The message waits until the base fee falls from ${formatFil(baseFee, NANO_FIL)} nanoFIL.`,
    );
  }
  return pass('The fee cap is above the base fee', `The base fee is ${formatFil(baseFee, NANO_FIL)} nanoFIL.`);
}

function checkNonce({ nodeNonce, ownNonce, message }: DraftFacts): Finding | undefined {
  if (message === undefined) {
    return undefined;
  }
  if (ownNonce !== undefined && ownNonce > (nodeNonce ?? 0n)) {
    return warning(
      'Earlier messages are still on their way',
      `Nonce ${message.nonce}, from the messages signed here; the node would give ${nodeNonce ?? 0n}. It waits until the earlier ones are mined.`,
    );
  }
  return pass('The nonce is the next one', `It is ${message.nonce}.`);
}

function checkDuplicate({ fields }: DraftFacts, { sent, genesisCid, nowMs }: CheckContext): Finding {
  const twin = sent.find(
    ({ intent, message, stage }) =>
      intent.genesisCid === genesisCid &&
      nowMs - intent.atMs < DUPLICATE_WINDOW_MS &&
      stage !== 'failed' &&
      stage !== 'rejected' &&
      message.from === fields.from &&
      message.to === fields.to &&
      message.value === fields.value &&
      message.method === fields.method &&
      equalBytes(message.params, fields.params),
  );
  if (twin === undefined) {
    return pass('It is no repetition', 'Nothing like it was sent in the last 15 minutes.');
  }
  const minutes = Math.max(1, Math.round((nowMs - twin.intent.atMs) / 60_000));
  return warning(
    'It may be a repetition',
    `The same message was sent ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago (nonce ${twin.message.nonce}).`,
  );
}

function checkSize(message: Message | undefined): Finding | undefined {
  if (message === undefined) {
    return undefined;
  }
  const sizeBytes = encodeMessage(message).length + SIGNATURE_BYTES;
  return sizeBytes > MAX_MESSAGE_BYTES
    ? fail('The message is too large', `Signed it has ${sizeBytes} bytes; a node takes ${MAX_MESSAGE_BYTES} at the most.`)
    : pass('The size is allowed', `${sizeBytes} bytes when signed.`);
}

function checkSimulation({ message, simulation, simulationProblem, recipient }: DraftFacts): Finding | undefined {
  if (message === undefined) {
    return undefined;
  }
  if (simulation === undefined) {
    return warning('It was not simulated', simulationProblem ?? 'There was no simulation.');
  }
  if (simulation.exitCode !== 0) {
    return fail('The simulation failed', failureWords(simulation.exitCode, recipient.actorType, simulation.error));
  }
  return pass('The simulation ended with exit 0', `It used ${formatInteger(simulation.gasUsed)} gas at this tipset.`);
}
