/**
 * Reads the facts for the review of a draft from the node, at one tipset. The bytes are built here from the draft; only addresses,
 * balances, nonces and gas numbers from the node go into them.
 */
import type { z } from 'zod';
import { type Address, addressProtocol, formatAddress } from '../../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil, formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { hasKnownRules, unverifiedSentence } from '../../../../shared/domain/chain/network-version.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { ethTransactionFromMessage } from '../../../../shared/domain/evm/eth-transaction.ts';
import { BLOCK_GAS_LIMIT, maximumFee } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { type ActorType, beginsWithFunds } from '../../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef, TipsetRef } from '../../../../shared/ipc/schemas/common.ts';
import type { NonceView, Replacement, SimulationView } from '../../../../shared/ipc/schemas/drafts.ts';
import type { Refusal } from '../../../../shared/ipc/schemas/message-inside.ts';
import { encodeDraftParams } from '../../../../shared/validation/draft-params.ts';
import type { DraftErrors, ParsedDraft } from '../../../../shared/validation/forms.ts';
import { zUint64 } from '../../../../shared/validation/node/primitives.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import { isSettled } from '../../../wallet/sent-message.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { type AddressOnChain, resolveOnChain } from '../../addresses/resolve-address.ts';
import { readRefusal } from '../../chain/refused-caller.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { type InnerFacts, readInnerFacts } from '../../multisig/call-tree.ts';
import { type PinnedNode, saysActorIsAbsent } from '../../pinned/pinned-node.ts';
import { coverSimulated, estimateGas, type GasChoice, type GasEstimate, limitFee } from './draft-gas.ts';
import { readPending, replacedEntry, replacementOf, withReplacementPrices } from './draft-replacement.ts';
import { nonceView, reservedBy, waitingOf } from './nonce-view.ts';
import { simulate } from './simulation-reader.ts';

const CAUSE = 'compose: review';
/** Rounds of estimating gas to find the maximum value. */
const MAXIMUM_VALUE_ROUNDS = 3;

/** A simulated execution. */
export interface Simulation {
  readonly exitCode: number;
  readonly gasUsed: bigint;
  /** The node's own text. */
  readonly error?: string;
  /** The contract's form. */
  readonly view: SimulationView;
}

/** Why there is no simulation. */
export interface SimulationProblem {
  readonly text: string;
  /** Whether the endpoint does not serve simulations at all. */
  readonly isNotServed: boolean;
}

/** A draft's fields with encoded parameters, and with the value computed if the maximum was asked for. */
interface DraftFields extends Omit<ParsedDraft, 'params'> {
  readonly value: AttoFil;
  readonly params: Uint8Array;
  readonly isMaximumValue: boolean;
}

/** A draft and what was read from the node about it. For a draft built offline, only the draft. */
export interface DraftFacts extends InnerFacts {
  readonly fields: DraftFields;
  /** Errors of fields for this recipient; there is no message then. */
  readonly fieldErrors: DraftErrors;
  /** Absent for a draft built offline. */
  readonly pinned?: TipsetRef;
  /** Absent on networks whose upgrades are not known. */
  readonly networkVersion?: number;
  /** Whether the version is exact and this release knows its rules. */
  readonly hasKnownRules: boolean;
  /** The warning where this release was not tested with the network version. */
  readonly unverifiedVersion?: string;
  readonly sender: AddressOnChain;
  readonly recipient: AddressOnChain;
  readonly nonces?: NonceView;
  /** What pending messages signed here may still cost the sender. */
  readonly reserved: bigint;
  /** The pending message with the same nonce, which this one would replace. */
  readonly replacement?: Replacement;
  /** The journal entry that the draft names but that can no longer be replaced. */
  readonly settledReplacedId?: string;
  /** Base fee at the pinned tipset. */
  readonly baseFee?: AttoFil;
  /** Absent where the gas could not be estimated. */
  readonly message?: Message;
  readonly isFeeLimited: boolean;
  readonly estimateProblem?: string;
  readonly simulation?: Simulation;
  readonly simulationProblem?: SimulationProblem;
  /** From whom the miner accepts the call, if it refuses the sender. */
  readonly refusal?: Refusal;
  readonly calls: readonly CallRef[];
}

