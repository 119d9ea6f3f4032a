/** Method names for recipients whose type is known without a call: by ID, from earlier reads, or by the method number. */

import type { Message } from '../../../shared/domain/messages/message.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/methods/actor-type.ts';

/** Actor types of recipients on this connection; filled by views that read them. */
export type ActorTypes = ReadonlyMap<string, ActorType>;

export function knownMethodName(message: Pick<Message, 'to' | 'method'>, learned: ActorTypes): string | undefined {
  return methodName(singletonActorType(message.to) ?? learned.get(message.to), message.method);
}
