/** What is said about a draft before it is approved: one line a check, with its reason. Pure. */
import { type Address, addressProtocol, formatAddress, tryParseAddress } from '../../../shared/domain/address.ts';
import { formatFil } from '../../../shared/domain/amount.ts';
import { equalBytes } from '../../../shared/domain/bytes.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { maximumFee } from '../../../shared/domain/gas.ts';
import { decodeParams } from '../../../shared/domain/method-decode.ts';
import { encodeDecoded } from '../../../shared/domain/method-encode.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import type { Refusal } from '../../../shared/ipc/schemas/message-inside.ts';
import { TRANSFER_PARAMS_WORDS } from '../../../shared/text/decoded-words.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { isExecuted, isSettled, isUndecided, type SentMessage } from '../../wallet/sent-message.ts';
import type { VaultAccount } from '../../wallet/vault-header.ts';
import type { KnownAddress } from '../addresses/known-addresses.ts';
import type { AddressOnChain } from '../addresses/resolve-address.ts';
import { type CallTree, readCallTree } from '../multisig/call-tree.ts';
import { callChecks } from './call-checks.ts';
import { checksOf, type Finding, fail, pass, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';
import { DEFAULT_MAXIMUM_FEE } from './draft-gas.ts';
import { checkCertainFailure } from './failure-check.ts';
import { lotusChecks, priceText } from './lotus-checks.ts';
import {
  checkDeposit,
  checkKnown,
  checkLookAlike,
  checkNamedById,
  checkRecipient,
  checkRecipientKind,
  formsOf,
} from './recipient-checks.ts';
import type { DraftNetwork } from './reviewed.ts';
import { checkVersion } from './version-check.ts';

/** A message like an earlier one is pointed out for this long, and for as long as the earlier one is not decided. */
const DUPLICATE_WINDOW_MS = 15 * 60_000;

export interface CheckContext {
  readonly network: DraftNetwork;
  /** The sender's key, if the vault holds it. */
  readonly account: VaultAccount | undefined;
  readonly sent: readonly SentMessage[];
  readonly known: readonly KnownAddress[];
  readonly nowMs: number;
  /** From this share of the value on, the fee is pointed out. */
  readonly feeWarningPercent: number;
}

/** Every check that can be made of what is known, in the order in which people look at a message. */
export function checkDraft(facts: DraftFacts, context: CheckContext): Check[] {
  const { letter } = context.network;
  return [
    ...checksOf([
      ['key', checkKey(facts.fields, context)],
      ['network', checkNetwork(context)],
      ['chain-id', checkChainId(facts.fields.from, context)],
      ['offline', checkOffline(facts)],
      ['recipient', checkRecipient(facts, letter)],
      ['recipient-id', checkNamedById(facts, letter)],
      ['recipient-kind', checkRecipientKind(facts)],
      ['recipient-known', checkKnown(facts, context.known)],
      ['look-alike', checkLookAlike(facts, context.known, letter)],
      ['exchange', checkDeposit(facts, context.known)],
      ['network-version', checkVersion(facts.fields, facts.unverifiedVersion)],
      ['params', checkParams(facts)],
      ['certain-failure', checkFailure(facts)],
      ['gas', checkGas(facts, context.known)],
    ]),
    ...callChecks({ ...facts, tree: treeOfDraft(facts), known: context.known, letter }),
    ...lotusChecks(facts),
    ...checksOf([
      ['replacement', checkReplacement(facts)],
      ['fee-share', checkFeeShare(facts, context.feeWarningPercent)],
      ['duplicate', checkDuplicate(facts, context)],
      ['simulation', checkSimulation(facts, context.known)],
      ['sub-calls', checkSubCalls(facts)],
    ]),
  ];
}

function treeOfDraft({ fields, recipient, networkVersion, innerActors, actorTypeOfCode, multisigs }: DraftFacts): CallTree {
  return readCallTree(fields, {
    actorType: recipient.actorType,
    networkVersion,
    actorTypeOf: (address) => innerActors.get(address),
    actorTypeOfCode,
    multisigs,
  });
}

/** Whether the sender's key is here; of one that is only watched it is said where. */
export function checkKey({ from }: Pick<DraftFacts['fields'], 'from'>, { account, known, network }: CheckContext): Finding {
  if (account !== undefined) return pass('The key is on this machine', `Signed by “${account.label}” on this machine.`);
  const watched = known.some(({ address, source }) => address === from && source === 'watched');
  return fail(
    'Key not on this machine',
    watched
      ? 'This address is only watched here. Send the message where its key is, or choose a sender whose key is in the vault.'
      : `The vault has no key for ${formatAddress(from, network.letter)}. Send the message where its key is, or choose another sender.`,
  );
}

/** Whether the key was used on this network before. */
export function checkNetwork({ account, network: { name, genesisCid } }: CheckContext): Finding | undefined {
  if (account === undefined) return undefined;
  return account.genesisCids.includes(genesisCid)
    ? pass('Key used on this network before', `It is used on ${name}.`)
    : warning(
        'Key not used on this network before',
        `It has not been used on ${name}. ${account.keyType === 'delegated' ? 'Confirming' : 'A signature carries no chain id: confirming'} asks for consent first.`,
      );
}

/** Whether it is known which chain a delegated signature is for. */
export function checkChainId(from: Address, { network: { chainId, chainIdProblem, name } }: CheckContext): Finding | undefined {
  if (addressProtocol(from) !== 4) return undefined;
  return chainId === undefined
    ? fail('Chain ID unknown', chainIdProblem ?? `A delegated signature names the chain; that of ${name} is not known here.`)
    : pass('Chain ID known', `The signature is for chain ${chainId} alone.`);
}

function checkOffline({ pinned }: DraftFacts): Finding | undefined {
  return pinned === undefined
    ? warning(
        'No node asked',
        'Without a node, the recipient, the sender’s balance and nonce, the base fee and the outcome of the message are unknown.',
      )
    : undefined;
}

function checkParams(facts: DraftFacts): Finding | undefined {
  const { fields, fieldErrors, recipient, networkVersion, innerActors } = facts;
  if (fieldErrors.params !== undefined) return fail('The parameters do not fit', fieldErrors.params);
  if (fields.params.length === 0) return undefined;
  if (fields.method === 0n) return warning('The parameters have no effect', TRANSFER_PARAMS_WORDS);
  const decoded = decodeParams(recipient.actorType, fields.method, fields.params, {
    networkVersion,
    actorTypeOf: (address) => innerActors.get(address),
  });
  if (!equalBytes(encodeDecoded(decoded), fields.params))
    return fail('The parameters do not read back', 'Encoding them again gives different bytes.');
  switch (decoded.form) {
    case 'typed':
      return pass('The parameters fit the method', `Read back from their ${formatCount(fields.params.length, 'byte')}, they are the same.`);
    case 'cbor':
      return warning(
        'Parameters unknown',
        'The method or its parameter format is unknown for this recipient. The parameters are shown undecoded.',
      );
    case 'hex':
      return warning('The parameters cannot be read', 'They are shown as raw bytes.');
    default:
      return decoded.form satisfies never;
  }
}

function checkFailure(facts: DraftFacts): Finding | undefined {
  const { fields, fieldErrors, recipient, networkVersion, hasKnownRules, innerActors } = facts;
  if (fieldErrors.params !== undefined) return undefined;
  const { method, params, value } = fields;
  return checkCertainFailure({ actorType: recipient.actorType, method, params, value, innerActors, networkVersion, hasKnownRules });
}

function checkGas(facts: DraftFacts, known: CheckContext['known']): Finding | undefined {
  const { message, estimateProblem, fieldErrors, isFeeLimited, fields, pinned } = facts;
  if (message === undefined) {
    if (Object.keys(fieldErrors).length > 0) return undefined;
    const problem = estimateProblem ?? 'no reason given';
    const exitCode = /\bexit=\[(?:\w{1,40}\()?(\d{1,10})\)?\]/.exec(problem)?.[1];
    if (exitCode !== undefined) return fail('The message would fail', failureWords(Number(exitCode), facts, known, problem));
    return fail(
      'The message could not be built',
      pinned === undefined || fields.isMaximumValue || addressProtocol(fields.from) === 4 ? problem : `The node said: ${problem}`,
    );
  }
  return isFeeLimited
    ? warning(
        'The fee cap was lowered',
        'The node asked for more than 0.07 FIL in fees; the fee cap was lowered to that. Set a fee cap to allow more.',
      )
    : pass('The gas is set', `The limit is ${formatInteger(message.gasLimit)}, the highest fee ${formatFil(maximumFee(message))} FIL.`);
}

/** How an execution ends, in words first; then what the node says of it. */
function failureWords(
  exitCode: number,
  { recipient, networkVersion, refusal }: DraftFacts,
  known: CheckContext['known'],
  nodeText?: string,
): string {
  const { name, meaning, fix } = explainExitCode(exitCode, { calledActor: recipient.actorType, networkVersion });
  const said = nodeText === undefined ? '' : ` The node said: ${nodeText}`;
  const allowed = refusal === undefined ? '' : ` ${allowedWords(refusal, known)}`;
  return `At this tipset it would end with ${name} (exit ${exitCode}). ${meaning} ${fix}${allowed}${said}`;
}

/** Who the sender has to be. */
function allowedWords({ miner, allowed }: Refusal, known: CheckContext['known']): string {
  const named = allowed.map(({ role, address, key = address }) => {
    const own = known.find((entry) => entry.source === 'key' && entry.address === tryParseAddress(key));
    return `${role === 'control' ? 'control address' : role} ${key}${own === undefined ? '' : ` (your key “${own.label}”)`}`;
  });
  return `${miner} accepts this call only from: ${named.join(', ')}.`;
}

function checkReplacement({ replacement, settledReplacedId, message }: DraftFacts): Finding | undefined {
  if (settledReplacedId !== undefined) {
    return fail('The message can no longer be replaced', 'The message to replace is already on chain or has a different nonce.', {
      action: { kind: 'open-journal', journalId: settledReplacedId },
    });
  }
  if (replacement === undefined || message === undefined) return undefined;
  const { oldPremium, leastPremium, safePremium, isEnough } = replacement;
  const told = `The message that waits offers ${priceText(BigInt(oldPremium))} nanoFIL`;
  if (isEnough) {
    return message.gasPremium >= BigInt(safePremium)
      ? pass('Replaces the pending message', `${told}; this one ${priceText(message.gasPremium)}, which every node accepts.`)
      : warning(
          'Some nodes may not replace the pending message',
          `${told}; ${priceText(BigInt(safePremium))} would be accepted by every node.`,
          {
            action: raisePrices(message, BigInt(safePremium)),
          },
        );
  }
  return fail('The premium is too low to replace', `${told}; nodes take its place from ${priceText(BigInt(leastPremium))} nanoFIL on.`, {
    action: raisePrices(message, BigInt(safePremium)),
  });
}

function raisePrices({ gasFeeCap, gasPremium }: { gasFeeCap: bigint; gasPremium: bigint }, premium: bigint) {
  const feeCap = gasFeeCap - gasPremium + premium;
  return { kind: 'change', title: 'Raise the premium', fields: { gasPremium: priceText(premium), gasFeeCap: priceText(feeCap) } } as const;
}

function checkFeeShare({ fields, message }: DraftFacts, percent: number): Finding | undefined {
  if (message === undefined) return undefined;
  const fee = maximumFee(message);
  const large = largeFee(fields.value, fee, percent);
  if (large !== undefined || fields.value === 0n) return large;
  return pass('The fee is small compared to the value', `It is ${formatFil(fee)} FIL at most, not more than ${percent} % of the value.`);
}

/** A fee that is pointed out: above the share of the value that the settings name, or above what no setting silences. */
export function largeFee(value: bigint, fee: bigint, percent: number): Finding | undefined {
  if (value > 0n && fee * 100n > value * BigInt(percent)) {
    return warning('The fee is large compared to the value', `It may be ${formatFil(fee)} FIL, more than ${percent} % of the value.`);
  }
  return fee > DEFAULT_MAXIMUM_FEE
    ? warning(
        'The fee is large',
        `It may be ${formatFil(fee)} FIL. Fees above ${formatFil(DEFAULT_MAXIMUM_FEE)} FIL are always pointed out.`,
      )
    : undefined;
}

function checkDuplicate({ fields, recipient, message, replacement }: DraftFacts, context: CheckContext): Finding | undefined {
  const twin = findTwin(fields, recipient, { ...context, nonce: message?.nonce });
  if (twin !== undefined) return repetition(twin, context.nowMs);
  if (replacement !== undefined) return undefined;
  return pass('Not a duplicate', 'No pending message and none from the last 15 minutes is the same.');
}

/** What is said of a message that does the same as an earlier one. */
export function repetition({ intent, message: { nonce }, stage }: SentMessage, nowMs: number): Finding {
  const action = { kind: 'open-journal', journalId: intent.id } as const;
  if (stage === 'rejected') {
    return warning(
      'It may be paid twice',
      `The same message, nonce ${nonce}, was rejected by a node. It is signed and may still be published; then both are executed. Push that one again, or replace it at the same nonce.`,
      { action },
    );
  }
  return warning('Possible duplicate', `The same message was signed ${formatDuration(nowMs - intent.atMs)} ago (nonce ${nonce}).`, {
    action,
  });
}

export interface TwinContext extends Pick<CheckContext, 'sent' | 'network' | 'nowMs'> {
  /** The nonce that the new message takes: of two with one nonce only one can be executed. */
  readonly nonce?: bigint | undefined;
}

/**
 * A message that does the same, whichever address of the recipient it names: signed shortly before, or signed at any time, by any key
 * of this machine, and not decided by the chain. Rejected ones first.
 */
export function findTwin(
  fields: Pick<DraftFacts['fields'], 'from' | 'value' | 'method' | 'params'>,
  recipient: AddressOnChain,
  { sent, network: { genesisCid }, nowMs, nonce }: TwinContext,
): SentMessage | undefined {
  const forms = formsOf(recipient);
  const twins = sent.filter(
    (entry) =>
      entry.intent.genesisCid === genesisCid && doesTheSame(entry.message) && !sharesNonce(entry) && (isRecent(entry) || isPending(entry)),
  );
  return twins.find(({ stage }) => stage === 'rejected') ?? twins[0];

  function doesTheSame(message: SentMessage['message']): boolean {
    return (
      forms.includes(message.to) &&
      message.value === fields.value &&
      message.method === fields.method &&
      equalBytes(message.params, fields.params)
    );
  }

  function sharesNonce({ message }: SentMessage): boolean {
    return message.from === fields.from && message.nonce === nonce;
  }

  function isRecent(entry: SentMessage): boolean {
    return entry.message.from === fields.from && nowMs - entry.intent.atMs < DUPLICATE_WINDOW_MS && !cameToNothing(entry);
  }

  function isPending(entry: SentMessage): boolean {
    // Several keys may call the same method with the same parameters, as the signers of a multisig do; they do not all pay the same.
    const isSamePayment = entry.message.from === fields.from || fields.value > 0n;
    // A next nonce that a node names proves nothing: what is found on the chain does, and ends the stage.
    return isSamePayment && isUndecided(entry);
  }
}

/** Nothing was done by it, or ever will be. */
function cameToNothing(entry: SentMessage): boolean {
  return isSettled(entry) && !isExecuted(entry);
}

/** What the node says of a failure stands once, with the simulation. */
function checkSimulation(facts: DraftFacts, known: CheckContext['known']): Finding | undefined {
  const { message, simulation, simulationProblem, pinned } = facts;
  if (message === undefined || pinned === undefined) return undefined;
  if (simulation === undefined) return warning('Not simulated', simulationProblem?.text ?? 'No simulation.');
  if (simulation.exitCode !== 0) return fail('The simulation failed', failureWords(simulation.exitCode, facts, known));
  const used = formatInteger(simulation.gasUsed);
  return simulation.gasUsed > message.gasLimit
    ? fail(
        'The gas limit is below what the simulation used',
        `It used ${used} gas; with a limit of ${formatInteger(message.gasLimit)} the message would fail.`,
        {
          action: { kind: 'change', title: 'Estimate the gas limit', fields: { gasLimit: '' } },
        },
      )
    : pass('The simulation ended with exit 0', `It used ${used} gas at this tipset.`);
}

function checkSubCalls({ simulation }: DraftFacts): Finding | undefined {
  if (simulation === undefined || simulation.exitCode !== 0 || simulation.view.calls.length < 2) return undefined;
  const { failedInsideCount, calls } = simulation.view;
  if (failedInsideCount === 0)
    return pass('All internal calls succeed', `${formatCount(calls.length - 1 + simulation.view.omittedCount, 'call')} inside.`);
  const first = calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  const which = first === undefined ? '' : ` The first is to ${first.to}: ${first.exitName} (exit ${first.exitCode}).`;
  return warning(
    `${formatCount(failedInsideCount, 'call')} inside it ${failedInsideCount === 1 ? 'fails' : 'fail'}`,
    `The message as a whole would succeed, and what these calls were to do would not happen.${which}`,
  );
}
