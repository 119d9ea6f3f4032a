/** Names of methods where the type of the receiver is known without asking: by its id, by what was learned before, or by the number. */

import { methodName } from '../../../shared/domain/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { idOfAddress } from '../../../shared/domain/address.ts';
import type { Message } from '../../../shared/domain/message.ts';

const SINGLETONS: ReadonlyMap<bigint, ActorType> = new Map<bigint, ActorType>([
  [0n, 'system'],
  [1n, 'init'],
  [2n, 'reward'],
  [3n, 'cron'],
  [4n, 'storagepower'],
  [5n, 'storagemarket'],
  [6n, 'verifiedregistry'],
  [7n, 'datacap'],
  [10n, 'eam'],
]);

/** The type of a singleton actor. */
export function singletonType(address: Message['to']): ActorType | undefined {
  const id = idOfAddress(address);
  return id === undefined ? undefined : SINGLETONS.get(id);
}

/** What is known about receivers on this connection; filled by the views that ask. */
export type ActorTypes = ReadonlyMap<string, ActorType>;

export function knownMethodName(message: Pick<Message, 'to' | 'method'>, learned: ActorTypes): string | undefined {
  return methodName(singletonType(message.to) ?? learned.get(message.to), message.method);
}
