/**
 * What a message costs and how the base fee moves. All amounts in attoFIL, base fees in attoFIL for a unit of gas. Sources:
 * Lotus `chain/vm/burn.go` and `chain/store/basefee.go`, FIP-0115.
 */
import type { Address } from './address.ts';
import type { AttoFil } from './amount.ts';
import { attoFil } from './amount.ts';

/** The base fee never falls below it; attoFIL for a unit of gas. */
export const MINIMUM_BASE_FEE = attoFil(100n);
/** Gas that the messages of one block may ask for together. */
export const BLOCK_GAS_LIMIT = 10_000_000_000n;
/** Gas at which the base fee neither rises nor falls, in each block. */
export const BLOCK_GAS_TARGET = BLOCK_GAS_LIMIT / 2n;
const MAX_CHANGE_DIVISOR = 8n;
/** Of the units of gas in a full block, dearest first, the one whose premium counts: the 20th percentile (`BlockGasTargetIndex`). */
const PREMIUM_INDEX = (BLOCK_GAS_LIMIT * 8n) / 10n - 1n;

/** What a message says about its gas. */
export interface GasFields {
  /** Units of gas. */
  readonly gasLimit: bigint;
  /** attoFIL for a unit of gas, at most. */
  readonly gasFeeCap: bigint;
  /** attoFIL for a unit of gas to the block's producer. */
  readonly gasPremium: bigint;
}

/** What became of the sender's money: cap × limit is the sum of the burns, the tip and the refund. */
export interface FeeBreakdown {
  readonly baseFeeBurn: AttoFil;
  readonly overEstimationBurn: AttoFil;
  readonly minerTip: AttoFil;
  readonly refund: AttoFil;
  /** What the sender pays: both burns and the tip. */
  readonly total: AttoFil;
  /** What the block's producer pays when the cap was below the base fee. */
  readonly minerPenalty: AttoFil;
}

/** The most a message can cost: cap × limit. Its value is not in it. */
export function maximumFee(fields: Pick<GasFields, 'gasLimit' | 'gasFeeCap'>): AttoFil {
  return attoFil(fields.gasFeeCap * fields.gasLimit);
}

/** What an executed message cost, to the attoFIL. */
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

/** Gas that is burned because the limit was set too high. */
function burnedGas(gasLimit: bigint, gasUsed: bigint): bigint {
  if (gasUsed === 0n) return gasLimit;
  const over = gasLimit - (11n * gasUsed) / 10n;
  if (over < 0n) return 0n;
  return ((gasLimit - gasUsed) * (over > gasUsed ? gasUsed : over)) / gasUsed;
}

/**
 * The base fee after a tipset below the height of the upgrade FireHorse (network version 28): by the gas limits of its unique
 * messages and its number of blocks. It does not hold up to the upgrade Smoke (mainnet epoch 51000), which changed the rule.
 */
export function nextBaseFeeByGasLimit(baseFee: bigint, gasLimitTotal: bigint, blockCount: number): AttoFil {
  const raw = gasLimitTotal / BigInt(blockCount) - BLOCK_GAS_TARGET;
  const delta = raw > BLOCK_GAS_TARGET ? BLOCK_GAS_TARGET : raw < -BLOCK_GAS_TARGET ? -BLOCK_GAS_TARGET : raw;
  const next = baseFee + divideDown(divideDown(baseFee * delta, BLOCK_GAS_TARGET), MAX_CHANGE_DIVISOR);
  return attoFil(next > MINIMUM_BASE_FEE ? next : MINIMUM_BASE_FEE);
}

/**
 * The base fee after a tipset at the height of the upgrade FireHorse or above (FIP-0115): by the premium at the 20th percentile of
 * block gas. Lotus asks for the height, not the version, so that the tipset at the upgrade itself falls under it already. The
 * messages stand in the order of their blocks, in each block BLS before the others: of one sender and nonce the first one counts.
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

/** The premium of the unit of gas at an index, dearest first; zero where the block has no gas there. */
function premiumAt(sorted: readonly { premium: bigint; gasLimit: bigint }[], index: bigint): bigint {
  let covered = 0n;
  for (const { premium, gasLimit } of sorted) {
    covered += gasLimit;
    if (covered > index) return premium;
  }
  return 0n;
}

/** Division rounded towards minus infinity: Go's big integers divide so, and the base fee of a fall depends on it. */
function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