export interface DraftReading {
  readonly active: ActiveConnection;
  readonly fields: ParsedDraft;
  /** Base fee at the pinned tipset. */
  readonly baseFee: AttoFil;
  /** The send journal. */
  readonly sent: readonly SentMessage[];
  readonly known: Pick<KnownAddresses, 'find'>;
}

/** Read all facts. @throws SextantError errors of the endpoint */
export async function readDraftFacts(node: PinnedNode, reading: DraftReading): Promise<DraftFacts> {
  const { active, fields, baseFee, sent } = reading;
  const { genesisCid } = active.facts;
  const [sender, recipient, pool] = await Promise.all([
    resolveOnChain(node, fields.from, active),
    resolveOnChain(node, fields.to, active),
    readPoolNonce(active, fields.from),
  ]);
  const version = await active.versions.read(node);
  const networkVersion = version?.version;
  const unverifiedVersion = unverifiedSentence(version);
  const { params, errors } = encodeFor(fields, recipient.actorType, networkVersion);
  const { calls: innerCalls, ...inner } = await readInnerFacts(node, active, {
    message: { from: fields.from, to: fields.to, value: fields.value ?? attoFil(0n), method: fields.method, params },
    recipient,
    networkVersion,
  });
  const named = replacedEntry(fields, sent, genesisCid);
  const waiting = waitingOf(sent, genesisCid, fields.from, sender.nonce);
  const isOver = named !== undefined && (isSettled(named) || named.message.nonce < (sender.nonce ?? 0n));
  const chosen = fields.nonce ?? (named === undefined || isOver ? undefined : named.message.nonce);
  const sources = { chain: sender.nonce, pool: pool?.value, sent, genesisCid, from: fields.from };
  const next = BigInt(nonceView({ ...sources, calls: [] }).next);
  const nonce = chosen ?? next;
  const nonces = nonceView({ ...sources, chosen: nonce, calls: [...sender.calls.slice(0, 1), ...(pool === undefined ? [] : [pool.call])] });
  const replaced = waiting.get(nonce);
  const reserved = reservedBy(sent, genesisCid, fields.from, sender.nonce, nonce);
  const isForeign = replaced === undefined && pool !== undefined && nonce < pool.value && nonce >= (sender.nonce ?? 0n);
  const foreign = isForeign ? await readPending(active, fields.from, nonce) : undefined;
  const to = recipientInMessage(fields, recipient);
  const calls = [...sender.calls, ...recipient.calls, ...innerCalls, ...(pool === undefined ? [] : [pool.call])];
  const known = {
    fields: { ...fields, value: fields.value ?? attoFil(0n), params, isMaximumValue: fields.value === undefined },
    fieldErrors: to === undefined ? { ...errors, to: unresolvedWords(fields.to, recipient) } : errors,
    pinned: node.ref,
    ...(networkVersion === undefined ? {} : { networkVersion }),
    hasKnownRules: hasKnownRules(version),
    ...(unverifiedVersion === undefined ? {} : { unverifiedVersion }),
    sender,
    recipient,
    ...inner,
    nonces,
    reserved,
    baseFee,
    ...(named !== undefined && (isOver || named.message.nonce !== nonce) ? { settledReplacedId: named.intent.id } : {}),
  } satisfies Partial<DraftFacts>;
  const nothing = { text: 'Nothing to simulate yet.', isNotServed: false };
  if (to === undefined || Object.keys(known.fieldErrors).length > 0) {
    return { ...known, isFeeLimited: false, simulationProblem: nothing, calls };
  }
  const bare: Message = {
    version: 0,
    to,
    from: fields.from,
    nonce,
    value: known.fields.value,
    gasLimit: 0n,
    gasFeeCap: attoFil(0n),
    gasPremium: attoFil(0n),
    method: fields.method,
    params,
  };
  const common = { active, sender, recipient, innerActors: inner.innerActors, networkVersion, known: reading.known };
  const gas = withReplacementPrices(fields, replaced, baseFee);
  const estimate =
    fields.value === undefined
      ? await estimateMaximum(node, active, bare, gas, (sender.balance ?? 0n) - reserved)
      : await estimateGas(node, active, bare, gas);
  calls.push(...estimate.calls);
  if (estimate.message === undefined) {
    // The estimate shows that it fails; the trace shows where.
    const unpriced: Message = { ...bare, gasLimit: BLOCK_GAS_LIMIT };
    const traced = await simulate(node, { ...common, message: unpriced, isBrief: true });
    const refused = await readSenderRefusal(node, active, recipient, unpriced, traced.simulation);
    calls.push(...traced.calls, ...(refused?.calls ?? []));
    return {
      ...known,
      ...(refused === undefined ? {} : { refusal: refused.refusal }),
      isFeeLimited: false,
      estimateProblem: estimate.problem,
      ...(traced.simulation === undefined || traced.simulation.exitCode === 0
        ? { simulationProblem: nothing }
        : { simulation: traced.simulation }),
      calls,
    };
  }
  const estimated = estimate.message;
  const misfit = transactionProblem(estimated);
  const simulated =
    misfit === undefined ? await simulate(node, { ...common, message: estimated }) : { problem: nothing, calls: [], simulation: undefined };
  const refused = await readSenderRefusal(node, active, recipient, estimated, simulated.simulation);
  calls.push(...simulated.calls, ...(refused?.calls ?? []));
  const message = withCoveredGas(estimated, simulated.simulation, gas, known.fields.isMaximumValue);
  const found = {
    ...known,
    fields: { ...known.fields, value: message.value },
    ...(replaced === undefined ? {} : { replacement: replacementOf(replaced, message) }),
    ...(foreign === undefined ? {} : { replacement: replacementOf(foreign, message) }),
    isFeeLimited: estimate.isFeeLimited || message.gasFeeCap !== estimated.gasFeeCap,
    ...(refused === undefined ? {} : { refusal: refused.refusal }),
  };
  if (misfit !== undefined) return { ...found, estimateProblem: misfit, simulationProblem: nothing, calls };
  return {
    ...found,
    message,
    ...(simulated.simulation === undefined ? {} : { simulation: simulated.simulation }),
    ...(simulated.problem === undefined ? {} : { simulationProblem: simulated.problem }),
    calls,
  };
}

