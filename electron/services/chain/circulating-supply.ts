/** The circulating supply, from which the miner actor derives pledge and daily fees. */
import { z } from 'zod';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import { optional } from '../optional.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';

const zVmSupply = z.object({ FilCirculating: zNodeAmount });

/**
 * Read the circulating supply of the VM in attoFIL or, if the node does not serve it, the public figure, which differs by a few percent.
 *
 * @throws SextantError if the endpoint serves neither, as with gateways
 */
export async function readCirculatingSupply(node: PinnedNode): Promise<Answer<bigint>> {
  const answer = await optional(() => node.read('StateVMCirculatingSupplyInternal', (key) => [key], zVmSupply));
  if (answer !== undefined) return { value: BigInt(answer.value.FilCirculating), call: answer.call };
  const { value, call } = await node.read('StateCirculatingSupply', (key) => [key], zNodeAmount);
  return { value: BigInt(value), call };
}
