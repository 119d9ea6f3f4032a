import { networkByName } from '../../shared/domain/networks.ts';

/** Blocks that an epoch has on the average (Lotus build/buildconstants BlocksPerEpoch), on the networks that were made for it. */
const BLOCKS_PER_EPOCH = 5;

/** How many blocks a tipset should have; undefined where the network has as many miners as somebody gave it, and fewer are no fault. */
export function expectedBlocks(networkName: string | undefined): number | undefined {
  return networkName !== undefined && networkByName(networkName) !== undefined ? BLOCKS_PER_EPOCH : undefined;
}
