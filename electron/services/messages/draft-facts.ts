/**
 * Everything a draft's review is made of, read from the node at one tipset.
 *
 * Of the node's gas estimate only the three numbers are taken, never the message around them; the bytes are built here from the
 * draft. A node that asks for absurd fees is held to a ceiling, as Lotus holds itself.
 */
import { z } from 'zod';
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import type { AttoFil } from '../../../shared/domain/amount.ts';
import { attoFil, FIL } from '../../../shared/domain/amount.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { type DecodeContext, decodeParams } from '../../../shared/domain/method-decode.ts';
import { networkVersionOn } from '../../../shared/domain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { ParsedDraft } from '../../../shared/validation/forms.ts';
import { messageToJson } from '../../../shared/validation/node/message.ts';
import type { PinnedNode } from '../chain/pinned-node.ts';
import { isNotServed } from '../chain/pinned-node.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { learnInnerActors } from '../inner-actors.ts';
import type { ActorOnChain } from './account-reader.ts';
import { readActor, saysActorIsAbsent } from './account-reader.ts';

const CAUSE = 'compose: review';
/** The most a message may cost in fees unless its sender sets the fee cap: Lotus' own default. */
const DEFAULT_MAXIMUM_FEE = (FIL * 7n) / 100n;

const zInteger = z.union([z.number().int(), z.bigint()]).transform((value) => BigInt(value));
const zAmount = z.string().regex(/^\d{1,60}$/);
const zEstimate = z.object({ GasLimit: zInteger, GasFeeCap: zAmount, GasPremium: zAmount });
const zInvocation = z.object({
  MsgRct: z.object({ ExitCode: z.number().int(), GasUsed: zInteger }),
  Error: z.string().nullish(),
});

/** A simulated execution. */
export interface Simulation {
  readonly exitCode: number;
  readonly gasUsed: bigint;
  /** The node's own words. */
  readonly error?: string;
  /** What documents are shown. */
  readonly view: SimulationView;
}

/** Why there is no simulation. */
export interface SimulationProblem {
  readonly text: string;
  /** The endpoint does not simulate at all. */
  readonly isNotServed: boolean;
}

/** A draft's fields once everything about them is known: parameters in bytes, and the value where it was to be the highest possible. */
export interface DraftFields extends Omit<ParsedDraft, 'params'> {
  readonly value: AttoFil;
  readonly params: Uint8Array;
}

/** What a draft is, and what the node said about it. Without a node, of a draft that is built offline, the sender's word alone. */
export interface DraftFacts {
  readonly fields: DraftFields;
  /** Absent where no node was asked. */
  readonly pinned?: TipsetRef;
  /** Absent on networks whose upgrades are not known. */
  readonly networkVersion?: number;
  readonly sender: ActorOnChain;
  readonly recipient: ActorOnChain;
  /** Types of the actors that calls inside of the parameters go to, where the chain tells. */
  readonly innerActors: ReadonlyMap<string, ActorType>;
  readonly nonces?: NonceView;
  /** The message whose nonce this one would take. */
  readonly replacement?: Replacement;
  /** Of the pinned tipset. */
  readonly baseFee?: AttoFil;
  /** Absent where the gas could not be estimated. */
  readonly message?: Message;
  readonly isFeeLimited: boolean;
  readonly estimateProblem?: string;
  readonly simulation?: Simulation;
  readonly simulationProblem?: SimulationProblem;
  readonly calls: readonly CallRef[];
}

export interface DraftReading {
  readonly active: ActiveConnection;
  readonly fields: ParsedDraft;
  /** Base fee at the pinned tipset. */
  readonly baseFee: AttoFil;
  readonly ownNonce: bigint | undefined;
}

export async function readDraftFacts(node: PinnedNode, reading: DraftReading): Promise<DraftFacts> {
  const { active, fields, baseFee, ownNonce } = reading;
  const [sender, recipient, nodeNonce] = await Promise.all([
    readActor(node, fields.from, active.letter),
    readActor(node, fields.to, active.letter),
    readNonce(reading),
  ]);
  const inner = await readInnerActors(node, reading, recipient.actorType);
  const common = {
    fields,
    pinned: node.ref,
    sender,
    recipient,
    innerActors: inner.types,
    baseFee,
    ...(nodeNonce === undefined ? {} : { nodeNonce: nodeNonce.value }),
    ...(ownNonce === undefined ? {} : { ownNonce }),
  };
  const calls = [...sender.calls, ...recipient.calls, ...inner.calls, ...(nodeNonce === undefined ? [] : [nodeNonce.call])];
  const nonce = highest(nodeNonce?.value ?? 0n, ownNonce ?? 0n);
  const estimate = await estimateGas(node, reading, nonce);
  calls.push(...estimate.calls);
  if (estimate.message === undefined) {
    return {
      ...common,
      isFeeLimited: false,
      estimateProblem: estimate.problem,
      simulationProblem: 'There is nothing to simulate yet.',
      calls,
    };
  }
  const simulated = await simulate(node, active, estimate.message);
  calls.push(...simulated.calls);
  return {
    ...common,
    message: estimate.message,
    isFeeLimited: estimate.isFeeLimited,
    ...(simulated.simulation === undefined ? {} : { simulation: simulated.simulation }),
    ...(simulated.problem === undefined ? {} : { simulationProblem: simulated.problem }),
    calls,
  };
}

