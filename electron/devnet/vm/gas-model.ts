import type { Message } from '../../../shared/domain/messages/message.ts';
import { minimumMessageGas } from '../../../shared/domain/messages/message-gas.ts';

/**
 * Modelled GasUsed. There is no VM: a message costs Lotus' on-chain storage gas plus a price per method.
 * Figures have the magnitude of mainnet's; they are not FVM gas.
 */
const TRANSFER_GAS = 181_000n;
const CREATE_ACTOR_GAS = 1_120_000n;

const MINER_METHOD_GAS: ReadonlyMap<bigint, bigint> = new Map([
  [5n, 17_400_000n],
  [9n, 31_000_000n],
  [10n, 9_300_000n],
  [11n, 8_700_000n],
  [16n, 4_100_000n],
  [28n, 21_500_000n],
  [34n, 46_800_000n],
  [37n, 28_200_000n],
]);
const MARKET_METHOD_GAS: ReadonlyMap<bigint, bigint> = new Map([
  [2n, 5_400_000n],
  [4n, 24_900_000n],
]);
const OTHER_METHOD_GAS = 2_600_000n;

export interface GasFacts {
  readonly sizeBytes: number;
  readonly createsRecipient: boolean;
  readonly recipientKind: string | undefined;
}

/** Return the GasUsed of a message with known effects. */
export function modelledGas(message: Message, facts: GasFacts): bigint {
  let gas = minimumMessageGas(facts.sizeBytes) + (message.value > 0n ? TRANSFER_GAS : 0n);
  if (facts.createsRecipient) gas += CREATE_ACTOR_GAS;
  if (message.method === 0n) return gas;
  const table = facts.recipientKind === 'storageminer' ? MINER_METHOD_GAS : MARKET_METHOD_GAS;
  return gas + (table.get(message.method) ?? OTHER_METHOD_GAS);
}
