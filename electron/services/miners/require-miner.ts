/** Checks that an address is a miner, before anything else is read. */
import type { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';

/**
 * For an address that is not a miner, nodes answer many calls with zeros. If the actor cannot be read, the panels show the error.
 *
 * @returns its actor; undefined if the endpoint does not return it
 * @throws SextantError `not-found` if the actor does not exist or has another type
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
      throw new SextantError('not-found', `No actor on this network has the address ${id}.`, { cause: error });
    }
    return undefined;
  }
  const type = await versions.readActorName(node, actor.value.Code);
  if (type !== undefined && type !== 'storageminer') {
    throw new SextantError('not-found', `${id} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} actor, not a miner.`);
  }
  return actor;
}
