import type { Address } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/messages/gas.ts';
import { type Message, messageCid } from '../../../shared/domain/messages/message.ts';
import { onChainBytes } from '../../../shared/domain/messages/message-gas.ts';
import { explainExitCode } from '../../../shared/domain/methods/exit-code.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { draftFor } from '../chain/execute-tipset.ts';
import { keyAddressOf } from '../state/addresses.ts';
import { EXIT } from '../state/exit.ts';
import type { State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { executeMessage } from '../vm/execute-message.ts';
import { addressJson } from './chain-json.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, stateAfter, tipsetAt } from './tipset-lookup.ts';
import type { Invocation } from './trace-json.ts';

const OUT_OF_GAS_CODE = 2;
const REVERTED_CODE = 3;
const LAST_NAMED_EXIT = 26;
const LIMIT_NUMERATOR = 125n;
const DEFAULT_MAX_FEE = 70_000_000_000_000_000n;
const BASE_PREMIUM = 100_000n;
/** 1.125^20 in thousandths: maximum rise of the base fee within 20 blocks. */
const FEE_HEADROOM_THOUSANDTHS = 10_545n;

interface FeeLimits {
  readonly maxFee: bigint;
  readonly isCapMaximized: boolean;
}

/** Execute a message after a tipset as its sender's next one. Zero gas fields cost nothing. */
function simulate(message: Message, draft: StateDraft, baseFee: bigint, epoch: number): Invocation {
  const sender = actorAt(draft.state, message.from);
  if (sender === undefined) throw senderMissing(message.from);
  const isFree = message.gasFeeCap === 0n;
  const tried: Message = {
    ...message,
    nonce: sender.nonce,
    gasLimit: message.gasLimit === 0n || isFree ? BLOCK_GAS_LIMIT : message.gasLimit,
  };
  const sizeBytes = onChainBytes(tried);
  const charged = isFree ? 0n : baseFee;
  const result = executeMessage(draft, tried, sizeBytes, charged, { epoch, messageCid: undefined });
  return { ...result, cid: messageCid(tried), message: tried, sizeBytes, baseFee: charged, isImplicit: false };
}

/** Estimate after the sender's pending messages, as a node does. */
function afterPending(chain: ChainView, from: Address, state: State, baseFee: bigint, epoch: number): StateDraft {
  const draft = draftFor(state, epoch, chain);
  const sender = actorAt(state, from);
  const key = sender === undefined ? undefined : keyAddressOf(state, sender);
  for (const { signed, bytes } of chain.pool.pendingOf(key ?? from)) {
    if (signed.message.nonce !== actorAt(draft.state, from)?.nonce) break;
    executeMessage(draft, signed.message, bytes.length, baseFee, { epoch, messageCid: undefined });
  }
  return draft;
}

/** Basis of an estimate: as in Lotus, with the base fee of the tipset itself, not the next one. */
function estimationBase(chain: ChainView, tipset: TipsetNode) {
  return { state: stateAfter(chain, tipset), baseFee: tipset.baseFee, epoch: tipset.height + 1 };
}

/** Return the gas that a message uses after a tipset. Throws Lotus' error if it fails. */
export function estimateGasUsed(chain: ChainView, message: Message, tipset: TipsetNode): bigint {
  const { state, baseFee, epoch } = estimationBase(chain, tipset);
  const free = { ...message, gasLimit: 0n, gasFeeCap: attoFil(0n), gasPremium: attoFil(0n) };
  const result = simulate(free, afterPending(chain, message.from, state, baseFee, epoch), 0n, epoch);
  const { exitCode, gasUsed } = result.receipt;
  if (exitCode === EXIT.outOfGas) throw new RpcError('call ran out of gas', OUT_OF_GAS_CODE);
  if (exitCode === EXIT.ok) return gasUsed;
  // Lotus adds a revert reason only for contracts (api/api_errors.go), which do not exist here.
  const text = `message execution failed (exit=[${exitText(exitCode)}], vm error=[${result.error}])`;
  // Not a revert: the sender was rejected before execution (node/impl/gasutils).
  if (exitCode === EXIT.senderInvalid) throw new RpcError(`${text}: sender validation failed`);
  throw new RpcError(text, REVERTED_CODE, '0x');
}

/** Format an exit code as Go does: actor-specific codes have no name (go-state-types exitcode). */
function exitText(exitCode: number): string {
  return exitCode <= LAST_NAMED_EXIT ? `${explainExitCode(exitCode).name}(${exitCode})` : String(exitCode);
}

/** Add the margin of GasEstimateMessageGas. */
export function estimateGasLimit(chain: ChainView, message: Message, tipset: TipsetNode): bigint {
  const limit = (estimateGasUsed(chain, message, tipset) * LIMIT_NUMERATOR) / 100n;
  return limit < BLOCK_GAS_LIMIT ? limit : BLOCK_GAS_LIMIT;
}

export function premiumFor(blocks: number): bigint {
  return blocks <= 1 ? 2n * BASE_PREMIUM : blocks === 2 ? (3n * BASE_PREMIUM) / 2n : BASE_PREMIUM;
}

export function feeCapFor(baseFee: bigint, premium: bigint): bigint {
  return (baseFee * FEE_HEADROOM_THOUSANDTHS) / 1000n + premium;
}

/** Fill in zero gas fields of a message. */
export function withEstimatedGas(chain: ChainView, message: Message, limits: FeeLimits | undefined, key: readonly Cid[]): Message {
  const tipset = tipsetAt(chain, key);
  const wanted = message.gasLimit === 0n ? estimateGasLimit(chain, message, tipset) : message.gasLimit;
  const gasLimit = wanted < BLOCK_GAS_LIMIT ? wanted : BLOCK_GAS_LIMIT;
  let gasPremium: bigint = message.gasPremium === 0n ? premiumFor(10) : message.gasPremium;
  let gasFeeCap: bigint = message.gasFeeCap === 0n ? feeCapFor(tipset.baseFee, gasPremium) : message.gasFeeCap;
  const maxFee = limits === undefined || limits.maxFee === 0n ? DEFAULT_MAX_FEE : limits.maxFee;
  if (limits?.isCapMaximized === true || gasFeeCap * gasLimit > maxFee) gasFeeCap = maxFee / gasLimit;
  if (gasPremium > gasFeeCap) gasPremium = gasFeeCap;
  return { ...message, gasLimit, gasFeeCap: attoFil(gasFeeCap), gasPremium: attoFil(gasPremium) };
}

function senderMissing(from: Address): RpcError {
  const text = addressJson(from);
  return new RpcError(
    `estimating gas used: getting key address: resolution lookup failed (${text}): resolve address ${text}: actor not found`,
  );
}
