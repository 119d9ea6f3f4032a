/** Names of methods where the type of the receiver is known without asking: by its id, by what was learned before, or by the number. */

import { methodName } from '../../../shared/domain/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/actor-type.ts';
import type { Message } from '../../../shared/domain/message.ts';

/** What is known about receivers on this connection; filled by the views that ask. */
export type ActorTypes = ReadonlyMap<string, ActorType>;

export function knownMethodName(message: Pick<Message, 'to' | 'method'>, learned: ActorTypes): string | undefined {
  return methodName(singletonActorType(message.to) ?? learned.get(message.to), message.method);
}
