/** Whether an address is a miner, before anything else is asked of it. */
import type { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';

/**
 * Nodes answer many questions about a miner with zeros where there is none. Where the actor cannot be read, the panels say why.
 *
 * @returns what the state tree says of it; undefined where the endpoint does not tell
 * @throws SextantError `not-found` where there is no such actor, or one of another type
 */
export async function requireMiner(
  node: PinnedNode,
  versions: VersionAuthority,
  id: string,
): Promise<Answer<z.output<typeof zNodeActor>> | undefined> {
  let actor: Answer<z.output<typeof zNodeActor>>;
  try {
    actor = await node.read('StateGetActor', (key) => [id, key], zNodeActor);
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    if (/actor not found/i.test(error.details?.nodeMessage ?? '')) {
      throw new SextantError('not-found', `No actor ${id} on this network.`, { cause: error });
    }
    return undefined;
  }
  const type = await versions.readActorName(node, actor.value.Code);
  if (type !== undefined && type !== 'storageminer') {
    throw new SextantError('not-found', `${id} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} actor, not a miner.`);
  }
  return actor;
}
