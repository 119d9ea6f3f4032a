import { TRAFFIC_ACCOUNTS, trafficName } from '../chain/genesis.ts';
import type { AgentContext } from './agent-context.ts';

const NANO_FIL = 1_000_000_000n;
const TRANSFER_GAS_LIMIT = 2_200_000n;
/** Of such messages four fill a block: that is what moves the base fee. */
const HEAVY_GAS_LIMIT = 2_350_000_000n;
const HEAVY_PREMIUM = 6_000_000;
const WAVE_EPOCHS = 90;
const MAX_WAITING = 6;

/** Small transfers between a few accounts, and waves of gas-hungry ones so that the base fee rises and falls. */
export function runTrafficAgent(context: AgentContext): void {
  const { random, epoch } = context;
  for (let index = 0; index < TRAFFIC_ACCOUNTS; index += 1) {
    const from = trafficName(index);
    if (context.waitingCount(from) >= MAX_WAITING) continue;
    const isHeavy = index < 5 && isWave(epoch);
    if (!isHeavy && random.fraction('sends', epoch, index) > 0.4) continue;
    const to = context.key(
      trafficName((index + random.between(1, TRAFFIC_ACCOUNTS - 1, 'recipient', epoch, index)) % TRAFFIC_ACCOUNTS),
    ).address;
    context.send({
      from,
      to,
      value: BigInt(random.between(1, 900_000_000, 'value', epoch, index)) * NANO_FIL,
      gasLimit: isHeavy ? HEAVY_GAS_LIMIT : TRANSFER_GAS_LIMIT + BigInt(random.between(0, 900_000, 'slack', epoch, index)),
      gasPremium: BigInt(random.between(100_000, isHeavy ? HEAVY_PREMIUM : 400_000, 'premium', epoch, index)),
    });
  }
}

/** Demand comes in waves: somewhat under half of the time blocks are full. */
function isWave(epoch: number): boolean {
  return epoch % WAVE_EPOCHS < WAVE_EPOCHS * 0.45;
}