function readSenderRefusal(
  node: PinnedNode,
  { letter }: ActiveConnection,
  { actorType, idAddress }: AddressOnChain,
  message: Message,
  simulation: Simulation | undefined,
): ReturnType<typeof readRefusal> {
  const { from, to, method, params } = message;
  const type = actorType === undefined ? {} : { actorType };
  const id = idAddress === undefined ? {} : { toId: idAddress };
  return readRefusal(letter, node, simulation && { from, to, ...id, ...type, method, params, exitCode: simulation.exitCode });
}

/** Raise the gas limit to cover the simulation; a maximum value shrinks by the higher fee. */
function withCoveredGas(estimated: Message, simulation: Simulation | undefined, gas: GasChoice, isMaximumValue: boolean): Message {
  if (simulation === undefined || simulation.exitCode !== 0) return estimated;
  const covered = coverSimulated(estimated, simulation.gasUsed, gas);
  const rest = estimated.value + maximumFee(estimated) - maximumFee(covered);
  return isMaximumValue && rest > 0n ? { ...covered, value: attoFil(rest) } : covered;
}

/** Explain why an f410f key cannot send to a recipient, and what to do. */
export function unresolvedWords(to: Address, { problem }: Pick<AddressOnChain, 'problem'>): string {
  if (problem !== undefined)
    return 'An f410f key can only pay a recipient with an f0 address, and this one could not be looked up. Try again later.';
  return beginsWithFunds(to)
    ? 'An f410f key cannot pay an address that is not on chain yet. Send to it from an f1 key first.'
    : 'No actor on this network has this address. Check the address.';
}

