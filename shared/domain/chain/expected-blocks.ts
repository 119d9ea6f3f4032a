import { networkByName } from './networks.ts';

/** Expected blocks per epoch (Lotus build/buildconstants BlocksPerEpoch) on public networks. */
const BLOCKS_PER_EPOCH = 5;

/** Expected blocks per tipset; undefined on practice networks, where fewer blocks are not a problem. */
export function expectedBlocks(networkName: string | undefined): number | undefined {
  return networkName !== undefined && networkByName(networkName) !== undefined ? BLOCKS_PER_EPOCH : undefined;
}
