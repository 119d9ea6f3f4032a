import type { State } from './state.ts';

export interface NetworkPower {
  /** Bytes. */
  readonly raw: bigint;
  readonly quality: bigint;
  readonly minersWithPower: number;
}

/** Least power with which a miner may win blocks: 32 GiB here. */
export const MINIMUM_POWER = 34_359_738_368n;

const known = new WeakMap<State['miners'], NetworkPower>();

/** Sum over all miners; kept per set of miners, because every power call needs it. */
export function networkPower(state: State): NetworkPower {
  let power = known.get(state.miners);
  if (power === undefined) {
    let raw = 0n;
    let quality = 0n;
    let minersWithPower = 0;
    for (const miner of state.miners.values()) {
      raw += miner.rawPower;
      quality += miner.qualityPower;
      if (miner.qualityPower >= MINIMUM_POWER) minersWithPower += 1;
    }
    power = { raw, quality, minersWithPower };
    known.set(state.miners, power);
  }
  return power;
}
