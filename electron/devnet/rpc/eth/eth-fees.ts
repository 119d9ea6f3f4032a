/** Fees for Ethereum wallets (Lotus node/impl/eth/gas.go). */
import { BLOCK_GAS_LIMIT } from '../../../../shared/domain/messages/gas.ts';
import type { TipsetNode } from '../../chain/chain-types.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import type { ExecutedMessage } from '../../chain/execution.ts';
import type { JsonValue } from '../json-writer.ts';
import { ParameterError, RpcError } from '../rpc-error.ts';
import { tipsetOfBlock } from './eth-blocks.ts';
import { quantity } from './eth-json.ts';
import { blockNumberParameter, ethIndexParameter } from './eth-parameters.ts';

const MAX_BLOCKS = 1024n;
const MAX_PERCENTILES = 100;
const MINIMUM_PREMIUM = 100_000n;

export function feeHistory(chain: ChainView, params: readonly unknown[]): JsonValue {
  if (params.length !== 2 && params.length !== 3) throw new ParameterError(`expected 2 or 3 params, got ${params.length}`);
  const count = ethIndexParameter.decode(params[0]);
  const newest = blockNumberParameter.decode(params[1]);
  if (count > MAX_BLOCKS) throw new RpcError('block count should be smaller than 1024');
  const percentiles = params[2] === undefined || params[2] === null ? undefined : percentilesOf(params[2]);
  let tipset = tipsetOfBlock(chain, newest, false);
  const blocks: { baseFee: bigint; ratio: number; rewards: readonly bigint[]; height: number }[] = [];
  const newestFee = tipset.baseFee;
  while (blocks.length < Number(count) && tipset.height > 0) {
    const { executed } = chain.executionOf(tipset);
    const gasUsed = executed.reduce((sum, { receipt }) => sum + receipt.gasUsed, 0n);
    blocks.unshift({
      baseFee: tipset.baseFee,
      ratio: Number(gasUsed) / (Number(BLOCK_GAS_LIMIT) * tipset.blocks.length),
      rewards: rewardsOf(executed, tipset, gasUsed, percentiles ?? []),
      height: tipset.height,
    });
    if (tipset.parent === undefined) throw new RpcError(`cannot load tipset key: {${tipset.blocks[0]?.header.parents.join(',') ?? ''}}`);
    tipset = tipset.parent;
  }
  return {
    oldestBlock: quantity(blocks[0]?.height ?? 1),
    // The next base fee depends on messages that are not executed yet: Lotus repeats the newest one.
    baseFeePerGas: [...blocks.map(({ baseFee }) => quantity(baseFee)), quantity(newestFee)],
    gasUsedRatio: blocks.map(({ ratio }) => ratio),
    reward: percentiles === undefined ? undefined : blocks.map(({ rewards }) => rewards.map(quantity)),
  };
}

function percentilesOf(value: unknown): readonly number[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'number')) {
    throw new ParameterError('json: cannot unmarshal value into Go value of type []float64');
  }
  if (value.length > MAX_PERCENTILES) throw new RpcError('length of the reward percentile array cannot be greater than 100');
  for (const [index, percentile] of value.entries()) {
    const text = percentile.toFixed(6);
    if (percentile < 0 || percentile > 100) throw new RpcError(`invalid reward percentile: ${text} should be between 0 and 100`);
    const before = value[index - 1] as number | undefined;
    if (before !== undefined && percentile < before) {
      throw new RpcError(`invalid reward percentile: ${text} should be larger than ${before.toFixed(6)}`);
    }
  }
  return value;
}

/** Return the premium at each percentile of the gas used. */
function rewardsOf(
  executed: readonly ExecutedMessage[],
  { baseFee }: TipsetNode,
  gasUsed: bigint,
  percentiles: readonly number[],
): readonly bigint[] {
  const paid = executed
    .map(({ message, receipt }) => {
      const { gasFeeCap, gasPremium } = message.signed.message;
      const room = gasFeeCap > baseFee ? gasFeeCap - baseFee : 0n;
      return { premium: gasPremium < room ? gasPremium : room, gasUsed: receipt.gasUsed };
    })
    .sort((left, right) => (left.premium < right.premium ? -1 : left.premium > right.premium ? 1 : 0));
  let index = 0;
  let sum = 0n;
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.trunc((Number(gasUsed) * percentile) / 100));
    while (sum < threshold && index < paid.length - 1) {
      sum += paid[index]?.gasUsed ?? 0n;
      index += 1;
    }
    return paid[index]?.premium ?? MINIMUM_PREMIUM;
  });
}