/** Return the recipient to encode. Ethereum transactions only encode f410f and f0 addresses, so others are replaced by their ID address. */
export function recipientInMessage({ from, to }: Pick<ParsedDraft, 'from' | 'to'>, { idAddress }: AddressOnChain): Address | undefined {
  if (addressProtocol(from) !== 4) return to;
  const protocol = addressProtocol(to);
  return protocol === 0 || protocol === 4 ? to : idAddress;
}

/** Explain why a message of a delegated sender is not a valid Ethereum transaction; undefined if it is. */
export function transactionProblem(message: Message): string | undefined {
  if (addressProtocol(message.from) !== 4) return undefined;
  try {
    ethTransactionFromMessage(message);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** Encode the parameters, or return their errors for this recipient. */
export function encodeFor(
  { params, method }: Pick<ParsedDraft, 'params' | 'method'>,
  actorType: ActorType | undefined,
  networkVersion: number | undefined,
): { params: Uint8Array; errors: DraftErrors } {
  try {
    return { params: encodeDraftParams(params, { actorType, method, networkVersion }), errors: {} };
  } catch (error) {
    if (error instanceof DomainError) return { params: new Uint8Array(), errors: { params: error.message } };
    throw error;
  }
}

/** Read the next nonce of the node's mempool; undefined if the sender is not on chain or the endpoint does not serve it. */
export async function readPoolNonce(active: ActiveConnection, from: Address): Promise<{ value: bigint; call: CallRef } | undefined> {
  try {
    return await active.client.call('MpoolGetNonce', [formatAddress(from, active.letter)], { schema: zNonce, cause: CAUSE });
  } catch (error) {
    if (saysActorIsAbsent(error) || (error instanceof SextantError && error.code === 'method-not-served')) return undefined;
    throw error;
  }
}

const zNonce: z.ZodType<bigint> = zUint64;

/**
 * Estimate the maximum value: the available balance minus the maximum fee. Gas may depend on the value, so the estimate is repeated with
 * the new value until the gas limit no longer changes.
 */
async function estimateMaximum(
  node: PinnedNode,
  active: ActiveConnection,
  bare: Message,
  gas: GasChoice,
  available: bigint,
): Promise<GasEstimate> {
  const calls: CallRef[] = [];
  if (available <= 0n) return { problem: 'The sender has no available balance.', calls };
  let value = attoFil(available / 2n);
  let choice = gas;
  let last: { readonly message: Message; readonly isFeeLimited: boolean } | undefined;
  for (let round = 0; round < MAXIMUM_VALUE_ROUNDS; round++) {
    const estimate = await estimateGas(node, active, { ...bare, value }, choice);
    calls.push(...estimate.calls);
    if (estimate.message === undefined) return { problem: estimate.problem, calls };
    const gasLimit =
      last !== undefined && last.message.gasLimit > estimate.message.gasLimit ? last.message.gasLimit : estimate.message.gasLimit;
    const asked = { ...estimate.message, gasLimit };
    // With a higher gas limit, the prices of the previous round may exceed the fee limit.
    const message = gas.gasFeeCap === undefined ? limitFee(asked, gas.gasPremium !== undefined) : asked;
    const rest = available - maximumFee(message);
    if (rest <= 0n) {
      return {
        problem: `The maximum fee of ${formatFil(available - rest)} FIL leaves nothing of the available ${formatFil(available)} FIL to send.`,
        calls,
      };
    }
    const isSettledNow = last !== undefined && gasLimit === last.message.gasLimit;
    const isFeeLimited = estimate.isFeeLimited || message !== asked || last?.isFeeLimited === true;
    last = { message: { ...message, value: attoFil(rest) }, isFeeLimited };
    if (isSettledNow) break;
    value = attoFil(rest);
    // Keep the prices: two estimates of a premium differ randomly.
    choice = { ...gas, gasFeeCap: message.gasFeeCap, gasPremium: message.gasPremium };
  }
  return last === undefined ? { problem: 'The sender has no available balance.', calls } : { ...last, calls };
}
