/**
 * Gas of a message: typed values are kept, the others are estimated by the node.
 *
 * Only the three numbers of the node's estimate are used, never the message around them. Fees are limited to the default maximum of
 * Lotus, whatever a node estimates.
 */
import { z } from 'zod';
import { type AttoFil, attoFil, FIL } from '../../../../shared/domain/amounts/amount.ts';
import { BLOCK_GAS_LIMIT } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import { messageToJson } from '../../../../shared/validation/node/message.ts';
import { zAmount, zInt64 } from '../../../../shared/validation/node/primitives.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import type { PinnedNode } from '../../pinned/pinned-node.ts';

/** Maximum fee of a message unless its sender sets the fee cap: the default of Lotus (node/config/def.go, `DefaultMaxFee`). */
export const DEFAULT_MAXIMUM_FEE = (FIL * 7n) / 100n;

const zEstimate = z.object({ GasLimit: zInt64, GasFeeCap: zAmount, GasPremium: zAmount });

/** Typed values; absent fields are estimated. */
export interface GasChoice {
  readonly gasFeeCap?: AttoFil;
  readonly gasPremium?: AttoFil;
  readonly gasLimit?: bigint;
}

export type GasEstimate =
  | { readonly message: Message; readonly isFeeLimited: boolean; readonly calls: readonly CallRef[] }
  | { readonly message?: undefined; readonly problem: string; readonly calls: readonly CallRef[] };

/**
 * Fill the gas fields of a message.
 *
 * @param message its own gas fields are ignored
 * @throws SextantError errors of the endpoint; if the node rejects the message, the reason is in `problem`
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
  // A typed fee cap is the sender's own limit: the node's default must not lower the premium further.
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
      return {
        problem: `The node estimated a gas limit of ${estimated.gasLimit}. It must be between 1 and ${BLOCK_GAS_LIMIT}.`,
        calls: [call],
      };
    const limited =
      gasFeeCap === undefined ? limitFee(estimated, gasPremium !== undefined) : withinCap(estimated, gasPremium !== undefined);
    return { message: limited, isFeeLimited: limited.gasFeeCap !== estimated.gasFeeCap, calls: [call] };
  } catch (error) {
    if (!(error instanceof SextantError) || error.retryable) throw error;
    return { problem: error.details?.nodeMessage ?? error.message, calls: [] };
  }
}

/** Lower the fee cap so that the fee is at most the default maximum of Lotus. */
export function limitFee(message: Message, isPremiumChosen: boolean): Message {
  const maximum = maximumFeeCap(message.gasLimit);
  return message.gasFeeCap <= maximum ? message : withinCap({ ...message, gasFeeCap: maximum }, isPremiumChosen);
}

/** Return the maximum fee cap for this gas limit that an estimate may set. */
export function maximumFeeCap(gasLimit: bigint): AttoFil {
  return attoFil(DEFAULT_MAXIMUM_FEE / (gasLimit > 0n ? gasLimit : 1n));
}

/** Gas limit in percent of the gas used, as Lotus sets it (node/impl/gasutils, `GasLimitOverestimation`). */
const LIMIT_OF_USED_PERCENT = 125n;

/**
 * Raise an estimated gas limit to cover the simulation. The estimate runs after the sender's pending messages, the simulation without
 * them: if a pending message creates an account, only one of the two pays gas for that, and it is unknown which of them will apply. The
 * larger limit is enough in both cases.
 *
 * @param gasUsed gas used by a simulation with exit code 0
 */
export function coverSimulated(message: Message, gasUsed: bigint, { gasLimit, gasFeeCap, gasPremium }: GasChoice): Message {
  if (gasLimit !== undefined || gasUsed <= message.gasLimit) return message;
  const wanted = (gasUsed * LIMIT_OF_USED_PERCENT) / 100n;
  const covered = { ...message, gasLimit: wanted < BLOCK_GAS_LIMIT ? wanted : BLOCK_GAS_LIMIT };
  return gasFeeCap === undefined ? limitFee(covered, gasPremium !== undefined) : covered;
}

/** Lower an estimated premium to the fee cap; a typed one is kept. */
function withinCap(message: Message, isPremiumChosen: boolean): Message {
  return isPremiumChosen || message.gasPremium <= message.gasFeeCap ? message : { ...message, gasPremium: message.gasFeeCap };
}
