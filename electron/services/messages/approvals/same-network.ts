/** Checks which network a node is on, right before a message is signed for it or pushed to it. */
import { z } from 'zod';
import type { ActiveConnection } from '../../connections/active-connection.ts';

const zGenesis = z.object({ Cids: z.array(z.object({ '/': z.string().max(200) })).length(1) });

/** Ask the node again whether it is on this network: another node may answer at its URL by now. */
export async function isStillOn(active: ActiveConnection, genesisCid: string): Promise<boolean> {
  const genesis = await active.client.call('ChainGetGenesis', [], { schema: zGenesis, cause: 'compose: network check' });
  return genesis.value.Cids[0]?.['/'] === genesisCid;
}
