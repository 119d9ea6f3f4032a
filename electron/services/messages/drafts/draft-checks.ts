/** Checks of a draft before it is approved. Pure. */
import { type Address, addressProtocol, formatAddress, tryParseAddress } from '../../../../shared/domain/addresses/address.ts';
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { equalBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { encodeDecoded } from '../../../../shared/domain/methods/method-encode.ts';
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';
import type { Refusal } from '../../../../shared/ipc/schemas/message-inside.ts';
import { TRANSFER_PARAMS_WORDS } from '../../../../shared/text/decoded-words.ts';
import { formatCount, formatDuration, formatInteger } from '../../../../shared/text/format.ts';
import { isExecuted, isSettled, isUndecided, type SentMessage } from '../../../wallet/sent-message.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
import type { KnownAddress } from '../../addresses/known-addresses.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';
import { type CallTree, readCallTree } from '../../multisig/call-tree.ts';
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

/** How long an identical message is reported as a duplicate; one that is still pending is always reported. */
const DUPLICATE_WINDOW_MS = 15 * 60_000;

export interface CheckContext {
  readonly network: DraftNetwork;
  /** The sender's account, if the vault has its key. */
  readonly account: VaultAccount | undefined;
  readonly sent: readonly SentMessage[];
  readonly known: readonly KnownAddress[];
  readonly nowMs: number;
  /** Warn of a fee above this share of the value. */
  readonly feeWarningPercent: number;
}

/** Run every check whose facts are known, in display order. */
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

/** Check that the vault has the sender's key. */
export function checkKey({ from }: Pick<DraftFacts['fields'], 'from'>, { account, known, network }: CheckContext): Finding {
  if (account !== undefined) return pass('Key on this machine', `Signed with “${account.label}”.`);
  const watched = known.some(({ address, source }) => address === from && source === 'watched');
  return fail(
    'Key not on this machine',
    watched
      ? 'This is a watched address without a key. Choose a sender whose key is in the vault, or send the message from the machine that has the key.'
      : `The vault has no key for ${formatAddress(from, network.letter)}. Choose another sender, or send the message from the machine that has the key.`,
  );
}

/** Check whether the key was used on this network before. */
export function checkNetwork({ account, network: { name, genesisCid } }: CheckContext): Finding | undefined {
  if (account === undefined) return undefined;
  return account.genesisCids.includes(genesisCid)
    ? pass('Key used on this network before', `The network is ${name}.`)
    : warning(
        'Key not used on this network before',
        `This would be its first use on ${name}. ${account.keyType === 'delegated' ? '' : 'The signature has no chain ID, so it is valid on other networks too. '}Confirming asks for consent first.`,
      );
}

/** Check that the chain ID for a delegated signature is known. */
export function checkChainId(from: Address, { network: { chainId, chainIdProblem, name } }: CheckContext): Finding | undefined {
  if (addressProtocol(from) !== 4) return undefined;
  return chainId === undefined
    ? fail('Chain ID unknown', chainIdProblem ?? `A delegated signature covers the chain ID, and that of ${name} is unknown.`)
    : pass('Chain ID known', `The signature is valid only on chain ${chainId}.`);
}

function checkOffline({ pinned }: DraftFacts): Finding | undefined {
  return pinned === undefined
    ? warning(
        'Built without a node',
        'The recipient, the sender’s balance and nonce, the base fee and the outcome of the message were not checked.',
      )
    : undefined;
}

function checkParams(facts: DraftFacts): Finding | undefined {
  const { fields, fieldErrors, recipient, networkVersion, innerActors } = facts;
  if (fieldErrors.params !== undefined) return fail('Invalid parameters', fieldErrors.params);
  if (fields.params.length === 0) return undefined;
  if (fields.method === 0n) return warning('The parameters have no effect', TRANSFER_PARAMS_WORDS);
  const decoded = decodeParams(recipient.actorType, fields.method, fields.params, {
    networkVersion,
    actorTypeOf: (address) => innerActors.get(address),
  });
  if (!equalBytes(encodeDecoded(decoded), fields.params))
    return fail('The parameters do not round-trip', 'Encoding the decoded parameters gives different bytes.');
  switch (decoded.form) {
    case 'typed':
      return pass(
        'The parameters match the method',
        `Decoding and encoding ${formatCount(fields.params.length, 'byte')} returns the same.`,
      );
    case 'cbor':
      return warning(
        'Parameters not decoded',
        'The method or its parameter format is unknown for this recipient. Only the raw values are shown.',
      );
    case 'hex':
      return warning('The parameters cannot be decoded', 'They are shown as raw bytes.');
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
    const problem = estimateProblem ?? 'No reason given.';
    const exitCode = /\bexit=\[(?:\w{1,40}\()?(\d{1,10})\)?\]/.exec(problem)?.[1];
    if (exitCode !== undefined) return fail('The message would fail', failureWords(Number(exitCode), facts, known, problem));
    return fail(
      'Could not build the message',
      pinned === undefined || fields.isMaximumValue || addressProtocol(fields.from) === 4 ? problem : `The node reported: ${problem}`,
    );
  }
  return isFeeLimited
    ? warning(
        'The fee cap was lowered',
        'The node’s estimate exceeds 0.07 FIL in fees, so the fee cap was lowered to that maximum. Set a fee cap to allow more.',
      )
    : pass('Gas is set', `The gas limit is ${formatInteger(message.gasLimit)}, the maximum fee ${formatFil(maximumFee(message))} FIL.`);
}

/** Explain a failed execution: the exit code first, then the node's own text. */
function failureWords(
  exitCode: number,
  { recipient, networkVersion, refusal }: DraftFacts,
  known: CheckContext['known'],
  nodeText?: string,
): string {
  const { name, meaning, fix } = explainExitCode(exitCode, { calledActor: recipient.actorType, networkVersion });
  const said = nodeText === undefined ? '' : ` The node reported: ${nodeText}`;
  const allowed = refusal === undefined ? '' : ` ${allowedWords(refusal, known)}`;
  return `At this tipset it would fail with ${name} (exit ${exitCode}). ${meaning} ${fix}${allowed}${said}`;
}

/** Name the addresses from which the miner accepts the call. */
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
  const pending = `The pending message has a premium of ${priceText(BigInt(oldPremium))} nanoFIL`;
  if (isEnough) {
    return message.gasPremium >= BigInt(safePremium)
      ? pass('Replaces the pending message', `${pending}; every node accepts this one’s ${priceText(message.gasPremium)} nanoFIL.`)
      : warning('Some nodes may refuse the replacement', `${pending}; every node accepts ${priceText(BigInt(safePremium))} nanoFIL.`, {
          action: raisePrices(message, BigInt(safePremium)),
        });
  }
  return fail('Premium too low to replace', `${pending}; a replacement needs at least ${priceText(BigInt(leastPremium))} nanoFIL.`, {
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
  return pass('The fee is small compared to the value', `At most ${formatFil(fee)} FIL, within ${percent} % of the value.`);
}

/** Warn of a fee above the share of the value in the settings, or above the default maximum, which no setting silences. */
export function largeFee(value: bigint, fee: bigint, percent: number): Finding | undefined {
  if (value > 0n && fee * 100n > value * BigInt(percent)) {
    return warning('The fee is large compared to the value', `Up to ${formatFil(fee)} FIL, more than ${percent} % of the value.`);
  }
  return fee > DEFAULT_MAXIMUM_FEE
    ? warning('The fee is large', `Up to ${formatFil(fee)} FIL. Sextant always warns above ${formatFil(DEFAULT_MAXIMUM_FEE)} FIL.`)
    : undefined;
}

function checkDuplicate({ fields, recipient, message, replacement }: DraftFacts, context: CheckContext): Finding | undefined {
  const twin = findTwin(fields, recipient, { ...context, nonce: message?.nonce });
  if (twin !== undefined) return repetition(twin, context.nowMs);
  if (replacement !== undefined) return undefined;
  return pass('Not a duplicate', 'No identical message is pending or was signed in the last 15 minutes.');
}

/** The warning for a message that is identical to an earlier one. */
export function repetition({ intent, message: { nonce }, stage }: SentMessage, nowMs: number): Finding {
  const action = { kind: 'open-journal', journalId: intent.id } as const;
  if (stage === 'rejected') {
    return warning(
      'Possible double payment',
      `An identical message with nonce ${nonce} was rejected by a node. It is signed and may still be published: both would then be executed. Push that message again, or replace it at the same nonce.`,
      { action },
    );
  }
  return warning('Possible duplicate', `An identical message was signed ${formatDuration(nowMs - intent.atMs)} ago (nonce ${nonce}).`, {
    action,
  });
}

export interface TwinContext extends Pick<CheckContext, 'sent' | 'network' | 'nowMs'> {
  /** Nonce of the new message: only one of two messages with the same nonce can be executed. */
  readonly nonce?: bigint | undefined;
}

/**
 * Find an identical message, whichever address of the recipient it names: signed recently, or signed at any time by any key of this
 * machine and still undecided. Rejected ones first.
 */
export function findTwin(
  fields: Pick<DraftFacts['fields'], 'from' | 'value' | 'method' | 'params'>,
  recipient: AddressOnChain,
  { sent, network: { genesisCid }, nowMs, nonce }: TwinContext,
): SentMessage | undefined {
  const forms = formsOf(recipient);
  const twins = sent.filter(
    (entry) =>
      entry.intent.genesisCid === genesisCid && isIdentical(entry.message) && !sharesNonce(entry) && (isRecent(entry) || isPending(entry)),
  );
  return twins.find(({ stage }) => stage === 'rejected') ?? twins[0];

  function isIdentical(message: SentMessage['message']): boolean {
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
    return entry.message.from === fields.from && nowMs - entry.intent.atMs < DUPLICATE_WINDOW_MS && !hadNoEffect(entry);
  }

  function isPending(entry: SentMessage): boolean {
    // Several keys may make the same call without paying twice, as the signers of a multisig do when they approve.
    const isSamePayment = entry.message.from === fields.from || fields.value > 0n;
    // A next nonce reported by a node proves nothing. Only the message found on chain ends the stage.
    return isSamePayment && isUndecided(entry);
  }
}

/** Whether it can no longer be executed. */
function hadNoEffect(entry: SentMessage): boolean {
  return isSettled(entry) && !isExecuted(entry);
}

/** The node's text about a failure is shown once, with the simulation. */
function checkSimulation(facts: DraftFacts, known: CheckContext['known']): Finding | undefined {
  const { message, simulation, simulationProblem, pinned } = facts;
  if (message === undefined || pinned === undefined) return undefined;
  if (simulation === undefined) return warning('Not simulated', simulationProblem?.text ?? 'No simulation available.');
  if (simulation.exitCode !== 0) return fail('The simulation failed', failureWords(simulation.exitCode, facts, known));
  const used = formatInteger(simulation.gasUsed);
  return simulation.gasUsed > message.gasLimit
    ? fail(
        'Gas limit below the simulated gas',
        `The simulation used ${used} gas; with a limit of ${formatInteger(message.gasLimit)} the message would fail.`,
        {
          action: { kind: 'change', title: 'Estimate the gas limit', fields: { gasLimit: '' } },
        },
      )
    : pass('Simulation succeeded', `Exit 0, ${used} gas used at this tipset.`);
}

function checkSubCalls({ simulation }: DraftFacts): Finding | undefined {
  if (simulation === undefined || simulation.exitCode !== 0 || simulation.view.calls.length < 2) return undefined;
  const { failedInsideCount, calls } = simulation.view;
  if (failedInsideCount === 0)
    return pass('All internal calls succeed', `${formatCount(calls.length - 1 + simulation.view.omittedCount, 'internal call')}.`);
  const first = calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  const which = first === undefined ? '' : ` The first is to ${first.to}: ${first.exitName} (exit ${first.exitCode}).`;
  return warning(
    `${formatCount(failedInsideCount, 'internal call')} ${failedInsideCount === 1 ? 'fails' : 'fail'}`,
    `The message itself would succeed, but these calls would have no effect.${which}`,
  );
}
