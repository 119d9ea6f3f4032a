import { absenceWords } from '../../shared/domain/address-words.ts';
import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';

/** What a recipient is and whether it is there, in words. */
export function recipientNote({ name, actorType, idAddress, exists, address }: FrozenMessage['to']): string {
  const kind = name === undefined ? (actorType === undefined ? undefined : `${actorType} actor`) : `the ${name}`;
  const id = idAddress === undefined ? undefined : `${idAddress} on chain`;
  const absence = exists === undefined ? 'Whether it exists was not asked' : exists ? undefined : absenceWords(address);
  const what = [kind, id].filter((part) => part !== undefined).join(', ');
  return [what, absence].filter((part) => part !== undefined && part !== '').join('. ');
}
