const RATIO_NUMERATOR = 1n;
const RATIO_DENOMINATOR = 2n;
const BLOCKS_PER_EPOCH = 5n;

/**
 * Weight of a tipset: that of its parent plus terms for the network's power and the wins, by the formula of the Filecoin specification
 * (chain selection), as in Lotus.
 */
export function tipsetWeight(parentWeight: bigint, networkPower: bigint, wins: number): bigint {
  const log2Power = networkPower > 0n ? BigInt(networkPower.toString(2).length - 1) : 0n;
  const powerPart = log2Power << 8n;
  const winPart = (((log2Power * RATIO_NUMERATOR) << 8n) * BigInt(wins)) / (BLOCKS_PER_EPOCH * RATIO_DENOMINATOR);
  return parentWeight + powerPart + winPart;
}
