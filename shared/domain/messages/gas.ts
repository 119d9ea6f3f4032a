/**
 * Gas costs of messages and changes of the base fee. All amounts in attoFIL, base fees in attoFIL per unit of gas. Sources:
 * Lotus `chain/vm/burn.go` and `chain/store/basefee.go`, FIP-0115.
 */
import type { Address } from '../addresses/address.ts';
import type { AttoFil } from '../amounts/amount.ts';
import { attoFil } from '../amounts/amount.ts';

/** Minimum base fee, in attoFIL per unit of gas. */
export const MINIMUM_BASE_FEE = attoFil(100n);
/** Block gas limit. */
export const BLOCK_GAS_LIMIT = 10_000_000_000n;
/** Block gas target, at which the base fee does not change. */
export const BLOCK_GAS_TARGET = BLOCK_GAS_LIMIT / 2n;
const MAX_CHANGE_DIVISOR = 8n;
/** Index of the unit of gas whose premium counts, in a full block sorted by descending premium (`BlockGasTargetIndex`, 20th percentile). */
const PREMIUM_INDEX = (BLOCK_GAS_LIMIT * 8n) / 10n - 1n;

/** Gas fields of a message. */
export interface GasFields {
  /** Units of gas. */
  readonly gasLimit: bigint;
  /** Maximum attoFIL per unit of gas. */
  readonly gasFeeCap: bigint;
  /** attoFIL per unit of gas for the block producer. */
  readonly gasPremium: bigint;
}

/** Gas outputs: fee cap × gas limit is the sum of the burns, the tip and the refund. */
export interface FeeBreakdown {
  readonly baseFeeBurn: AttoFil;
  readonly overEstimationBurn: AttoFil;
  readonly minerTip: AttoFil;
  readonly refund: AttoFil;
  /** Total cost for the sender: both burns and the tip. */
  readonly total: AttoFil;
  /** Penalty for the block producer if the fee cap was below the base fee. */
  readonly minerPenalty: AttoFil;
}

/** Maximum cost of a message: fee cap × gas limit, without its value. */
export function maximumFee(fields: Pick<GasFields, 'gasLimit' | 'gasFeeCap'>): AttoFil {
  return attoFil(fields.gasFeeCap * fields.gasLimit);
}

/** Return the exact cost of an executed message. */
export function feeBreakdown(input: GasFields & { readonly gasUsed: bigint; readonly baseFee: bigint }): FeeBreakdown {
  const { gasLimit, gasFeeCap, gasPremium, gasUsed, baseFee } = input;
  const effective = baseFee < gasFeeCap ? baseFee : gasFeeCap;
  const headroom = gasFeeCap - effective;
  const tipPerGas = gasPremium < headroom ? gasPremium : headroom;
  const burned = burnedGas(gasLimit, gasUsed);
  const baseFeeBurn = effective * gasUsed;
  const overEstimationBurn = effective * burned;
  const minerTip = tipPerGas * gasLimit;
  return {
    baseFeeBurn: attoFil(baseFeeBurn),
    overEstimationBurn: attoFil(overEstimationBurn),
    minerTip: attoFil(minerTip),
    refund: attoFil(gasFeeCap * gasLimit - baseFeeBurn - minerTip - overEstimationBurn),
    total: attoFil(baseFeeBurn + overEstimationBurn + minerTip),
    minerPenalty: attoFil((baseFee - effective) * (gasUsed + burned)),
  };
}

/** Gas burned because the gas limit was too high (overestimation burn). */
function burnedGas(gasLimit: bigint, gasUsed: bigint): bigint {
  if (gasUsed === 0n) return gasLimit;
  const over = gasLimit - (11n * gasUsed) / 10n;
  if (over < 0n) return 0n;
  return ((gasLimit - gasUsed) * (over > gasUsed ? gasUsed : over)) / gasUsed;
}

/**
 * Return the base fee after a tipset below the height of the FireHorse upgrade (network version 28), from the gas limits of its unique
 * messages and its number of blocks. Not valid before the Smoke upgrade (mainnet epoch 51000), which changed the rule.
 */
export function nextBaseFeeByGasLimit(baseFee: bigint, gasLimitTotal: bigint, blockCount: number): AttoFil {
  const raw = gasLimitTotal / BigInt(blockCount) - BLOCK_GAS_TARGET;
  const delta = raw > BLOCK_GAS_TARGET ? BLOCK_GAS_TARGET : raw < -BLOCK_GAS_TARGET ? -BLOCK_GAS_TARGET : raw;
  const next = baseFee + divideDown(divideDown(baseFee * delta, BLOCK_GAS_TARGET), MAX_CHANGE_DIVISOR);
  return attoFil(next > MINIMUM_BASE_FEE ? next : MINIMUM_BASE_FEE);
}

/**
 * Return the base fee after a tipset at or above the height of the FireHorse upgrade (FIP-0115), from the premium at the 20th percentile
 * of block gas. Lotus checks the height, not the version, so the tipset at the upgrade itself already uses this rule. Messages are in
 * block order, BLS before the others in each block; of the same sender and nonce the first counts.
 */
export function nextBaseFeeByPremium(
  baseFee: bigint,
  messages: readonly (GasFields & { readonly from: Address; readonly nonce: bigint })[],
): AttoFil {
  const unique = new Map<string, { premium: bigint; gasLimit: bigint }>();
  for (const message of messages) {
    const place = `${message.from} ${message.nonce}`;
    if (!unique.has(place)) unique.set(place, { premium: effectivePremium(message, baseFee), gasLimit: message.gasLimit });
  }
  const sorted = [...unique.values()].sort((a, b) => (a.premium > b.premium ? -1 : a.premium < b.premium ? 1 : 0));
  const percentile = premiumAt(sorted, PREMIUM_INDEX);
  const maxChange = (baseFee + MAX_CHANGE_DIVISOR - 1n) / MAX_CHANGE_DIVISOR;
  const next = baseFee + (percentile - maxChange < maxChange ? percentile - maxChange : maxChange);
  return attoFil(next > MINIMUM_BASE_FEE ? next : MINIMUM_BASE_FEE);
}

function effectivePremium({ gasFeeCap, gasPremium }: GasFields, baseFee: bigint): bigint {
  const headroom = gasFeeCap - baseFee;
  const premium = gasPremium < headroom ? gasPremium : headroom;
  return premium > 0n ? premium : 0n;
}

/** Return the premium of the unit of gas at an index, by descending premium; zero beyond the block's gas. */
function premiumAt(sorted: readonly { premium: bigint; gasLimit: bigint }[], index: bigint): bigint {
  let covered = 0n;
  for (const { premium, gasLimit } of sorted) {
    covered += gasLimit;
    if (covered > index) return premium;
  }
  return 0n;
}

/** Division rounded toward minus infinity, like Go's big integers; a falling base fee depends on it. */
function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
