/**
 * Gas of a message: what is typed stays, the rest is estimated by the node.
 *
 * Of the node's estimate only the three numbers are taken, never the message around them. A node that asks for absurd fees is held to a
 * ceiling, as Lotus holds itself.
 */
import { z } from 'zod';
import { type AttoFil, attoFil, FIL } from '../../../shared/domain/amount.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { messageToJson } from '../../../shared/validation/node/message.ts';
import { zAmount, zInt64 } from '../../../shared/validation/node/primitives.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

/** The most a message may cost in fees unless its sender sets the fee cap: Lotus' own default (node/config/def.go, `DefaultMaxFee`). */
export const DEFAULT_MAXIMUM_FEE = (FIL * 7n) / 100n;

const zEstimate = z.object({ GasLimit: zInt64, GasFeeCap: zAmount, GasPremium: zAmount });

/** What is typed; absent fields are estimated. */
export interface GasChoice {
  readonly gasFeeCap?: AttoFil;
  readonly gasPremium?: AttoFil;
  readonly gasLimit?: bigint;
}

export type GasEstimate =
  | { readonly message: Message; readonly isFeeLimited: boolean; readonly calls: readonly CallRef[] }
  | { readonly message?: undefined; readonly problem: string; readonly calls: readonly CallRef[] };

/**
 * Fills the gas of a message.
 *
 * @param message its own gas fields are not read
 * @throws SextantError where the endpoint could not be asked; what the node says against the message is `problem`
 */
export async function estimateGas(
  node: PinnedNode,
  active: ActiveConnection,
  message: Message,
  { gasLimit, gasFeeCap, gasPremium }: GasChoice,
): Promise<GasEstimate> {
  const asked: Message = {
    ...message,
    gasLimit: gasLimit ?? 0n,
    gasFeeCap: gasFeeCap ?? attoFil(0n),
    gasPremium: gasPremium ?? attoFil(0n),
  };
  if (gasLimit !== undefined && gasFeeCap !== undefined && gasPremium !== undefined)
    return { message: asked, isFeeLimited: false, calls: [] };
  // A cap that was typed is the sender's own ceiling: the node's default must not lower the premium below it.
  const ceiling = gasFeeCap === undefined ? DEFAULT_MAXIMUM_FEE : gasFeeCap * BLOCK_GAS_LIMIT;
  try {
    const { value, call } = await node.read(
      'GasEstimateMessageGas',
      (key) => [messageToJson(asked, active.letter), { MaxFee: ceiling.toString() }, key],
      zEstimate,
    );
    const estimated: Message = {
      ...asked,
      gasLimit: gasLimit ?? value.GasLimit,
      gasFeeCap: gasFeeCap ?? attoFil(value.GasFeeCap),
      gasPremium: gasPremium ?? attoFil(value.GasPremium),
    };
    if (estimated.gasLimit <= 0n || estimated.gasLimit > BLOCK_GAS_LIMIT)
      return { problem: `The node estimated a gas limit of ${estimated.gasLimit}, which no block can hold.`, calls: [call] };
    const limited =
      gasFeeCap === undefined ? limitFee(estimated, gasPremium !== undefined) : withinCap(estimated, gasPremium !== undefined);
    return { message: limited, isFeeLimited: limited.gasFeeCap !== estimated.gasFeeCap, calls: [call] };
  } catch (error) {
    if (!(error instanceof SextantError) || error.retryable) throw error;
    return { problem: error.details?.nodeMessage ?? error.message, calls: [] };
  }
}

/** The same message with a fee of at most Lotus' default. */
export function limitFee(message: Message, isPremiumChosen: boolean): Message {
  const most = mostFeeCap(message.gasLimit);
  return message.gasFeeCap <= most ? message : withinCap({ ...message, gasFeeCap: most }, isPremiumChosen);
}

/** The highest fee cap for so much gas that a node's word can bring about. */
export function mostFeeCap(gasLimit: bigint): AttoFil {
  return attoFil(DEFAULT_MAXIMUM_FEE / (gasLimit > 0n ? gasLimit : 1n));
}

/** Lotus' own reserve over what an execution used, in percent (node/impl/gasutils, `GasLimitOverestimation`). */
const LIMIT_OF_USED_PERCENT = 125n;

/**
 * The same message with an estimated limit that covers the simulation as well. An estimate is made after what the sender has waiting, the
 * simulation without it: an account that a waiting message is to make costs gas in the one and not in the other, and nobody knows whether
 * that message will be mined. The larger of both is enough either way.
 *
 * @param gasUsed of an execution that ended well
 */
export function coverSimulated(message: Message, gasUsed: bigint, { gasLimit, gasFeeCap, gasPremium }: GasChoice): Message {
  if (gasLimit !== undefined || gasUsed <= message.gasLimit) return message;
  const wanted = (gasUsed * LIMIT_OF_USED_PERCENT) / 100n;
  const covered = { ...message, gasLimit: wanted < BLOCK_GAS_LIMIT ? wanted : BLOCK_GAS_LIMIT };
  return gasFeeCap === undefined ? limitFee(covered, gasPremium !== undefined) : covered;
}

/** A premium that nobody chose follows the cap. */
function withinCap(message: Message, isPremiumChosen: boolean): Message {
  return isPremiumChosen || message.gasPremium <= message.gasFeeCap ? message : { ...message, gasPremium: message.gasFeeCap };
}
