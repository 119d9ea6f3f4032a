/** The circulating supply, from which the miner actor takes pledge and daily fees. */
import { z } from 'zod';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import { optional } from '../optional.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';

const zVmSupply = z.object({ FilCirculating: zNodeAmount });

/**
 * AttoFIL, as actors get it; where the node does not serve that, the public figure, which differs by a few percent.
 *
 * @throws SextantError where the endpoint serves neither, as gateways
 */
export async function readCirculatingSupply(node: PinnedNode): Promise<Answer<bigint>> {
  const answer = await optional(() => node.read('StateVMCirculatingSupplyInternal', (key) => [key], zVmSupply));
  if (answer !== undefined) return { value: BigInt(answer.value.FilCirculating), call: answer.call };
  const { value, call } = await node.read('StateCirculatingSupply', (key) => [key], zNodeAmount);
  return { value: BigInt(value), call };
}
