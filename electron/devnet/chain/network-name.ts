import type { SeededRandom } from './seeded-random.ts';

/** Network name as in a development network: `localnet-` and a UUID derived from the seed and the genesis time. */
export function networkNameOf({ random, genesisTime }: { readonly random: SeededRandom; readonly genesisTime: number }): string {
  const hex = Buffer.from(random.bytes('network-id', genesisTime)).toString('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  return `localnet-${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
