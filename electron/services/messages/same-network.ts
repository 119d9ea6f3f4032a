/** Asks a node which network it is on, right before something is signed for it or pushed to it. */
import { z } from 'zod';
import type { ActiveConnection } from '../connections/active-connection.ts';

const zGenesis = z.object({ Cids: z.array(z.object({ '/': z.string().max(200) })).length(1) });

/** Whether the node itself, asked once more, is still on this network: another one may answer at its address by now. */
export async function isStillOn(active: ActiveConnection, genesisCid: string): Promise<boolean> {
  const genesis = await active.client.call('ChainGetGenesis', [], { schema: zGenesis, cause: 'compose: is it still the same network' });
  return genesis.value.Cids[0]?.['/'] === genesisCid;
}
