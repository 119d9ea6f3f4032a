import { TRAFFIC_ACCOUNTS, trafficName } from '../chain/genesis.ts';
import type { AgentContext } from './agent-context.ts';

const NANO_FIL = 1_000_000_000n;
const TRANSFER_GAS_LIMIT = 2_200_000n;
/** Four such messages fill a block, which moves the base fee. */
const HEAVY_GAS_LIMIT = 2_350_000_000n;
/** Premium of a heavy sender in percent of the base fee: enough to raise it by the full step. */
const HEAVY_PREMIUM_PERCENT = { least: 26, most: 45 };
/** Heavy senders send while the base fee is below a price (attoFIL per gas) that rises and falls. */
const LOW_PRICE = 12_000_000n;
const HIGH_PRICE = 36_000_000n;
const WAVE_EPOCHS = 90;
const MAX_WAITING = 6;

/** Sends small transfers between a few accounts, and waves of messages with high gas limits to move the base fee. */
export function runTrafficAgent(context: AgentContext): void {
  const { random, epoch, baseFee } = context;
  const hasDemand = baseFee < acceptedPrice(epoch);
  for (let index = 0; index < TRAFFIC_ACCOUNTS; index += 1) {
    const from = trafficName(index);
    if (context.waitingCount(from) >= MAX_WAITING) continue;
    const isHeavy = index < 5 && hasDemand;
    if (!isHeavy && random.fraction('sends', epoch, index) > 0.4) continue;
    const to = context.key(
      trafficName((index + random.between(1, TRAFFIC_ACCOUNTS - 1, 'recipient', epoch, index)) % TRAFFIC_ACCOUNTS),
    ).address;
    context.send({
      from,
      to,
      value: BigInt(random.between(1, 900_000_000, 'value', epoch, index)) * NANO_FIL,
      gasLimit: isHeavy ? HEAVY_GAS_LIMIT : TRANSFER_GAS_LIMIT + BigInt(random.between(0, 900_000, 'slack', epoch, index)),
      gasPremium: isHeavy
        ? (baseFee * BigInt(random.between(HEAVY_PREMIUM_PERCENT.least, HEAVY_PREMIUM_PERCENT.most, 'premium', epoch, index))) / 100n
        : BigInt(random.between(100_000, 400_000, 'premium', epoch, index)),
    });
  }
}

/** Price that heavy senders accept: rises in one half of a wave and falls in the other. */
function acceptedPrice(epoch: number): bigint {
  const phase = epoch % WAVE_EPOCHS;
  const step = phase * 2 < WAVE_EPOCHS ? phase * 2 : (WAVE_EPOCHS - phase) * 2;
  return LOW_PRICE + ((HIGH_PRICE - LOW_PRICE) * BigInt(step)) / BigInt(WAVE_EPOCHS);
}