function highest(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

async function readInnerActors(
  node: PinnedNode,
  { active, fields }: DraftReading,
  recipient: ActorType | undefined,
): Promise<{ types: ReadonlyMap<string, ActorType>; calls: CallRef[] }> {
  const types = new Map<string, ActorType>();
  const calls: CallRef[] = [];
  const networkVersion = networkVersionOn(active.facts.networkName, node.ref.height);
  const decode = (actorTypeOf: DecodeContext['actorTypeOf']) =>
    decodeParams(recipient, fields.method, fields.params, { networkVersion, actorTypeOf, actorTypeOfCode: actorTypeFromCode });
  await learnInnerActors(decode, types, async (address) => {
    const actor = await readActor(node, address, active.letter);
    calls.push(...actor.calls);
    return actor.actorType;
  });
  return { types, calls };
}

async function readNonce({ active, fields }: DraftReading): Promise<{ value: bigint; call: CallRef } | undefined> {
  try {
    return await active.client.call('MpoolGetNonce', [formatAddress(fields.from, active.letter)], { schema: zInteger, cause: CAUSE });
  } catch (error) {
    if (saysActorIsAbsent(error)) {
      return undefined;
    }
    throw error;
  }
}

type Estimate =
  | { readonly message: Message; readonly isFeeLimited: boolean; readonly calls: readonly CallRef[] }
  | { readonly message?: undefined; readonly problem: string; readonly calls: readonly CallRef[] };

async function estimateGas(node: PinnedNode, { active, fields }: DraftReading, nonce: bigint): Promise<Estimate> {
  const { gasLimit, gasFeeCap, gasPremium } = fields;
  const asked: Message = {
    version: 0,
    to: fields.to,
    from: fields.from,
    nonce,
    value: fields.value,
    gasLimit: gasLimit ?? 0n,
    gasFeeCap: gasFeeCap ?? attoFil(0n),
    gasPremium: gasPremium ?? attoFil(0n),
    method: fields.method,
    params: fields.params,
  };
  if (gasLimit !== undefined && gasFeeCap !== undefined && gasPremium !== undefined) {
    return { message: asked, isFeeLimited: false, calls: [] };
  }
  try {
    const { value, call } = await node.read('GasEstimateMessageGas', (key) => [messageToJson(asked, active.letter), null, key], zEstimate);
    const estimated: Message = {
      ...asked,
      gasLimit: gasLimit ?? value.GasLimit,
      gasFeeCap: gasFeeCap ?? attoFil(value.GasFeeCap),
      gasPremium: gasPremium ?? attoFil(value.GasPremium),
    };
    if (estimated.gasLimit <= 0n || estimated.gasLimit > BLOCK_GAS_LIMIT) {
      return { problem: `The node estimated a gas limit of ${estimated.gasLimit}, which no block can hold.`, calls: [call] };
    }
    const limited = gasFeeCap === undefined ? limitFee(estimated, gasPremium !== undefined) : estimated;
    return { message: limited, isFeeLimited: limited !== estimated, calls: [call] };
  } catch (error) {
    if (!(error instanceof SextantError) || error.retryable) {
      throw error;
    }
    return { problem: error.details?.nodeMessage ?? error.message, calls: [] };
  }
}

function limitFee(message: Message, isPremiumChosen: boolean): Message {
  if (message.gasFeeCap * message.gasLimit <= DEFAULT_MAXIMUM_FEE) {
    return message;
  }
  const gasFeeCap = attoFil(DEFAULT_MAXIMUM_FEE / message.gasLimit);
  const gasPremium = !isPremiumChosen && message.gasPremium > gasFeeCap ? gasFeeCap : message.gasPremium;
  return { ...message, gasFeeCap, gasPremium };
}

async function simulate(
  node: PinnedNode,
  active: ActiveConnection,
  message: Message,
): Promise<{ simulation?: Simulation; problem?: string; calls: readonly CallRef[] }> {
  try {
    const { value, call } = await node.read('StateCall', (key) => [messageToJson(message, active.letter), key], zInvocation);
    const { ExitCode, GasUsed } = value.MsgRct;
    const error = value.Error ?? '';
    return {
      simulation: { exitCode: ExitCode, gasUsed: GasUsed, ...(error === '' ? {} : { error: error.slice(0, 2000) }) },
      calls: [call],
    };
  } catch (error) {
    if (!(error instanceof SextantError)) {
      throw error;
    }
    if (isNotServed(error)) {
      return { problem: 'This endpoint does not simulate messages (StateCall is not served).', calls: [] };
    }
    return { problem: `The simulation gave no answer: ${error.details?.nodeMessage ?? error.message}`.slice(0, 2000), calls: [] };
  }
}
